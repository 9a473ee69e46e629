import Synchronization

/// A queue of events between a generation and its client, with a limit that slows the generation.
package final class AnswerQueue: Sendable {
  /// An event of one of the choices of an answer.
  package struct Event: Sendable, Equatable {
    /// The number of the choice.
    package var choice: Int
    /// The event.
    package var event: AnswerEvent

    /// Creates an event.
    package init(choice: Int = 0, _ event: AnswerEvent) { (self.choice, self.event) = (choice, event) }
  }

  private struct State {
    var events: [Event] = []
    var end: Result<Void, any Error>?
    /// The tasks that wait for a change.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// Creates a queue.
  ///
  /// - Parameter limit: The number of events that may wait for the reader before writers wait for it.
  package init(limit: Int = 64) { self.limit = limit }

  /// Adds an event at once.
  package func append(_ event: Event) {
    change { state in
      if state.end == nil { state.events.append(event) }
    }
  }

  /// Adds an event, and waits until there is room for more.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func send(_ event: Event) async throws {
    append(event)
    try await wait { [limit] in $0.events.count < limit || $0.end != nil }
  }

  /// Ends the events; a further end has no effect.
  package func finish(_ end: Result<Void, any Error>) {
    change { state in state.end = state.end ?? end }
  }

  /// Waits until there is an event or the end.
  ///
  /// - Throws: The error of an end without events before it, or `CancellationError`.
  func waitForEvent() async throws {
    try await wait { !$0.events.isEmpty || $0.end != nil }
    let (isEmpty, end) = state.withLock { ($0.events.isEmpty, $0.end) }
    if isEmpty { try end?.get() }
  }

  /// Returns all events that wait, at least one; `nil` at the end.
  ///
  /// - Throws: The error of the end, or `CancellationError`.
  package func next() async throws -> [Event]? {
    try await waitForEvent()
    var events: [Event] = []
    change { state in swap(&events, &state.events) }
    return events.isEmpty ? nil : events
  }

  /// Changes the state, and wakes all tasks that wait for a change.
  private func change(_ body: (inout sending State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for task in waiting { task.resume() }
  }

  private func wait(until isReady: @Sendable (borrowing State) -> Bool) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    while true {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let resumes = state.withLock { state in
            // The handler has been called already if the task is cancelled.
            if isReady(state) || Task.isCancelled { return true }
            state.waiting[id] = continuation
            return false
          }
          if resumes { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
      }
      try Task.checkCancellation()
      if state.withLock({ isReady($0) }) { return }
    }
  }
}
