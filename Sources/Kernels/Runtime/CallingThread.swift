#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The processor time of the calling thread; zero if the system does not provide it.
///
/// Unlike elapsed time, it excludes waiting for a disk, and does not depend on the load of the machine.
func threadProcessorTime() -> Duration {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
  return Duration.seconds(Int(time.tv_sec)) + Duration.nanoseconds(Int(time.tv_nsec))
}

/// Lets the calling thread sleep for some time, less than a second.
func pauseThread(microseconds: UInt32) { usleep(microseconds) }

/// Gives the calling thread the lowest priority, at which it runs while other threads have nothing to do.
func lowerThreadPriority() {
  #if canImport(Darwin)
    _ = setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
  #else
    // 0 is PRIO_PROCESS, whose type differs between C libraries; Linux applies it to the calling thread.
    _ = setpriority(0, 0, 19)
  #endif
}
