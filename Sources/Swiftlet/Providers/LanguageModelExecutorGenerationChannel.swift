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

extension LanguageModelExecutorGenerationChannel {
  /// An event that an executor sends to a session.
  ///
  /// Events change response, reasoning or tool calls entries of the transcript. The first event of a kind with an
  /// identifier creates the entry of that kind and identifier, whatever its action. Without an identifier, an event
  /// belongs to the entry of the preceding event if that was of the same kind, and otherwise creates an entry.
  /// Identifiers are scoped to one step of a request.
  ///
  /// An entry that is still empty when a step ends with tool calls is dropped, so that usage may be reported on a
  /// response entry without text.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
    }

    package let kind: Kind

    /// Creates an event for a response entry.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry; `nil` for the current one.
    ///   - action: The change to apply to the entry.
    /// - Returns: The event.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// Creates an event for a reasoning entry.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry; `nil` for the current one.
    ///   - action: The change to apply to the entry.
    /// - Returns: The event.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// Creates an event for a tool calls entry.
    ///
    /// - Parameters:
    ///   - entryID: The identifier of the entry; `nil` for the current one.
    ///   - action: The change to apply to the entry.
    /// - Returns: The event.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }
  }
}
