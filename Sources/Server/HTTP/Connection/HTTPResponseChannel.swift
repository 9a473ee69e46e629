import Synchronization

/// A response on its way from a handler's task to the thread of the sockets.
///
/// The task is suspended while many bytes are unsent. The thread never waits.
final class HTTPResponseChannel: HTTPBodyWriter {
  /// The end of a streamed body.
  enum End: Sendable {
    case complete
    case failed
  }

  /// The parts of the response since the last ones.
  struct Update: Sendable {
    var response: HTTPResponse?
    var bytes: [[UInt8]] = []
    var end: End?
  }

  private struct State {
    var update = Update()
    /// The number of bytes in the update.
    var pending = 0
    /// The number of bytes that the thread has taken but not sent.
    var unsent = 0
    /// True once nobody takes the response any more.
    var isAbandoned = false
    /// True if the thread knows that there is an update.
    var isAnnounced = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let limit: Int
  private let announce: @Sendable () -> Void

  /// Creates a channel.
  ///
  /// - Parameters:
  ///   - limit: The number of unsent bytes above which writers are suspended.
  ///   - announce: A closure that makes the thread take an update.
  init(limit: Int, announce: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.announce = announce
  }
}

// MARK: - The handler's side

extension HTTPResponseChannel {
  /// Begins the response.
  func begin(_ response: HTTPResponse) {
    change { $0.update.response = response }
  }

  func write(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    change { state in
      guard !state.isAbandoned else { return }
      state.update.bytes.append(bytes)
      state.pending += bytes.count
    }
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.isAbandoned || state.pending + state.unsent <= limit { return true }
        state.waiting.append(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
    if state.withLock({ $0.isAbandoned }) { throw CancellationError() }
  }

  /// Ends the streamed body.
  func end(_ end: End) {
    change { $0.update.end = end }
  }

  private func change(_ change: (inout State) -> Void) {
    let isNew = state.withLock { state in
      change(&state)
      defer { state.isAnnounced = true }
      return !state.isAnnounced && !state.isAbandoned
    }
    if isNew { announce() }
  }
}

// MARK: - The thread's side

extension HTTPResponseChannel {
  /// Takes the parts of the response since the last ones.
  func take() -> Update {
    state.withLock { state in
      defer { state.update = Update() }
      state.unsent += state.pending
      state.pending = 0
      state.isAnnounced = false
      return state.update
    }
  }

  /// Reports the number of bytes that have been taken but not sent.
  func report(unsent: Int) {
    resume { state in
      state.unsent = unsent
      return state.pending + unsent <= limit
    }
  }

  /// Gives up the response: writers get an error.
  func abandon() {
    resume { state in
      state.isAbandoned = true
      state.update = Update()
      return true
    }
  }

  private func resume(where change: (inout State) -> Bool) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard change(&state) else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
