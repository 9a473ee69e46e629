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
