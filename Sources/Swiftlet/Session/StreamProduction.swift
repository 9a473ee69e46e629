import Synchronization

/// The request behind a stream: runs it in a task of its own and keeps what its readers have not read.
///
/// The task holds the production. Whether anybody is still interested is told by two small objects, ``Owner`` and
/// ``Consumer``, which the stream and its iterators hold, and whose end of life is the sign that they are gone.
final class StreamProduction: Sendable {
  private let run: @Sendable (StreamProduction) async throws -> Progress
  private let state = Mutex(State())

  private struct State: Sendable {
    var task: Task<Void, Never>?
    var unread: [Progress] = []
    var outcome: Result<Progress, any Error>?
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isOwned = true
    var consumers = 0
    var isAbandoned = false
  }

  /// The greatest number of unread snapshots; each holds the whole text so far, so the oldest can go without loss.
  private static let unreadLimit = 256

  /// How long the model goes on when nobody reads a stream that could still be read.
  private static let patience = Duration.milliseconds(500)

  /// Creates the production of a request, which begins when it is first read.
  init(session: LanguageModelSession, inquiry: Inquiry) {
    run = { production in
      try await session.run(
        inquiry, onProgress: { production.show($0) }, isAbandoned: { production.state.withLock(\.isAbandoned) })
    }
  }

  /// Creates a production of something that is known already, which has one snapshot.
  init(finished progress: Progress) {
    run = { production in
      production.show(progress)
      return progress
    }
  }
}

// MARK: - Running

extension StreamProduction {
  /// Begins the request unless it has begun.
  private func start() {
    state.withLock { state in
      guard state.task == nil, state.outcome == nil else { return }
      state.task = Task { await self.produce() }
    }
  }

  private func produce() async {
    do {
      let result = try await run(self)
      publish { $0.outcome = .success(result) }
    } catch {
      publish { $0.outcome = .failure(error) }
    }
  }

  private func show(_ progress: Progress) {
    publish { state in
      if state.unread.count == Self.unreadLimit { state.unread.removeFirst() }
      state.unread.append(progress)
    }
  }

  /// Changes the state and wakes those who wait for a change.
  private func publish(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func cancel() {
    state.withLock(\.task)?.cancel()
  }
}

// MARK: - Reading

extension StreamProduction {
  /// Waits until something can be taken from the state.
  ///
  /// Cancelling the waiting task cancels the request, whose end then ends the waiting.
  private func wait<Taken: Sendable>(
    isolation actor: isolated (any Actor)?, for take: @Sendable (inout State) throws -> Taken?
  ) async throws -> Taken {
    start()
    return try await withTaskCancellationHandler {
      while true {
        if let taken = try state.withLock({ try take(&$0) }) { return taken }
        await withCheckedContinuation(isolation: actor) { continuation in
          let isReady = state.withLock { state in
            if !state.unread.isEmpty || state.outcome != nil { return true }
            state.waiting.append(continuation)
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// One reader of the stream, whose end of life is the sign that it has left.
  final class Consumer: Sendable {
    private let production: StreamProduction

    init(_ production: StreamProduction) {
      self.production = production
      production.state.withLock { $0.consumers += 1 }
    }

    deinit {
      production.consumerLeft()
    }

    /// The next snapshot, or `nil` at the end.
    func next(isolation actor: isolated (any Actor)?) async throws -> Progress? {
      try await production.wait(isolation: actor) { state -> Progress?? in
        if !state.unread.isEmpty { return .some(state.unread.removeFirst()) }
        guard let outcome = state.outcome else { return nil }
        _ = try outcome.get()
        return .some(nil)
      }
    }

    /// The end of the stream, past all snapshots.
    nonisolated(nonsending) func result() async throws -> Progress {
      try await production.wait(isolation: #isolation) { state in
        state.unread = []
        return try state.outcome?.get()
      }
    }
  }
}

// MARK: - Losing interest

extension StreamProduction {
  /// What the stream holds, and whose end of life is the sign that no further reader can come.
  final class Owner: Sendable {
    private let production: StreamProduction

    init(_ production: StreamProduction) {
      self.production = production
    }

    deinit {
      production.state.withLock { $0.isOwned = false }
      production.abandonIfUnread()
    }
  }

  private func consumerLeft() {
    let canBeReadAgain = state.withLock { state in
      state.consumers -= 1
      return state.isOwned && state.consumers == 0 && state.outcome == nil
    }
    guard canBeReadAgain else { return abandonIfUnread() }
    Task {
      try? await Task.sleep(for: Self.patience)
      self.abandonIfUnread()
    }
  }

  /// Stops the model if nobody reads; what it has said becomes the answer.
  private func abandonIfUnread() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.consumers == 0, state.outcome == nil else { return nil }
      state.isAbandoned = true
      return state.task
    }
    task?.cancel()
  }
}
