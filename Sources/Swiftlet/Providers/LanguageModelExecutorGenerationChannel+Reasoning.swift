public import Foundation

extension LanguageModelExecutorGenerationChannel {
  /// An event that changes a reasoning entry.
  public struct Reasoning: Sendable {
    /// The identifier of the entry; `nil` for the entry of the preceding event.
    public var entryID: String?

    /// The change to apply to the entry.
    public var action: Action

    /// A change to a reasoning entry.
    ///
    /// Its tokens count as reasoning tokens as well as output tokens.
    public struct Action: Sendable {
      package enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceTextSegment(TextSegmentReplacement)
        case updateSignature(ReasoningSignature)
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

      /// Sets the signature by which the provider recognizes its own reasoning.
      ///
      /// - Parameters:
      ///   - signature: The signature, which the transcript stores unchanged.
      ///   - tokenCount: The number of tokens of the signature.
      /// - Returns: The action.
      public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
        Action(kind: .updateSignature(ReasoningSignature(signature: signature, tokenCount: tokenCount)))
      }

      /// Replaces the metadata of the reasoning entry.
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

  /// A signature by which a provider recognizes its own reasoning.
  public struct ReasoningSignature: Sendable {
    /// The bytes of the signature.
    public var signature: Data
    /// The number of tokens of the signature.
    public var tokenCount: Int
  }
}
