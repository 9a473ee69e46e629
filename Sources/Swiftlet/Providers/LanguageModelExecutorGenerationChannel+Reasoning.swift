public import Foundation

extension LanguageModelExecutorGenerationChannel {
  /// A change to a thought.
  public struct Reasoning: Sendable {
    /// The entry that is meant, or `nil` for the one of the event before.
    public var entryID: String?

    /// What to do to it.
    public var action: Action

    /// What can be done to a thought.
    ///
    /// Its tokens count as reasoning, besides counting as output.
    public struct Action: Sendable {
      package enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceTextSegment(TextSegmentReplacement)
        case updateSignature(ReasoningSignature)
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

      /// States the bytes by which the provider knows its own thought again.
      ///
      /// - Parameters:
      ///   - signature: The bytes, which the transcript keeps as they are.
      ///   - tokenCount: How many tokens they took.
      /// - Returns: The action.
      public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
        Action(kind: .updateSignature(ReasoningSignature(signature: signature, tokenCount: tokenCount)))
      }

      /// States all there is to tell about the thought, in place of what was stated before.
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

  /// Bytes by which a provider knows its own thought again.
  public struct ReasoningSignature: Sendable {
    /// The bytes.
    public var signature: Data
    /// How many tokens they took.
    public var tokenCount: Int
  }
}
