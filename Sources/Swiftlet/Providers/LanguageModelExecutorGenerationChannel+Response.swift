extension LanguageModelExecutorGenerationChannel {
  /// An event that changes a response entry.
  public struct Response: Sendable {
    /// The identifier of the entry; `nil` for the entry of the preceding event.
    public var entryID: String?

    /// The change to apply to the entry.
    public var action: Action

    /// A change to a response entry.
    ///
    /// A response with a schema is sent as JSON text; the session parses it when it is complete.
    public struct Action: Sendable {
      package enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceTextSegment(TextSegmentReplacement)
        case addAttachmentSegment(Transcript.AttachmentSegment)
        case removeAttachmentSegment(id: String)
        case updateMetadata(Metadata)
        case updateUsage(Usage)
      }

      package let kind: Kind

      /// Appends text to a segment.
      ///
      /// - Parameters:
      ///   - text: The text to append.
      ///   - segmentID: The identifier of the segment; `nil` for the entry's current one.
      ///   - tokenCount: The number of tokens of the text.
      /// - Returns: The action.
      public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(kind: .appendText(TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Replaces the text of a segment.
      ///
      /// - Parameters:
      ///   - text: The new text of the segment.
      ///   - segmentID: The identifier of the segment; `nil` for the entry's current one.
      ///   - tokenCount: The number of tokens of the text.
      /// - Returns: The action.
      public static func replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(
          kind: .replaceTextSegment(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Appends a segment with an attachment.
      ///
      /// - Parameter segment: The segment, which is added even if there is one with its identifier.
      /// - Returns: The action.
      public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
        Action(kind: .addAttachmentSegment(segment))
      }

      /// Removes a segment with an attachment.
      ///
      /// - Parameter id: The identifier of the segment.
      /// - Returns: The action.
      public static func removeAttachmentSegment(id: String) -> Action {
        Action(kind: .removeAttachmentSegment(id: id))
      }

      /// Replaces the metadata of the response.
      ///
      /// - Parameter values: The metadata; names that are absent are removed.
      /// - Returns: The action.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .updateMetadata(Metadata(values)))
      }

      /// Sets the token usage of the step so far, replacing earlier values.
      ///
      /// - Parameters:
      ///   - input: The prompt tokens.
      ///   - output: The generated tokens.
      ///   - metadata: Additional usage values from the model's provider.
      /// - Returns: The action.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }

  /// Text to append to a segment.
  public struct TextFragment: Sendable {
    /// The text to append.
    public var content: String
    /// The identifier of the segment; `nil` for the entry's current one.
    public var segmentID: String?
    /// The number of tokens of the text.
    public var tokenCount: Int
  }

  /// A replacement of a segment's text.
  public struct TextSegmentReplacement: Sendable {
    /// The new text of the segment.
    public var content: String
    /// The identifier of the segment; `nil` for the entry's current one.
    public var segmentID: String?
    /// The number of tokens of the text.
    public var tokenCount: Int
  }

  /// The metadata of an entry or a call.
  public struct Metadata: Sendable {
    /// The metadata values by name.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) {
      self.values = values.mapValues { $0.generatedContent }
    }
  }
}
