/// The policy for repeated attempts after failures that may pass.
struct RetryPolicy: Sendable {
  /// The delays before the second attempt and those that follow.
  var delays: [Duration] = [1, 2, 4, 8, 16].map { .seconds($0) }
  /// The longest delay that a server can ask for with `Retry-After`; it is not asked again if that is too long.
  var longestRequest = Duration.seconds(300)
  /// Returns the factor of a delay, so that many clients do not come back together.
  var jitter: @Sendable () -> Double = { .random(in: 0.5...1.5) }
  /// Suspends for a duration.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Returns the present.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
}

/// The failures since the last progress.
struct RetryCounter: Sendable {
  private let policy: RetryPolicy
  /// The number of bytes that count as progress.
  private let progress: Int
  private var failures = 0
  private var received = 0

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - progress: The number of bytes after which failures are counted from zero again.
  init(_ policy: RetryPolicy, progress: Int = 8 << 20) {
    (self.policy, self.progress) = (policy, progress)
  }

  /// Counts received bytes.
  mutating func receive(_ count: Int) {
    received += count
    if received >= progress { failures = 0 }
  }

  /// Counts a failure.
  ///
  /// - Parameter requested: The delay that the server asked for.
  /// - Returns: The delay before the next attempt; nil if there is none.
  mutating func delay(requested: Duration? = nil) -> Duration? {
    received = 0
    guard failures < policy.delays.count else { return nil }
    defer { failures += 1 }
    guard let requested else { return policy.delays[failures] * policy.jitter() }
    return requested <= policy.longestRequest ? requested : nil
  }
}
