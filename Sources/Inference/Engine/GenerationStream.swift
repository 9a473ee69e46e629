import Synchronization

/// The stream of a request's events.
///
/// Ending the iteration early, or cancelling the task that iterates, stops the generation; in a cancelled task the
/// stream ends without ``GenerationEvent/finished(_:)``. There is no back-pressure: events are buffered for a slow
/// consumer.
///
/// A consumer that waits is resumed for the first token at once. Where tokens follow one another within less than four
/// milliseconds, it is resumed at most once in that time, as each time takes some of the processors' time from the model.
public struct GenerationStream: AsyncSequence, Sendable {
  /// The events of the stream.
  public typealias Element = GenerationEvent
  /// The error type; all errors are ``InferenceError``.
  public typealias Failure = any Error

  let reader: EventBuffer.Reader

  /// True if the request has failed, as one does at once that is invalid or finds the queue full.
  package var isRefused: Bool { reader.buffer.hasFailed }

  /// Ends the generation.
  package func cancel() { reader.cancel() }

  /// Returns the statistics of the request until its last event or now, if it has not ended.
  ///
  /// - Parameter generatedTokens: The number of tokens that the consumer counts, which may be fewer than there are.
  /// - Returns: The statistics, with that number of generated tokens.
  package func statistics(generatedTokens: Int) -> RequestStatistics {
    var statistics = reader.buffer.statistics
    statistics.tokenStatistics.generatedTokens = Swift.min(generatedTokens, statistics.generatedTokens)
    return statistics
  }

  /// Starts the iteration; a stream has one.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

  /// An iterator over the events of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: EventBuffer.Reader
    /// The events that have been taken from the buffer, and the number of those that have been returned.
    private var taken: [GenerationEvent] = []
    private var returnedCount = 0

    fileprivate init(reader: EventBuffer.Reader) { self.reader = reader }

    /// Waits for the next event.
    ///
    /// - Parameter actor: The actor on which to resume.
    /// - Returns: The event; nil at the end.
    /// - Throws: ``InferenceError``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> GenerationEvent? {
      if returnedCount == taken.count {
        (taken, returnedCount) = ([], 0)
        taken = try await reader.next(isolation: actor)
        if taken.isEmpty { return nil }
      } else if Task.isCancelled {
        reader.cancel()
      }
      returnedCount += 1
      return taken[returnedCount - 1]
    }
  }
}

/// The events of a request that its reader has not read yet.
///
/// The engine's thread appends events, which costs it a lock, and decides when to wake a reader that waits; a reader
/// that is busy finds all of them when it comes back.
final class EventBuffer: Sendable {
  private struct State {
    var unread: [GenerationEvent] = []
    /// The end of the events, with the error to throw; nil while events may follow.
    var end: Result<Void, InferenceError>?
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The statistics at the last event, and the start of the phase then.
    var statistics = RequestStatistics()
    var phaseStart: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// The number of events for which the reader reserves memory, so that the engine's thread allocates none.
  private static let reservedCount = 8

  /// Appends an event with the statistics at its time; ignored after the end.
  func append(
    _ event: GenerationEvent, _ statistics: RequestStatistics? = nil, phaseStart: ContinuousClock.Instant? = nil
  ) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.unread.append(event)
      guard let statistics else { return }
      (state.statistics, state.phaseStart) = (statistics, phaseStart)
    }
  }

  /// The statistics at the last event, with the time of generation until now if it has not ended.
  fileprivate var statistics: RequestStatistics {
    let (now, known) = (ContinuousClock.now, state.withLock { ($0.statistics, $0.phaseStart) })
    var statistics = known.0
    if let start = known.1, statistics.generatedTokens > 0, statistics.generationTime == .zero {
      statistics.generationTime = now - start
    }
    return statistics
  }

  /// Ends the events and wakes the reader, who throws the error, if there is one, after the unread events.
  func finish(_ error: InferenceError? = nil) {
    _ = end(error.map { .failure($0) } ?? .success(()))
  }

  /// Ends the events as ``finish(_:)`` does; returns false if they have ended before.
  private func end(_ end: Result<Void, InferenceError>) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.end = state.end ?? end }
      return state.end == nil
    }
    wake()
    return isFirst
  }

  /// True if the events have ended with an error that has not been thrown yet.
  fileprivate var hasFailed: Bool {
    state.withLock { if case .failure = $0.end { true } else { false } }
  }

  /// True if a reader waits that has not been woken since the last event.
  var hasWaitingReader: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Wakes the reader if it waits.
  func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting.removeAll() }
      return state.waiting
    }
    for reader in waiting { reader.resume() }
  }

  /// Removes and returns the unread events: none at the end, nil if there will be some later.
  private func take() throws(InferenceError) -> [GenerationEvent]? {
    // Reserved outside the lock.
    var fresh: [GenerationEvent] = []
    fresh.reserveCapacity(Self.reservedCount)
    let taken = state.withLock { state -> Result<[GenerationEvent], InferenceError>? in
      guard state.unread.isEmpty else {
        swap(&state.unread, &fresh)
        return .success(fresh)
      }
      // An error is thrown once.
      defer { if state.end != nil { state.end = .success(()) } }
      return state.end.map { end in end.map { [] } }
    }
    return try taken?.get()
  }

  /// Resumes a reader when there are events, or at the end; it may be resumed without either.
  private func wait(_ reader: CheckedContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      guard state.unread.isEmpty, state.end == nil else { return true }
      state.waiting.append(reader)
      return false
    }
    if isReady { reader.resume() }
  }
}

extension EventBuffer {
  /// The reader's end of a buffer; its deinitialisation cancels the request, as does that of its task.
  final class Reader: Sendable {
    fileprivate let buffer: EventBuffer
    private let onCancel: @Sendable () -> Void

    /// Creates the end of a buffer; `onCancel` is called at most once, and not after the end of the events.
    init(_ buffer: EventBuffer, onCancel: @escaping @Sendable () -> Void) {
      (self.buffer, self.onCancel) = (buffer, onCancel)
    }

    deinit { cancel() }

    /// Ends the events and the request.
    func cancel() {
      if buffer.end(.success(())) { onCancel() }
    }

    /// Waits for unread events; there are none at the end.
    func next(isolation actor: isolated (any Actor)?) async throws -> [GenerationEvent] {
      try await withTaskCancellationHandler {
        while true {
          if let events = try buffer.take() { return events }
          await withCheckedContinuation(isolation: actor) { buffer.wait($0) }
        }
      } onCancel: {
        cancel()
      }
    }
  }
}
