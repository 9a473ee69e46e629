internal import SwiftletKernelsPortable

/// How a thread waits for what comes soon: it looks again and again, for some time.
///
/// Sleeping and being woken takes tens of microseconds on a virtual machine. The measure is time and not looks, as a pause
/// takes 1 nanosecond on one processor and 40 on another.
struct Spin {
  private let time: Duration
  private var looks = 0
  private var end: ContinuousClock.Instant?

  private static let looksBetweenClocks = 32

  /// The first few looks come without a clock, and are not part of the time.
  init(for time: Duration) { self.time = time }

  /// Waits for a moment, or returns false once the time is over.
  mutating func pause() -> Bool {
    guard time > .zero else { return false }
    looks += 1
    if looks.isMultiple(of: Self.looksBetweenClocks) {
      let now = ContinuousClock.now
      if let end, now >= end { return false }
      end = end ?? now + time
    }
    spinHint()
    return true
  }
}
