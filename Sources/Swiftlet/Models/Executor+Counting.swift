import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension GGUFLanguageModel.Executor {
  /// The number of tokens that messages add to an empty conversation.
  ///
  /// - Throws: ``LanguageModelError/contextSizeExceeded(_:)`` for texts that the template cannot render for their length,
  ///   and that no context of the model has room for, else ``GGUFLanguageModelError``.
  nonisolated(nonsending) func tokenCount(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []
  ) async throws -> Int {
    try await withContents { contents in
      let template = try template(contents)
      // Some templates merge instructions into the first prompt, so a conversation without one gets another.
      let standIn = messages.allSatisfy { $0.role == .system } ? [ChatMessage(role: .user, content: "?")] : []
      func count(_ messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []) throws -> Int {
        guard !messages.isEmpty else { return 0 }
        let segments = try template.render(messages, tools: tools, addingGenerationPrompt: false)
        return contents.engine.tokenizer.encode(segments).count
      }
      do {
        return max(0, try count(messages + standIn, tools: tools) - count(standIn))
      } catch {
        // A template ends at a limit of its own where texts are long, which would hide the reason.
        try checkLength(of: messages.map(\.content), contents.engine)
        throw error
      }
    }
  }

  /// The number of tokens of a text.
  nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
    let segment = TextSegment(text: text, parsesSpecialTokens: false)
    return try await withContents { $0.engine.tokenizer.encode([segment], addingBOSAndEOS: false).count }
  }
}
