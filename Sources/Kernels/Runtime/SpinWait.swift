internal import SwiftletKernelsPortable

/// A spin wait with a time limit.
///
/// Sleeping and waking take tens of microseconds on a virtual machine. The limit is a duration and not a number of
/// iterations, as a pause takes 1 nanosecond on one processor and 40 on another.
struct SpinWait {
  private let time: Duration
  private var iterations = 0
  private var end: ContinuousClock.Instant?

  private static let iterationsPerClockCheck = 32

  /// Creates a spin wait; the time starts after the first few iterations, which do not read the clock.
  init(for time: Duration) { self.time = time }

  /// Pauses briefly, or returns false once the time is over.
  mutating func pause() -> Bool {
    guard time > .zero else { return false }
    iterations += 1
    if iterations.isMultiple(of: Self.iterationsPerClockCheck) {
      let now = ContinuousClock.now
      if let end, now >= end { return false }
      end = end ?? now + time
    }
    spinHint()
    return true
  }
}
