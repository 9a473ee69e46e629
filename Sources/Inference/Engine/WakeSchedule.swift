/// Decides when the reader of a stream is woken for new events.
///
/// Waking a thread costs up to a tenth of a millisecond on a virtual machine, and then the reader runs in place of the
/// model if all processors are in use. So it is woken at once for the first event, and at most once an interval while
/// tokens follow one another quickly.
struct WakeSchedule {
  /// The minimum interval; shorter than people notice, and than a step of most models.
  private static let interval = Duration.milliseconds(4)

  /// True if there are events for which the reader has not been woken.
  private var hasNewEvents = false
  /// The last time that the reader was woken; nil before the first.
  private var lastWake: ContinuousClock.Instant?

  /// Records an event.
  mutating func addEvent() { hasNewEvents = true }

  /// Determines if the reader has to be woken for new events, which are no longer new then.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - canWait: True if a reader that was woken a short while ago can wait for the events of the next step.
  /// - Returns: True if the reader has to be woken, if it waits.
  mutating func isDue(at now: ContinuousClock.Instant, canWait: Bool) -> Bool {
    guard hasNewEvents else { return false }
    if canWait, let lastWake, now - lastWake < Self.interval { return false }
    hasNewEvents = false
    return true
  }

  /// Records that the reader was woken, rather than finding the events by itself.
  mutating func recordWake(at now: ContinuousClock.Instant) { lastWake = now }
}
