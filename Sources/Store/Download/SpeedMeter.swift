/// A meter of the speed of a download over the last seconds.
struct SpeedMeter: Sendable {
  /// The time over which the speed is measured.
  private static let span = Duration.seconds(5)
  /// The least time between samples.
  private static let interval = Duration.milliseconds(100)

  private var samples: [(time: ContinuousClock.Instant, byteCount: Int)] = []

  /// Records the number of bytes received so far.
  ///
  /// - Returns: True if the last record is older than a tenth of a second, so that a report is due.
  mutating func record(_ byteCount: Int, at time: ContinuousClock.Instant) -> Bool {
    if let last = samples.last, time - last.time < Self.interval { return false }
    samples.append((time, byteCount))
    // One sample older than the span remains, as its beginning.
    while samples.count > 2, time - samples[1].time >= Self.span { samples.removeFirst() }
    return true
  }

  /// The speed in bytes per second; nil before there are two samples.
  var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
    return Double(last.byteCount - first.byteCount) / ((last.time - first.time) / .seconds(1))
  }
}
