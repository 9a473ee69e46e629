import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension TextGenerator {
  /// The number of tokens that messages add to an empty conversation.
  ///
  /// - Throws: ``LanguageModelError/contextSizeExceeded(_:)`` for texts that the template cannot render for their length,
  ///   and that no context of the model has room for, else ``GGUFLanguageModelError``.
  nonisolated(nonsending) func tokenCount(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []
  ) async throws -> Int {
    let contents = try await slot.acquire()
    defer { slot.release() }
    let (engine, template) = (contents.engine, try template(contents))
    // Some templates merge instructions into the first prompt, so a conversation without one gets a placeholder.
    let standIn = messages.allSatisfy { $0.role == .system } ? [ChatMessage(role: .user, content: "?")] : []
    func count(_ messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []) throws -> Int {
      guard !messages.isEmpty else { return 0 }
      let segments = try mappingTemplateErrors { () throws(ChatTemplateError) in
        try template.render(messages, tools: tools, addingGenerationPrompt: false)
      }
      return engine.tokenizer.encode(segments).count
    }
    return try await mappingErrors {
      do {
        return max(0, try count(messages + standIn, tools: tools) - count(standIn))
      } catch {
        // A template ends at a limit of its own where texts are long, which would hide the reason.
        try checkLength(of: messages.map(\.content), engine)
        throw error
      }
    }
  }

  /// The number of tokens of a text.
  nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
    let segment = TextSegment(text: text, parsesSpecialTokens: false)
    let contents = try await slot.acquire()
    defer { slot.release() }
    return contents.engine.tokenizer.encode([segment], addingBOSAndEOS: false).count
  }
}
