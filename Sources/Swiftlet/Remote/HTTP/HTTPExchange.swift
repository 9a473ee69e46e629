import Foundation
import Synchronization

/// What carries the bytes of one exchange.
protocol HTTPTransfer: Sendable {
  /// Begins. From now on `exchange` is told what arrives, and at last that it is complete.
  func start(telling exchange: HTTPExchange)

  /// Stops. This does not wait, and what is told later does not count.
  func cancel()
}

/// One request and its answer, of which the one reader takes what has arrived.
///
/// Whatever becomes of the transfer, the reader is told at once when the exchange is cancelled or its time is up.
/// What is not read yet stays in memory, up to the bound on the whole answer.
final class HTTPExchange: Sendable {
  /// How long and how large an answer may be.
  struct Bounds: Sendable {
    /// How long the server may send nothing.
    var silence: Duration
    /// When the answer has to be complete.
    var deadline: ContinuousClock.Instant
    /// The greatest number of bytes in the body.
    var bytes: Int
  }

  /// The head of an answer.
  struct Head: Sendable, Equatable {
    var status: Int
    /// The fields, with names in small letters.
    var fields: [String: String]
  }

  private let transfer: any HTTPTransfer
  private let bounds: Bounds
  private let state: Mutex<State>

  private struct State: Sendable {
    var head: Head?
    var unread = Data()
    var received = 0
    var outcome: Result<Void, any Error>?
    /// Counts what has happened, so that a reader does not begin to wait for something that has just come.
    var changes = 0
    var waiting: CheckedContinuation<Void, Never>?
    var lastSign = ContinuousClock.now
    var watchdog: Task<Void, Never>?
  }

  init(over transfer: any HTTPTransfer, within bounds: Bounds) {
    self.transfer = transfer
    self.bounds = bounds
    state = Mutex(State())
  }

  /// Begins.
  func start() {
    transfer.start(telling: self)
    // Holds the exchange weakly, which else would outlive a reader that lost interest.
    let watchdog = Task { [weak self] in
      while let due = self?.checkTime() { try? await Task.sleep(until: due, clock: .continuous) }
    }
    let isOver = state.withLock { state in
      state.watchdog = watchdog
      return state.outcome != nil
    }
    if isOver { watchdog.cancel() }
  }

  /// Whether an answer has begun.
  var hasHead: Bool { state.withLock { $0.head != nil } }

  /// Whether nothing more will come.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Ends the exchange if its time is up; otherwise tells when to look again, unless it is over.
  private func checkTime() -> ContinuousClock.Instant? {
    guard !Task.isCancelled else { return nil }
    let (isOver, lastSign) = state.withLock { ($0.outcome != nil, $0.lastSign) }
    if isOver { return nil }
    let now = ContinuousClock.now
    if bounds.deadline <= now {
      fail(HTTPFailure.timedOut("the answer was not complete in time"))
    } else if lastSign + bounds.silence <= now {
      fail(HTTPFailure.timedOut("the server sent nothing for \(bounds.silence)"))
    } else {
      return min(bounds.deadline, lastSign + bounds.silence)
    }
    return nil
  }
}

// MARK: - Reading

extension HTTPExchange {
  /// The head of the answer.
  ///
  /// - Throws: ``HTTPFailure`` or `CancellationError`.
  nonisolated(nonsending) func head() async throws -> Head {
    try await wait { state in
      if let head = state.head { return head }
      try state.outcome?.get()
      return state.outcome == nil ? nil : Head(status: 0, fields: [:])
    }
  }

  /// What has arrived of the body since the last time, or `nil` at its end.
  ///
  /// - Throws: ``HTTPFailure`` or `CancellationError`.
  nonisolated(nonsending) func bytes() async throws -> Data? {
    try await wait { state -> Data?? in
      if !state.unread.isEmpty {
        defer { state.unread = Data() }
        return .some(state.unread)
      }
      guard let outcome = state.outcome else { return nil }
      try outcome.get()
      return .some(nil)
    }
  }

  /// Waits until something can be taken from the state; cancelling the waiting task ends the exchange.
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

  /// Lets the rest of the answer pass, so that its connection can be used again where the system does that.
  ///
  /// A server that does not come to the end at once is not waited for.
  nonisolated(nonsending) func drain() async {
    let patience = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(100))
      self?.cancel()
    }
    while (try? await bytes()) != nil {}
    patience.cancel()
  }

  /// Ends the exchange and closes its connection, unless it is over.
  func cancel() {
    fail(CancellationError())
  }

  private func fail(_ error: any Error) {
    let isNews = publish { state in
      guard state.outcome == nil else { return false }
      state.outcome = .failure(error)
      state.unread = Data()
      return true
    }
    if isNews { transfer.cancel() }
  }
}

// MARK: - Receiving

extension HTTPExchange {
  /// Takes in the head.
  func receive(_ head: Head) {
    publish { state in
      state.head = head
      state.lastSign = .now
    }
  }

  /// Takes in a part of the body.
  func receive(_ data: Data) {
    let isTooLarge = publish { state in
      guard state.outcome == nil else { return false }
      state.lastSign = .now
      state.received += data.count
      if state.received <= bounds.bytes { state.unread.append(data) }
      return state.received > bounds.bytes
    }
    if isTooLarge { fail(HTTPFailure.tooLarge(limit: bounds.bytes)) }
  }

  /// Takes in the end, which is one before its time if there is a failure.
  func complete(_ failure: HTTPFailure?) {
    publish { state in
      if state.outcome == nil { state.outcome = failure.map { .failure($0) } ?? .success(()) }
    }
  }

  /// Changes the state and wakes the reader.
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
