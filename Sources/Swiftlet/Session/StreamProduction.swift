import Synchronization

/// The request behind a stream: runs it in a task of its own and keeps what its readers have not read.
///
/// The task holds the production. Whether anybody is still interested is told by two small objects, ``Owner`` and
/// ``Consumer``, which the stream and its iterators hold, and whose end of life is the sign that they are gone.
final class StreamProduction: Sendable {
  private let run: @Sendable (StreamProduction) async throws -> Progress
  private let state = Mutex(State())

  fileprivate struct State: Sendable {
    var task: Task<Void, Never>?
    /// Snapshots that have been made, the oldest first.
    var unread: [Progress] = []
    /// Makes the newest snapshot, if there is one behind those that have been made.
    var newest: (@Sendable () -> Progress?)?
    /// The earliest time of the next snapshot that ``newest`` makes.
    var nextSnapshot: ContinuousClock.Instant?
    /// True if the answer has changed since the last snapshot.
    var isAhead = false
    var outcome: Result<Progress, any Error>?
    var waiting: [Waiter] = []
    var isOwned = true
    var consumers = 0
    var isAbandoned = false
  }

  /// Somebody who waits: for the end alone, or for snapshots too.
  fileprivate struct Waiter: Sendable {
    var continuation: CheckedContinuation<Void, Never>
    var wantsSnapshots: Bool
  }

  /// The greatest number of unread snapshots; each holds the whole text so far, so the newest is enough for whoever is
  /// that far behind.
  private static let unreadLimit = 16

  /// The shortest time between two snapshots of a long answer.
  ///
  /// While a snapshot is held, text that grows has to be copied. No model is that fast; a reader of a server's answer or
  /// of one that is kept would copy the text for every fragment.
  private static let snapshotInterval = Duration.microseconds(100)

  /// How long the model goes on when nobody reads a stream that could still be read.
  private static let patience = Duration.milliseconds(500)

  /// Creates the production of a request, which begins when it is first read.
  init(session: LanguageModelSession, inquiry: Inquiry) {
    run = { production in
      try await session.run(
        inquiry, onNews: { production.take($0) }, isAbandoned: { production.state.withLock(\.isAbandoned) })
    }
  }

  /// Creates a production of something that is known already, which has one snapshot.
  init(finished progress: Progress) {
    run = { production in
      production.take(.progress(progress))
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

  private func take(_ news: StreamNews) {
    publish { state in
      switch news {
      case .progress(let progress):
        if state.unread.count == Self.unreadLimit { state.unread = [] }
        state.unread.append(progress)
      case .change(let newest):
        state.newest = newest
        state.isAhead = true
      case .last(let progress):
        guard state.isAhead else { return }
        state.unread.append(progress)
        state.newest = nil
        state.isAhead = false
      }
    }
  }

  /// Changes the state and wakes those who wait for a change.
  private func publish(_ change: (inout State) -> Void) {
    let woken = state.withLock { state -> [Waiter] in
      change(&state)
      guard state.waiting.contains(where: { state.concerns($0) }) else { return [] }
      let woken = state.waiting.filter(state.concerns)
      state.waiting.removeAll(where: state.concerns)
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
  /// A reader's next step.
  enum Piece: Sendable {
    case snapshot(Progress)
    case newest(@Sendable () -> Progress?)
    /// Nothing before that time.
    case pause(until: ContinuousClock.Instant)
    case end
  }

  /// Takes what a reader is to be given next, if there is anything.
  ///
  /// - Throws: The error with which the request failed, once there is nothing else.
  fileprivate mutating func takeNext() throws -> Piece? {
    if !unread.isEmpty { return .snapshot(unread.removeFirst()) }
    guard let outcome else {
      guard newest != nil else { return nil }
      if let nextSnapshot, .now < nextSnapshot { return .pause(until: nextSnapshot) }
      return newest.take().map { .newest($0) }
    }
    let result = try outcome.get()
    guard isAhead else { return .end }
    isAhead = false
    return .snapshot(result)
  }

  /// Tells whether there is something for somebody who waits.
  fileprivate func concerns(_ waiter: StreamProduction.Waiter) -> Bool {
    outcome != nil || waiter.wantsSnapshots && (!unread.isEmpty || newest != nil)
  }
}

extension StreamProduction {
  /// Waits until something can be taken from the state.
  ///
  /// Cancelling the waiting task cancels the request, whose end then ends the waiting.
  private func wait<Taken: Sendable>(
    isolation actor: isolated (any Actor)?, wantsSnapshots: Bool,
    for take: @Sendable (inout State) throws -> Taken?
  ) async throws -> Taken {
    start()
    return try await withTaskCancellationHandler {
      while true {
        if let taken = try state.withLock({ try take(&$0) }) { return taken }
        await withCheckedContinuation(isolation: actor) { continuation in
          let waiter = Waiter(continuation: continuation, wantsSnapshots: wantsSnapshots)
          let isReady = state.withLock { state in
            if state.concerns(waiter) { return true }
            state.waiting.append(waiter)
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Makes the newest snapshot, outside the lock: it takes as long as what it shows is large.
  private func newest(_ make: () -> Progress?) -> Progress? {
    state.withLock { $0.isAhead = false }
    let progress = make()
    state.withLock { state in
      state.nextSnapshot = .now + Self.snapshotInterval
      // The request may just have ended, whose outcome then is the last snapshot.
      if progress == nil { state.isAhead = true }
    }
    return progress
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
      while true {
        let piece = try await production.wait(isolation: actor, wantsSnapshots: true) { try $0.takeNext() }
        switch piece {
        case .snapshot(let progress): return progress
        case .newest(let make):
          if let progress = production.newest(make) { return progress }
        case .pause(let time):
          // Cancelling ends the request, and with it the stream.
          try? await Task.sleep(until: time)
        case .end: return nil
        }
      }
    }

    /// The end of the stream, past all snapshots.
    nonisolated(nonsending) func result() async throws -> Progress {
      try await production.wait(isolation: #isolation, wantsSnapshots: false) { state in
        state.unread = []
        state.newest = nil
        state.isAhead = false
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
