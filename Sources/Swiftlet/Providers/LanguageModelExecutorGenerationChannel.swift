/// A channel that delivers an executor's events to a session.
///
/// A session creates the channel, applies each event while ``send(_:)`` runs, and closes the channel when the executor
/// returns. A channel created with ``init()`` buffers its events until you iterate over it, so that an executor can be
/// tested in isolation:
///
/// ```swift
/// let channel = LanguageModelExecutorGenerationChannel()
/// try await executor.respond(to: request, model: model, streamingInto: channel)
/// var events = channel.makeAsyncIterator()
/// let first = try await events.next(isolation: nil)
/// ```
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = Event

  private let events: AsyncStream<Event>
  private let deliver: nonisolated(nonsending) @Sendable (Event) async -> Void

  /// Creates a channel that buffers its events for an iterator.
  public init() {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    self.events = events
    deliver = { continuation.yield($0) }
  }

  /// Creates a channel that passes each event to a closure; its iterators are empty.
  package init(deliver: nonisolated(nonsending) @escaping @Sendable (Event) async -> Void) {
    events = AsyncStream { $0.finish() }
    self.deliver = deliver
  }

  /// The error type of the sequence.
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Error

  /// Sends an event.
  ///
  /// - Parameter event: The event.
  public nonisolated(nonsending) func send(_ event: Event) async {
    await deliver(event)
  }

  /// Creates an iterator over the unread events.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: events.makeAsyncIterator())
  }

  /// An iterator over the events of a channel.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The element type.
    public typealias Element = Event

    /// The error type of the sequence.
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Error

    var base: AsyncStream<Event>.AsyncIterator

    /// Waits for the next event.
    ///
    /// - Parameter actor: The actor on which to resume.
    /// - Returns: The event, or `nil` when the task is cancelled.
    /// - Throws: Currently nothing.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Event? {
      await base.next(isolation: actor)
    }
  }
}
