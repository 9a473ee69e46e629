import SwiftletKernels
import Synchronization

/// A request on its way to the engine's thread.
final class Ticket: Sendable {
  let request: GenerationRequest
  let continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation
  /// When the request came.
  let submitted = ContinuousClock.now
  /// Set when nobody reads the events any more.
  let isCancelled = Atomic<Bool>(false)

  init(_ request: GenerationRequest, _ continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation) {
    (self.request, self.continuation) = (request, continuation)
  }
}

/// Something else that the engine's thread is to do, between two steps.
struct Errand: Sendable {
  var run: @Sendable (inout Scheduler) -> Void
  /// Called instead if the engine has stopped.
  var giveUp: @Sendable () -> Void
}

/// Where requests wait for the engine's thread, and where the thread waits for requests.
final class Inbox: Sendable {
  private struct State {
    var tickets: [Ticket] = []
    var errands: [Errand] = []
    /// How many requests the thread has taken and not finished.
    var served = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let gate = Gate()
  /// How many requests may be served or wait at once.
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  func add(_ ticket: Ticket) {
    let error = state.withLock { state -> InferenceError? in
      if state.isClosed { return .stopped }
      if state.tickets.count + state.served >= capacity { return .tooManyRequests(limit: capacity) }
      state.tickets.append(ticket)
      return nil
    }
    if let error { ticket.continuation.finish(throwing: error) } else { gate.advance() }
  }

  func add(_ errand: Errand) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.errands.append(errand) }
      return state.isClosed
    }
    if isClosed { errand.giveUp() } else { gate.advance() }
  }

  /// Takes the errands that wait.
  func takeErrands() -> [Errand] {
    state.withLock { state in
      defer { state.errands.removeAll() }
      return state.errands
    }
  }

  /// Makes the thread look at its sequences again, for one may have been cancelled.
  func wake() { gate.advance() }

  func close() {
    state.withLock { $0.isClosed = true }
    gate.advance()
  }

  /// Takes the waiting requests, nil once the inbox is closed; sleeps first if there is nothing to do and it may wait.
  ///
  /// `served` is the number of those that were taken before and have not ended.
  func take(mayWait: Bool, served: Int) -> [Ticket]? {
    while true {
      let seen = gate.current
      let (tickets, hasErrands, isClosed) = state.withLock { state in
        defer { state.tickets.removeAll() }
        state.served = served + state.tickets.count
        return (state.tickets, !state.errands.isEmpty, state.isClosed)
      }
      if isClosed {
        for ticket in tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
        return nil
      }
      if !tickets.isEmpty || hasErrands || !mayWait { return tickets }
      gate.wait(while: seen, spins: 0)
    }
  }
}
