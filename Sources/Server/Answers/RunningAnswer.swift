/// An answer in progress: a generation in a task of its own, and the events that its client has not read.
///
/// The task is cancelled with ``cancel()``, and with the last reference.
package final class RunningAnswer: Sendable {
  private let queue: AnswerQueue
  private let task: Task<Void, Never>

  /// Starts a generation.
  ///
  /// - Parameter body: The generation, which adds its events to the queue.
  package init(_ body: @escaping @Sendable (AnswerQueue) async throws -> Void) {
    let queue = AnswerQueue()
    self.queue = queue
    task = Task {
      do {
        try await body(queue)
        queue.finish(.success(()))
      } catch {
        queue.finish(.failure(error))
      }
    }
  }

  deinit { task.cancel() }

  /// Ends the generation.
  package func cancel() { task.cancel() }

  /// Ends the generation with an error for the client.
  package func fail(_ error: any Error) {
    queue.finish(.failure(error))
    task.cancel()
  }

  /// Waits until the prompt is accepted, or a time is over.
  ///
  /// - Parameters:
  ///   - limit: The time, such as that after which clients give up without a response; `nil` for no limit.
  ///   - clock: The clock of the time.
  /// - Throws: The error of a request that is refused, or `CancellationError`.
  package func waitUntilAccepted(atMost limit: Duration?, clock: any ServerClock) async throws {
    try await cancellingOnError {
      guard let limit else { return try await self.queue.waitForEvent() }
      try await withThrowingTaskGroup(of: Void.self) { [queue] group in
        group.addTask { try await queue.waitForEvent() }
        group.addTask { try await clock.sleep(for: limit) }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  /// Returns all events that wait, at least one; `nil` at the end.
  ///
  /// - Throws: The error of the generation, or `CancellationError`, which ends the generation too.
  package func next() async throws -> [AnswerQueue.Event]? {
    try await cancellingOnError { try await self.queue.next() }
  }

  /// Reads all events.
  ///
  /// - Parameter count: The number of choices.
  /// - Returns: The choices.
  /// - Throws: The error of the generation, or `CancellationError`, which ends the generation too.
  package func collect(choices count: Int = 1) async throws -> [CollectedAnswer] {
    var choices = Array(repeating: CollectedAnswer(), count: count)
    while let events = try await next() {
      for event in events { choices[event.choice].append(event.event) }
    }
    return choices
  }

  private func cancellingOnError<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      task.cancel()
      throw error
    }
  }
}
