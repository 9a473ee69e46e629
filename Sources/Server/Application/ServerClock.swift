/// A clock, which tests replace.
package protocol ServerClock: Sendable {
  /// The time since some moment.
  var now: Duration { get }

  /// Waits.
  ///
  /// - Parameter time: The time to wait.
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleep(for time: Duration) async throws
}

/// The clock of the system.
package struct SystemClock: ServerClock {
  private let start = ContinuousClock.now

  /// Creates a clock that begins now.
  package init() {}

  package var now: Duration { ContinuousClock.now - start }

  package func sleep(for time: Duration) async throws { try await ContinuousClock().sleep(for: time) }
}
