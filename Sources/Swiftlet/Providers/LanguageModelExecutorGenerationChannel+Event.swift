extension LanguageModelExecutorGenerationChannel {
  /// Something that an executor tells a session.
  ///
  /// Events concern a response, a thought or the calls of tools, which are entries of the transcript side by side. The
  /// first event of a kind with an identifier opens the entry of that kind and identifier, whatever it does. Without an
  /// identifier, an event belongs to the entry of the event before it if that was of the same kind, and else opens an
  /// entry. Identifiers mean the same only within one step of a request.
  ///
  /// An entry that is still empty when a step ends with the calls of tools is dropped, so that usage may be reported on a
  /// response that never comes.
  public struct Event: Sendable {
    package enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
    }

    package let kind: Kind

    /// Makes an event that concerns a response.
    ///
    /// - Parameters:
    ///   - entryID: The entry that is meant.
    ///   - action: What to do to it.
    /// - Returns: The event.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// Makes an event that concerns a thought.
    ///
    /// - Parameters:
    ///   - entryID: The entry that is meant.
    ///   - action: What to do to it.
    /// - Returns: The event.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// Makes an event that concerns the calls of tools.
    ///
    /// - Parameters:
    ///   - entryID: The entry that is meant.
    ///   - action: What to do to it.
    /// - Returns: The event.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }
  }
}
