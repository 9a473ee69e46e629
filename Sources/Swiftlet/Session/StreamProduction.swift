import Synchronization

/// The producer behind a stream: runs the request in its own task and buffers unread snapshots.
///
/// The task retains the production. The stream and its iterators hold an ``Owner`` and a ``Consumer``, whose
/// deinitialisation signals abandonment.
final class StreamProduction: Sendable {
  private let run: @Sendable (StreamProduction) async throws -> Progress
  private let state = Mutex(State())

  fileprivate struct State: Sendable {
    var task: Task<Void, Never>?
    /// The unread snapshots, oldest first.
    var unread: [Progress] = []
    /// Creates the newest snapshot, if the answer has changed after the unread ones.
    var newest: (@Sendable () -> Progress?)?
    /// The earliest time at which ``newest`` may create the next snapshot.
    var nextSnapshot: ContinuousClock.Instant?
    /// True if the answer has changed since the last snapshot.
    var hasUnreadChange = false
    var outcome: Result<Progress, any Error>?
    var waiters: [Waiter] = []
    var isOwned = true
    var consumers = 0
    var isAbandoned = false
  }

  /// A waiter for the end of the request, and for snapshots if it includes them.
  fileprivate struct Waiter: Sendable {
    var continuation: CheckedContinuation<Void, Never>
    var includesSnapshots: Bool
  }

  /// The capacity of the snapshot buffer; a reader that falls behind by more receives only the newest snapshot.
  private static let unreadLimit = 16

  /// The minimum interval between two snapshots of a long answer.
  ///
  /// While a reader holds a snapshot, appending copies the text. Local models are slower than this; fast remote or
  /// replayed answers would otherwise copy the text for every fragment.
  private static let snapshotInterval = Duration.microseconds(100)

  /// The time after which a stream without readers that could still be read is abandoned.
  private static let abandonmentTimeout = Duration.milliseconds(500)

  /// Creates a production that starts its request when it is first read.
  init(session: LanguageModelSession, request: SessionRequest) {
    run = { production in
      try await session.run(
        request, onUpdate: { production.receive($0) }, isAbandoned: { production.state.withLock(\.isAbandoned) })
    }
  }

  /// Creates a production of a finished answer with a single snapshot.
  init(finished progress: Progress) {
    run = { production in
      production.receive(.progress(progress))
      return progress
    }
  }
}

// MARK: - Running

extension StreamProduction {
  /// Starts the request unless it has been started.
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

  private func receive(_ update: StreamUpdate) {
    publish { state in
      switch update {
      case .progress(let progress):
        if state.unread.count == Self.unreadLimit { state.unread = [] }
        state.unread.append(progress)
      case .change(let newest):
        state.newest = newest
        state.hasUnreadChange = true
      case .last(let progress):
        guard state.hasUnreadChange else { return }
        state.unread.append(progress)
        state.newest = nil
        state.hasUnreadChange = false
      }
    }
  }

  /// Changes the state and resumes the waiters that the change concerns.
  private func publish(_ change: (inout State) -> Void) {
    let woken = state.withLock { state -> [Waiter] in
      change(&state)
      guard state.waiters.contains(where: { state.canResume($0) }) else { return [] }
      let woken = state.waiters.filter(state.canResume)
      state.waiters.removeAll(where: state.canResume)
      return woken
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  private func cancel() {
    state.withLock(\.task)?.cancel()
  }
}

// MARK: - Reading

extension StreamProduction.State {
  /// The next item for a reader.
  enum Item: Sendable {
    case snapshot(Progress)
    case newest(@Sendable () -> Progress?)
    /// No snapshot before that time.
    case pause(until: ContinuousClock.Instant)
    case end
  }

  /// Removes and returns the next item for a reader, if there is one.
  ///
  /// - Throws: The error with which the request failed, after all buffered snapshots.
  fileprivate mutating func takeNext() throws -> Item? {
    if !unread.isEmpty { return .snapshot(unread.removeFirst()) }
    guard let outcome else {
      guard newest != nil else { return nil }
      if let nextSnapshot, .now < nextSnapshot { return .pause(until: nextSnapshot) }
      return newest.take().map { .newest($0) }
    }
    let result = try outcome.get()
    guard hasUnreadChange else { return .end }
    hasUnreadChange = false
    return .snapshot(result)
  }

  /// Returns true if the waiter has something to read.
  fileprivate func canResume(_ waiter: StreamProduction.Waiter) -> Bool {
    outcome != nil || waiter.includesSnapshots && (!unread.isEmpty || newest != nil)
  }
}

extension StreamProduction {
  /// Suspends until a value can be taken from the state.
  ///
  /// Cancelling the waiting task cancels the request, whose end resumes the waiter.
  private func wait<Taken: Sendable>(
    isolation actor: isolated (any Actor)?, includesSnapshots: Bool,
    for take: @Sendable (inout State) throws -> Taken?
  ) async throws -> Taken {
    start()
    return try await withTaskCancellationHandler {
      while true {
        if let taken = try state.withLock({ try take(&$0) }) { return taken }
        await withCheckedContinuation(isolation: actor) { continuation in
          let waiter = Waiter(continuation: continuation, includesSnapshots: includesSnapshots)
          let isReady = state.withLock { state in
            if state.canResume(waiter) { return true }
            state.waiters.append(waiter)
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Creates the newest snapshot outside the lock, because its cost grows with the answer.
  private func newest(_ make: () -> Progress?) -> Progress? {
    state.withLock { $0.hasUnreadChange = false }
    let progress = make()
    state.withLock { state in
      state.nextSnapshot = .now + Self.snapshotInterval
      // The request may just have ended; its outcome is the last snapshot then.
      if progress == nil { state.hasUnreadChange = true }
    }
    return progress
  }

  /// A reader of the stream; its deinitialisation signals that the reader has left.
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
      while true {
        let item = try await production.wait(isolation: actor, includesSnapshots: true) { try $0.takeNext() }
        switch item {
        case .snapshot(let progress): return progress
        case .newest(let make):
          if let progress = production.newest(make) { return progress }
        case .pause(let time):
          // Cancellation ends the request, and with it the stream.
          try? await Task.sleep(until: time)
        case .end: return nil
        }
      }
    }

    /// The result of the request; unread snapshots are discarded.
    nonisolated(nonsending) func result() async throws -> Progress {
      try await production.wait(isolation: #isolation, includesSnapshots: false) { state in
        state.unread = []
        state.newest = nil
        state.hasUnreadChange = false
        return try state.outcome?.get()
      }
    }
  }
}

// MARK: - Abandonment

extension StreamProduction {
  /// The stream's handle; its deinitialisation signals that no further reader can be created.
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
      try? await Task.sleep(for: Self.abandonmentTimeout)
      self.abandonIfUnread()
    }
  }

  /// Stops the model if there is no reader; the partial answer becomes the result.
  private func abandonIfUnread() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.consumers == 0, state.outcome == nil else { return nil }
      state.isAbandoned = true
      return state.task
    }
    task?.cancel()
  }
}
