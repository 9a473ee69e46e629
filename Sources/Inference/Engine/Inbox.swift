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

/// Something to do on the engine's thread between two steps.
struct Errand: Sendable {
  /// Does it.
  let run: @Sendable (inout Scheduler) -> Void
  /// Called instead if the engine has been shut down.
  let giveUp: @Sendable () -> Void
}

/// Where requests wait for the engine's thread, and where the thread waits for requests.
final class Inbox: Sendable {
  /// What has come.
  struct Mail {
    var tickets: [Ticket] = []
    var errands: [Errand] = []

    var isEmpty: Bool { tickets.isEmpty && errands.isEmpty }
  }

  private struct State {
    var mail = Mail()
    /// How many requests the thread has taken and not finished.
    var served = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let gate = Gate()
  /// How many requests may be served or wait at once.
  private let capacity: Int
  private let counters: EngineCounters

  init(capacity: Int, counters: EngineCounters) { (self.capacity, self.counters) = (capacity, counters) }

  func add(_ ticket: Ticket) {
    let error = state.withLock { state -> InferenceError? in
      if state.isClosed { return .stopped }
      if state.mail.tickets.count + state.served >= capacity { return .tooManyRequests(limit: capacity) }
      state.mail.tickets.append(ticket)
      // Before the thread can count on.
      counters.update { $0.waitingRequests += 1 }
      return nil
    }
    guard let error else { return gate.advance() }
    counters.update { $0.refusedRequests += 1 }
    ticket.continuation.finish(throwing: error)
  }

  func add(_ errand: Errand) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.mail.errands.append(errand) }
      return state.isClosed
    }
    if isClosed { errand.giveUp() } else { gate.advance() }
  }

  /// Makes the thread look at its sequences again, for one may have been cancelled.
  func wake() { gate.advance() }

  func close() {
    state.withLock { $0.isClosed = true }
    gate.advance()
  }

  /// Takes what has come, nil once the inbox is closed; sleeps first if there is nothing and it may wait.
  ///
  /// `served` is the number of requests that were taken before and have not ended.
  func take(mayWait: Bool, served: Int) -> Mail? {
    while true {
      let seen = gate.current
      let (mail, isClosed) = state.withLock { state in
        defer { state.mail = Mail() }
        state.served = served + state.mail.tickets.count
        return (state.mail, state.isClosed)
      }
      if isClosed {
        counters.update {
          $0.waitingRequests -= mail.tickets.count
          $0.failedRequests += mail.tickets.count
        }
        for ticket in mail.tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
        for errand in mail.errands { errand.giveUp() }
        return nil
      }
      if !mail.isEmpty || !mayWait { return mail }
      gate.wait(while: seen, spins: 0)
    }
  }
}
