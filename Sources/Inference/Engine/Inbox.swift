import SwiftletKernels
import Synchronization

/// What waits in an inbox.
protocol Refusable: AnyObject, Sendable {
  /// Ends the wait with an error.
  func refuse(_ error: InferenceError)
}

/// A request on its way to the engine's thread.
final class Ticket: Refusable {
  let request: GenerationRequest
  let continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation
  /// When the request came.
  let submitted = ContinuousClock.now
  /// Set when nobody reads the events any more.
  let isCancelled = Atomic<Bool>(false)

  init(_ request: GenerationRequest, _ continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation) {
    (self.request, self.continuation) = (request, continuation)
  }

  func refuse(_ error: InferenceError) { continuation.finish(throwing: error) }
}

/// Something else that the engine's thread is to do, between two steps.
struct Errand<Host: ~Copyable>: Sendable {
  var run: @Sendable (inout Host) -> Void
  /// Called instead if the engine has stopped.
  var giveUp: @Sendable () -> Void
}

/// Where requests wait for the engine's thread, and where the thread waits for requests.
final class Inbox<Request: Refusable, Host: ~Copyable>: Sendable {
  private struct State {
    var tickets: [Request] = []
    var errands: [Errand<Host>] = []
    /// How many requests the thread has taken that have not ended.
    var served = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let gate = Gate()
  /// How many requests may be served or wait at once.
  private let capacity: Int
  /// Where is counted who waits.
  private let counters: EngineCounters

  init(capacity: Int, counters: EngineCounters = EngineCounters()) {
    (self.capacity, self.counters) = (capacity, counters)
  }

  func add(_ ticket: Request) {
    let error = state.withLock { state -> InferenceError? in
      if state.isClosed { return .stopped }
      if state.tickets.count + state.served >= capacity { return .tooManyRequests(limit: capacity) }
      state.tickets.append(ticket)
      // Before the thread can count on.
      counters.update { $0.waitingRequests += 1 }
      return nil
    }
    guard let error else { return gate.advance() }
    counters.update { $0.refusedRequests += 1 }
    ticket.refuse(error)
  }

  func add(_ errand: Errand<Host>) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.errands.append(errand) }
      return state.isClosed
    }
    if isClosed { errand.giveUp() } else { gate.advance() }
  }

  /// Takes the errands that wait.
  func takeErrands() -> [Errand<Host>] {
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

  /// Gives back the places of requests that have ended; before those who wait for them are told, so that there is room
  /// for what they ask next.
  func release(_ count: Int) { state.withLock { $0.served -= count } }

  /// Takes the waiting requests, nil once the inbox is closed; sleeps first if there is nothing to do and it may wait.
  func take(mayWait: Bool) -> [Request]? {
    while true {
      let seen = gate.current
      let (tickets, hasErrands, isClosed) = state.withLock { state in
        defer { state.tickets.removeAll() }
        state.served += state.tickets.count
        return (state.tickets, !state.errands.isEmpty, state.isClosed)
      }
      if isClosed {
        counters.update {
          $0.waitingRequests -= tickets.count
          $0.failedRequests += tickets.count
        }
        for ticket in tickets { ticket.refuse(.stopped) }
        return nil
      }
      if !tickets.isEmpty || hasErrands || !mayWait { return tickets }
      gate.wait(while: seen)
    }
  }
}
