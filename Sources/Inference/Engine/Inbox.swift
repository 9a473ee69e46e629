import SwiftletKernels
import Synchronization

/// A request on its way to the engine's thread.
final class Ticket: Sendable {
  let request: GenerationRequest
  let continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation
  /// Set when nobody reads the events any more.
  let isCancelled = Atomic<Bool>(false)

  init(_ request: GenerationRequest, _ continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation) {
    (self.request, self.continuation) = (request, continuation)
  }
}

/// Where requests wait for the engine's thread, and where the thread waits for requests.
final class Inbox: Sendable {
  private struct State {
    var tickets: [Ticket] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let gate = Gate()

  func add(_ ticket: Ticket) {
    let accepted = state.withLock { state in
      if !state.isClosed { state.tickets.append(ticket) }
      return !state.isClosed
    }
    if accepted { gate.advance() } else { ticket.continuation.finish(throwing: InferenceError.stopped) }
  }

  /// Makes the thread look at its sequences again, for one may have been cancelled.
  func wake() { gate.advance() }

  func close() {
    state.withLock { $0.isClosed = true }
    gate.advance()
  }

  /// Takes the waiting requests, nil once the inbox is closed; sleeps first if there are none and it may wait.
  func take(mayWait: Bool) -> [Ticket]? {
    while true {
      let seen = gate.current
      let (tickets, isClosed) = state.withLock { state in
        defer { state.tickets.removeAll() }
        return (state.tickets, state.isClosed)
      }
      if isClosed {
        for ticket in tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
        return nil
      }
      if !tickets.isEmpty || !mayWait { return tickets }
      gate.wait(while: seen, spins: 0)
    }
  }
}
