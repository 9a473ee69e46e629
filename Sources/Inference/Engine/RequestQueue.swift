import SwiftletKernels
import Synchronization

/// A request that can wait in a ``RequestQueue``.
protocol QueuedRequest: AnyObject, Sendable {
  /// Fails the request with an error.
  func reject(_ error: InferenceError)
}

/// A generation request that has been submitted to the engine's thread, with the buffer of its events.
final class PendingRequest: QueuedRequest {
  let request: GenerationRequest
  let events: EventBuffer
  /// The time of submission.
  let submitted = ContinuousClock.now
  /// True once the consumer of the events has gone.
  let isCancelled = Atomic<Bool>(false)

  init(_ request: GenerationRequest, _ events: EventBuffer) { (self.request, self.events) = (request, events) }

  func reject(_ error: InferenceError) { events.finish(error) }
}

/// A command that the engine's thread runs between two steps.
struct EngineCommand<Host: ~Copyable>: Sendable {
  var run: @Sendable (inout Host) -> Void
  /// Called instead of `run` if the engine has stopped.
  var cancel: @Sendable () -> Void
}

/// The queue of requests and commands for the engine's thread, which sleeps while it is empty.
final class RequestQueue<Request: QueuedRequest, Host: ~Copyable>: Sendable {
  private struct State {
    var requests: [Request] = []
    var commands: [EngineCommand<Host>] = []
    /// The number of requests that the thread has taken and that have not ended.
    var served = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let events = EventCount()
  /// The maximum number of requests that are served or wait at once.
  private let capacity: Int
  /// The counters of waiting and refused requests.
  private let counters: EngineCounters

  init(capacity: Int, counters: EngineCounters = EngineCounters()) {
    (self.capacity, self.counters) = (capacity, counters)
  }

  func add(_ request: Request) {
    let error = state.withLock { state -> InferenceError? in
      if state.isClosed { return .stopped }
      if state.requests.count + state.served >= capacity { return .tooManyRequests(limit: capacity) }
      state.requests.append(request)
      // Inside the lock, before the thread can subtract it.
      counters.update { $0.waitingRequests += 1 }
      return nil
    }
    guard let error else { return events.advance() }
    counters.update { $0.refusedRequests += 1 }
    request.reject(error)
  }

  func add(_ command: EngineCommand<Host>) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.commands.append(command) }
      return state.isClosed
    }
    if isClosed { command.cancel() } else { events.advance() }
  }

  /// Removes and returns the waiting commands.
  func takeCommands() -> [EngineCommand<Host>] {
    state.withLock { state in
      defer { state.commands.removeAll() }
      return state.commands
    }
  }

  /// Wakes the thread, so that it sees cancelled requests.
  func wake() { events.advance() }

  func close() {
    state.withLock { $0.isClosed = true }
    events.advance()
  }

  /// Releases the capacity of requests that have ended.
  ///
  /// Called before their callers are notified, so that a caller's next request is not refused.
  func release(_ count: Int) { state.withLock { $0.served -= count } }

  /// Removes and returns the waiting requests.
  ///
  /// - Parameter blocking: True to sleep until there is a request or a command.
  /// - Returns: The requests, nil once the queue is closed.
  func take(blocking: Bool) -> [Request]? {
    while true {
      let seen = events.current
      let (requests, hasCommands, isClosed) = state.withLock { state in
        defer { state.requests.removeAll() }
        state.served += state.requests.count
        return (state.requests, !state.commands.isEmpty, state.isClosed)
      }
      if isClosed {
        counters.update {
          $0.waitingRequests -= requests.count
          $0.failedRequests += requests.count
        }
        for request in requests { request.reject(.stopped) }
        return nil
      }
      if !requests.isEmpty || hasCommands || !blocking { return requests }
      events.wait(while: seen)
    }
  }
}
