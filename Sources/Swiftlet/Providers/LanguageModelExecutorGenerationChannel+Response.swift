extension LanguageModelExecutorGenerationChannel {
  /// A change to a response.
  public struct Response: Sendable {
    /// The entry that is meant, or `nil` for the one of the event before.
    public var entryID: String?

    /// What to do to it.
    public var action: Action

    /// What can be done to a response.
    ///
    /// A response with a schema is JSON text like any other; the session turns it into a value when it is complete.
    public struct Action: Sendable {
      package enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceTextSegment(TextSegmentReplacement)
        case updateMetadata(Metadata)
        case updateUsage(Usage)
      }

      package let kind: Kind

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

      /// States all there is to tell about the response, in place of what was stated before.
      ///
      /// - Parameter values: What there is to tell; a name that is not repeated disappears.
      /// - Returns: The action.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .updateMetadata(Metadata(values)))
      }

      /// States how many tokens the step has taken so far, in place of what was stated or counted before.
      ///
      /// - Parameters:
      ///   - input: The tokens read.
      ///   - output: The tokens made.
      ///   - metadata: What else there is to tell about them.
      /// - Returns: The action.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
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

  /// What there is to tell about an entry or a call.
  public struct Metadata: Sendable {
    /// What there is to tell, by name.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) {
      self.values = values.mapValues { $0.generatedContent }
    }
  }
}
