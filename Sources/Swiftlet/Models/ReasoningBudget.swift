package import SwiftletChatTemplates
package import SwiftletInference
package import SwiftletTokenizers

/// How many tokens of an answer may be thoughts, and what is said when there have been so many.
package struct ReasoningBudget: Sendable {
  private let tokenCount: Int
  private let message: String

  /// The budget of some options; `nil` if they have none.
  package init?(_ options: GGUFLanguageModel.SamplingOptions) {
    guard let tokenCount = options.reasoningBudget else { return nil }
    (self.tokenCount, message) = (max(0, tokenCount), options.reasoningBudgetMessage ?? "")
  }

  /// What the budget means for the answers of a model.
  ///
  /// - Parameters:
  ///   - format: How the model writes answers; without calls if there can be none.
  ///   - start: Where in the answer its first token is.
  ///   - tokenizer: The model's tokenizer.
  /// - Returns: The limit; `nil` if the model does not mark its thoughts.
  package func limit(_ format: AnswerFormat, _ start: AnswerStart, _ tokenizer: Tokenizer) -> ReasoningLimit? {
    if format.isHarmony {
      return ReasoningLimit(
        tokenCount: tokenCount, begin: Harmony.thought, beginsAnywhere: true, isBegun: false,
        ends: [Harmony.end, Harmony.call, Harmony.final],
        closing: closing(Harmony.end + Harmony.answer, tokenizer))
    }
    guard let reasoning = format.reasoning else { return nil }
    var ends = [reasoning.end.trimmed]
    // Some models go from thoughts to calls without a word.
    if case .anywhere(let tag)? = format.calls?.place { ends.append(tag) }
    return ReasoningLimit(
      tokenCount: tokenCount, begin: reasoning.begin.trimmed, isBegun: start == .reasoning, ends: ends,
      closing: closing(reasoning.end.trimmed, tokenizer))
  }

  /// The tokens of the message and of a mark.
  private func closing(_ mark: String, _ tokenizer: Tokenizer) -> [TokenID] {
    let segments = [
      TextSegment(text: message, parsesSpecialTokens: false), TextSegment(text: mark, parsesSpecialTokens: true),
    ].filter { !$0.text.isEmpty }
    return tokenizer.continuation(segments).map { Array($0) } ?? tokenizer.encode(segments, addingBOSAndEOS: false)
  }
}

extension AnswerFormat {
  /// The format for answers in which only some tools can be called.
  func reading(_ tools: [SwiftletChatTemplates.ToolDefinition]) -> AnswerFormat {
    var format = self
    if tools.isEmpty { format.calls = nil }
    return format
  }
}
