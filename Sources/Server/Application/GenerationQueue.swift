import Synchronization

/// The queue of requests, of which a limited number generates at a time, first come, first served.
package final class GenerationQueue: Sendable {
  /// The numbers of requests.
  package struct Counts: Sendable, Equatable {
    /// The places in use.
    package var running = 0
    /// The requests that wait.
    package var waiting = 0

    /// Creates numbers of requests.
    package init(running: Int = 0, waiting: Int = 0) { (self.running, self.waiting) = (running, waiting) }
  }

  private struct Waiter {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running = 0
    var waiting: [Waiter] = []
    var nextID = 0
  }

  private let state = Mutex(State())
  /// The number of places.
  package let capacity: Int
  private let maximumWaiting: Int
  private let timeout: Duration
  private let clock: any ServerClock

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The number of answers at a time.
  ///   - maximumWaiting: The number of requests that may wait.
  ///   - timeout: The time after which a waiting request fails.
  ///   - clock: The clock of the time.
  package init(capacity: Int, maximumWaiting: Int, timeout: Duration, clock: any ServerClock) {
    (self.capacity, self.maximumWaiting) = (max(1, capacity), maximumWaiting)
    (self.timeout, self.clock) = (timeout, clock)
  }

  /// The numbers of requests.
  package var counts: Counts { state.withLock { Counts(running: $0.running, waiting: $0.waiting.count) } }

  /// Runs a body in its turn.
  ///
  /// - Parameters:
  ///   - count: The number of places that it takes, at most ``capacity``.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``RequestFailure`` if the queue is full or the time is over, `CancellationError`, or the body's error.
  package func run<Value: Sendable>(
    places count: Int = 1, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let count = min(max(1, count), capacity)
    try await enter(count)
    defer { leave(count) }
    return try await body()
  }

  private func enter(_ count: Int) async throws {
    let id = state.withLock { state -> Int? in
      if state.waiting.isEmpty, state.running + count <= capacity {
        state.running += count
        return nil
      }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return }
    let timer = Task { [weak self, clock, timeout] in
      try await clock.sleep(for: timeout)
      self?.leave(waiter: id)
    }
    defer { timer.cancel() }
    let hasEntered = try await withTaskCancellationHandler {
      try await wait(id, count)
    } onCancel: {
      leave(waiter: id)
    }
    guard !hasEntered else {
      // Cancelled just after its turn came.
      if Task.isCancelled { leave(count) }
      return try Task.checkCancellation()
    }
    try Task.checkCancellation()
    throw RequestFailure(
      503, .unavailable, code: "queue_timeout", retryAfter: 5, "the request waited too long for other requests")
  }

  /// Waits for a turn; returns false if the request has left the queue.
  private func wait(_ id: Int, _ count: Int) async throws(RequestFailure) -> Bool {
    var isFull = false
    let hasEntered = await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Bool? in
        if Task.isCancelled { return false }
        if state.waiting.isEmpty, state.running + count <= capacity {
          state.running += count
          return true
        }
        guard state.waiting.count < maximumWaiting else {
          isFull = true
          return false
        }
        state.waiting.append(Waiter(id: id, count: count, continuation: continuation))
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
    guard !isFull else {
      throw RequestFailure(
        429, .rateLimit, code: "queue_full", retryAfter: 1,
        "\(maximumWaiting) requests wait already; try again later")
    }
    return hasEntered
  }

  /// Removes a request that waits no longer.
  private func leave(waiter id: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index)
    }
    waiter?.continuation.resume(returning: false)
    // A request of several places may have held up those behind it.
    if waiter != nil { admit() }
  }

  /// Gives places back.
  private func leave(_ count: Int) {
    state.withLock { $0.running -= count }
    admit()
  }

  /// Lets those in whose turn it is.
  private func admit() {
    let admitted = state.withLock { state in
      var admitted: [Waiter] = []
      while let first = state.waiting.first, state.running + first.count <= capacity {
        state.running += first.count
        admitted.append(state.waiting.removeFirst())
      }
      return admitted
    }
    for waiter in admitted { waiter.continuation.resume(returning: true) }
  }
}
