/// Where an executor puts its answer, event by event.
///
/// A session makes the channel, takes in each event while ``send(_:)`` runs, and closes the channel when the executor
/// returns. A channel that you make yourself keeps its events until you iterate over it, so that an executor can be
/// tested alone:
///
/// ```swift
/// let channel = LanguageModelExecutorGenerationChannel()
/// try await executor.respond(to: request, model: model, streamingInto: channel)
/// var events = channel.makeAsyncIterator()
/// let first = try await events.next(isolation: nil)
/// ```
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// What is sent.
  public typealias Element = Event

  private let events: AsyncStream<Event>
  private let deliver: nonisolated(nonsending) @Sendable (Event) async -> Void

  /// Creates a channel that keeps its events for an iterator.
  public init() {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    self.events = events
    deliver = { continuation.yield($0) }
  }

  /// Creates a channel that hands each event on while it is being sent, so that its iterators find nothing.
  package init(deliver: nonisolated(nonsending) @escaping @Sendable (Event) async -> Void) {
    events = AsyncStream { $0.finish() }
    self.deliver = deliver
  }

  /// The errors of the sequence.
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Error

  /// Sends an event.
  ///
  /// - Parameter event: What happened.
  public nonisolated(nonsending) func send(_ event: Event) async {
    await deliver(event)
  }

  /// Makes an iterator over the events that have not been read.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: events.makeAsyncIterator())
  }

  /// Reads the events of a channel.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// What is read.
    public typealias Element = Event

    /// The errors of the sequence.
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Error

    var base: AsyncStream<Event>.AsyncIterator

    /// Waits for the next event.
    ///
    /// - Parameter actor: The actor on which to go on.
    /// - Returns: The event, or `nil` when the task is cancelled.
    /// - Throws: Nothing so far.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Event? {
      await base.next(isolation: actor)
    }
  }
}
