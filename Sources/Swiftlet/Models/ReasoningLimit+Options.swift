import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension ReasoningLimit {
  /// Creates the reasoning limit of sampling options for a model's answers; `nil` if they have none, or the model does
  /// not mark its reasoning.
  ///
  /// - Parameters:
  ///   - options: The sampling options.
  ///   - message: The message that ends the reasoning at the limit, for options without one.
  ///   - format: The model's answer format; without tool calls if none are possible.
  ///   - start: The part of the answer in which generation starts.
  ///   - tokenizer: The model's tokenizer.
  init?(
    _ options: SamplingOptions, message: String? = nil, _ format: AnswerFormat, _ start: AnswerStart,
    _ tokenizer: Tokenizer
  ) {
    guard let budget = options.reasoningBudget else { return nil }
    let tokenCount = max(0, budget)
    /// The tokens of the message followed by a marker.
    func closing(_ mark: String) -> [TokenID] {
      let segments = [
        TextSegment(text: options.reasoningBudgetMessage ?? message ?? "", parsesSpecialTokens: false),
        TextSegment(text: mark, parsesSpecialTokens: true),
      ].filter { !$0.text.isEmpty }
      return tokenizer.continuation(segments).map { Array($0) } ?? tokenizer.encode(segments, addingBOSAndEOS: false)
    }
    if format.isHarmony {
      self.init(
        tokenCount: tokenCount, startTag: Harmony.reasoningPrefix, matchesStartAnywhere: true, startsInReasoning: false,
        endTags: [Harmony.end, Harmony.call, Harmony.final], closing: closing(Harmony.end + Harmony.answer))
      return
    }
    guard let reasoning = format.reasoning else { return nil }
    var ends = [reasoning.endTag.trimmed]
    // Some models end their reasoning with a tool call.
    if case .anywhere(let tag)? = format.calls?.placement { ends.append(tag) }
    self.init(
      tokenCount: tokenCount, startTag: reasoning.startTag.trimmed, startsInReasoning: start == .reasoning,
      endTags: ends, closing: closing(reasoning.endTag.trimmed))
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
