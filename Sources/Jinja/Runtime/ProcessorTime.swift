#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The processor time of the calling thread in nanoseconds; 0 if the system does not provide it.
///
/// Unlike wall-clock time, it does not depend on the load of the machine.
package func processorTime() -> Int {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// The time of a clock that never goes back, in nanoseconds; unlike processor time, it is read without a system call.
func clockTime() -> Int {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
