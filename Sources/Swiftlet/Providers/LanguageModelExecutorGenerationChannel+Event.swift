extension LanguageModelExecutorGenerationChannel {
  /// Something that an executor tells a session.
  public struct Event: Sendable {
    enum Kind: Sendable {
      case response(Response)
    }

    let kind: Kind

    /// Makes an event that concerns a response.
    ///
    /// The first event with an identifier opens the entry of that identifier. Without one, an event belongs to the
    /// entry of the event before it, if that was a response too, and else opens an entry.
    ///
    /// - Parameters:
    ///   - entryID: The entry that is meant.
    ///   - action: What to do to it.
    /// - Returns: The event.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }
  }

  /// A change to a response.
  public struct Response: Sendable {
    /// The entry that is meant, or `nil` for the one of the event before.
    public var entryID: String?

    /// What to do to it.
    public var action: Action

    /// What can be done to a response.
    public struct Action: Sendable {
      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceTextSegment(TextSegmentReplacement)
        case updateUsage(Usage)
      }

      let kind: Kind

      /// Adds text at the end of a segment.
      ///
      /// - Parameters:
      ///   - text: The new text alone.
      ///   - segmentID: The segment, or `nil` for the entry's current one.
      ///   - tokenCount: How many tokens the text took.
      /// - Returns: The action.
      public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(kind: .appendText(TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Puts other text in the place of a segment's.
      ///
      /// - Parameters:
      ///   - text: All of the segment's text.
      ///   - segmentID: The segment, or `nil` for the entry's current one.
      ///   - tokenCount: How many tokens the text took.
      /// - Returns: The action.
      public static func replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(
          kind: .replaceTextSegment(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// States how many tokens the request has taken so far, in place of what was stated or counted before.
      ///
      /// - Parameters:
      ///   - input: The tokens read.
      ///   - output: The tokens made.
      /// - Returns: The action.
      public static func updateUsage(input: Usage.Input, output: Usage.Output) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output)))
      }
    }
  }

  /// Text to add to a segment.
  public struct TextFragment: Sendable {
    /// The new text alone.
    public var content: String
    /// The segment, or `nil` for the entry's current one.
    public var segmentID: String?
    /// How many tokens the text took.
    public var tokenCount: Int
  }

  /// Text that takes the place of a segment's.
  public struct TextSegmentReplacement: Sendable {
    /// All of the segment's text.
    public var content: String
    /// The segment, or `nil` for the entry's current one.
    public var segmentID: String?
    /// How many tokens the text took.
    public var tokenCount: Int
  }
}
