package import Foundation
import Synchronization

/// The transport of one exchange.
package protocol HTTPTransport: Sendable {
  /// Starts the transport, which delivers the response and its completion to the exchange.
  func start(deliveringTo exchange: HTTPExchange)

  /// Stops the transport without waiting; later deliveries are ignored.
  func cancel()

  /// Continues a transport that stopped reading because the exchange was full.
  func resume()
}

extension HTTPTransport {
  /// Does nothing, for transports that never stop reading.
  package func resume() {}
}

/// A request and its response, with a single reader.
///
/// Independently of the transport, the reader resumes immediately when the exchange is cancelled or times out. Unread
/// data is buffered in memory, up to the limit on the response body. Transports over sockets also stop reading at the limit
/// on unread data, which then does not count as silence of the server.
package final class HTTPExchange: Sendable {
  /// The limits on a response's time and size.
  package struct Bounds: Sendable {
    /// The maximum time without data from the server.
    package var idleTimeout: Duration
    /// The deadline of the complete response.
    package var deadline: ContinuousClock.Instant
    /// The maximum number of bytes in the body.
    package var bytes: Int
    /// The number of unread bytes at which the transport stops reading, if it can.
    package var unread = Int.max

    /// Creates limits.
    package init(idleTimeout: Duration, deadline: ContinuousClock.Instant, bytes: Int, unread: Int = .max) {
      (self.idleTimeout, self.deadline, self.bytes, self.unread) = (idleTimeout, deadline, bytes, unread)
    }
  }

  /// The head of a response.
  package struct Head: Sendable, Equatable {
    package var status: Int
    /// The header fields, with lowercase names.
    package var fields: [String: String]

    /// Creates a head.
    package init(status: Int, fields: [String: String]) {
      (self.status, self.fields) = (status, fields)
    }
  }

  private let transport: any HTTPTransport
  private let bounds: Bounds
  private let state: Mutex<State>

  private struct State: Sendable {
    var head: Head?
    var unread = UnreadBytes()
    var received = 0
    var outcome: Result<Void, any Error>?
    /// The number of state changes, which prevents a lost wakeup between a check and a wait.
    var changes = 0
    var waiting: CheckedContinuation<Void, Never>?
    var lastActivity = ContinuousClock.now
    var watchdog: Task<Void, Never>?
  }

  package init(over transport: any HTTPTransport, within bounds: Bounds) {
    self.transport = transport
    self.bounds = bounds
    state = Mutex(State())
  }

  /// Starts the exchange.
  package func start() {
    transport.start(deliveringTo: self)
    // Weak, as the exchange would otherwise outlive an abandoning reader.
    let watchdog = Task { [weak self] in
      while let due = self?.checkDeadlines() { try? await Task.sleep(until: due, clock: .continuous) }
    }
    let isFinished = state.withLock { state in
      state.watchdog = watchdog
      return state.outcome != nil
    }
    if isFinished { watchdog.cancel() }
  }

  /// True if the head has been received.
  package var hasHead: Bool { state.withLock { $0.head != nil } }

  /// True if a transport should stop reading until ``HTTPTransport/resume()``.
  package var isFull: Bool { state.withLock { $0.unread.count >= bounds.unread } }

  /// True if the exchange has ended.
  package var isFinished: Bool { state.withLock { $0.outcome != nil } }

  /// Fails the exchange if a deadline has passed; returns the next deadline, or `nil` if the exchange has ended.
  private func checkDeadlines() -> ContinuousClock.Instant? {
    guard !Task.isCancelled else { return nil }
    let now = ContinuousClock.now
    let (isFinished, lastActivity) = state.withLock { state in
      if state.unread.count >= bounds.unread { state.lastActivity = now }
      return (state.outcome != nil, state.lastActivity)
    }
    if isFinished { return nil }
    if bounds.deadline <= now {
      fail(HTTPFailure.timedOut("the answer was not complete in time"))
    } else if lastActivity + bounds.idleTimeout <= now {
      fail(HTTPFailure.timedOut("the server sent nothing for \(bounds.idleTimeout)"))
    } else {
      return min(bounds.deadline, lastActivity + bounds.idleTimeout)
    }
    return nil
  }
}

// MARK: - Reading

extension HTTPExchange {
  /// Returns the head of the response.
  ///
  /// - Throws: ``HTTPFailure`` or `CancellationError`.
  package nonisolated(nonsending) func head() async throws -> Head {
    try await wait { state in
      if let head = state.head { return head }
      try state.outcome?.get()
      return state.outcome == nil ? nil : Head(status: 0, fields: [:])
    }
  }

  /// Returns body data that follows the data of the last call, or `nil` at its end.
  ///
  /// - Throws: ``HTTPFailure`` or `CancellationError`.
  package nonisolated(nonsending) func bytes() async throws -> Data? {
    let (data, wasFull) = try await wait { state -> (Data?, Bool)? in
      let isFull = state.unread.count >= bounds.unread
      if let data = state.unread.removeFirst() {
        if isFull { state.lastActivity = .now }
        return (data, isFull && state.unread.count < bounds.unread)
      }
      guard let outcome = state.outcome else { return nil }
      try outcome.get()
      return (nil, false)
    }
    if wasFull { transport.resume() }
    return data
  }

  /// Suspends until a value can be taken from the state; cancelling the waiting task ends the exchange.
  private nonisolated(nonsending) func wait<Taken: Sendable>(
    for take: (inout State) throws -> Taken?
  ) async throws -> Taken {
    try await withTaskCancellationHandler {
      while true {
        let (taken, changes) = try state.withLock { (try take(&$0), $0.changes) }
        if let taken { return taken }
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if state.changes != changes { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Discards the rest of the response, so that its connection can be reused.
  ///
  /// The exchange is cancelled if the response does not end within 100 milliseconds.
  package nonisolated(nonsending) func drain() async {
    let timeout = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(100))
      self?.cancel()
    }
    while (try? await bytes()) != nil {}
    timeout.cancel()
  }

  /// Cancels the exchange and closes its connection, unless it has ended.
  package func cancel() {
    fail(CancellationError())
  }

  private func fail(_ error: any Error) {
    let isFirst = publish { state in
      guard state.outcome == nil else { return false }
      state.outcome = .failure(error)
      state.unread = UnreadBytes()
      return true
    }
    if isFirst { transport.cancel() }
  }
}

// MARK: - Receiving

extension HTTPExchange {
  /// Receives the head.
  package func receive(_ head: Head) {
    publish { state in
      state.head = head
      state.lastActivity = .now
    }
  }

  /// Receives a part of the body.
  package func receive(_ data: Data) {
    let isTooLarge = publish { state in
      guard state.outcome == nil else { return false }
      state.lastActivity = .now
      state.received += data.count
      if state.received <= bounds.bytes { state.unread.append(data) }
      return state.received > bounds.bytes
    }
    if isTooLarge { fail(HTTPFailure.tooLarge(limit: bounds.bytes)) }
  }

  /// Receives the end of the response, or a failure.
  package func complete(_ failure: HTTPFailure?) {
    publish { state in
      if state.outcome == nil { state.outcome = failure.map { .failure($0) } ?? .success(()) }
    }
  }

  /// Changes the state and resumes the reader.
  @discardableResult
  private func publish<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, waiting, watchdog) = state.withLock { state in
      let result = change(&state)
      state.changes += 1
      return (result, state.waiting.take(), state.outcome == nil ? nil : state.watchdog.take())
    }
    waiting?.resume()
    watchdog?.cancel()
    return result
  }
}
