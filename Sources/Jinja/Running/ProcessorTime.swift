#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The processor time that the calling thread has taken so far, in nanoseconds; 0 if the system does not say.
///
/// A busy machine does not make it longer, as it does the time by a clock.
func processorTime() -> Int {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
