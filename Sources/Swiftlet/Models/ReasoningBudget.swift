package import SwiftletChatTemplates
package import SwiftletInference
package import SwiftletTokenizers

/// The maximum number of reasoning tokens, and the message that ends the reasoning when it is reached.
package struct ReasoningBudget: Sendable {
  private let tokenCount: Int
  private let message: String

  /// Creates the reasoning budget of sampling options; `nil` if they have none.
  ///
  /// - Parameters:
  ///   - options: The sampling options.
  ///   - message: The message for options without one.
  package init?(_ options: GGUFLanguageModel.SamplingOptions, message: String? = nil) {
    guard let tokenCount = options.reasoningBudget else { return nil }
    (self.tokenCount, self.message) = (max(0, tokenCount), options.reasoningBudgetMessage ?? message ?? "")
  }

  /// The reasoning limit for a model's answers.
  ///
  /// - Parameters:
  ///   - format: The model's answer format; without tool calls if none are possible.
  ///   - start: The part of the answer in which generation starts.
  ///   - tokenizer: The model's tokenizer.
  /// - Returns: The limit; `nil` if the model does not mark its reasoning.
  package func limit(_ format: AnswerFormat, _ start: AnswerStart, _ tokenizer: Tokenizer) -> ReasoningLimit? {
    if format.isHarmony {
      return ReasoningLimit(
        tokenCount: tokenCount, startTag: Harmony.reasoningPrefix, matchesStartAnywhere: true, startsInReasoning: false,
        endTags: [Harmony.end, Harmony.call, Harmony.final],
        closing: closing(Harmony.end + Harmony.answer, tokenizer))
    }
    guard let reasoning = format.reasoning else { return nil }
    var ends = [reasoning.endTag.trimmed]
    // Some models end their reasoning with a tool call.
    if case .anywhere(let tag)? = format.calls?.placement { ends.append(tag) }
    return ReasoningLimit(
      tokenCount: tokenCount, startTag: reasoning.startTag.trimmed, startsInReasoning: start == .reasoning,
      endTags: ends,
      closing: closing(reasoning.endTag.trimmed, tokenizer))
  }

  /// The tokens of the message followed by a marker.
  private func closing(_ mark: String, _ tokenizer: Tokenizer) -> [TokenID] {
    let segments = [
      TextSegment(text: message, parsesSpecialTokens: false), TextSegment(text: mark, parsesSpecialTokens: true),
    ].filter { !$0.text.isEmpty }
    return tokenizer.continuation(segments).map { Array($0) } ?? tokenizer.encode(segments, addingBOSAndEOS: false)
  }
}

extension AnswerFormat {
  /// The answer format with tool calls removed if there are no tools.
  func limited(to tools: [SwiftletChatTemplates.ToolDefinition]) -> AnswerFormat {
    var format = self
    if tools.isEmpty { format.calls = nil }
    return format
  }
}
