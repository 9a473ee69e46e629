import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension TextGenerator {
  /// How many tokens a conversation has that begins with these messages, without those of an empty one.
  nonisolated(nonsending) func tokenCount(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []
  ) async throws -> Int {
    let contents = try await slot.begin()
    defer { slot.end() }
    let (engine, template) = (contents.engine, try template(contents))
    // Some forms put instructions into the first prompt, so a conversation without one has to be given a stand-in.
    let standIn = messages.allSatisfy { $0.role == .system } ? [ChatMessage(role: .user, content: "?")] : []
    func count(_ messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []) throws -> Int {
      guard !messages.isEmpty else { return 0 }
      let segments = try written { () throws(ChatTemplateError) in
        try template.render(messages, tools: tools, addingGenerationPrompt: false)
      }
      return engine.tokenizer.encode(segments).count
    }
    return max(0, try count(messages + standIn, tools: tools) - count(standIn))
  }

  /// How many tokens a text has.
  nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
    let segment = TextSegment(text: text, parsesSpecialTokens: false)
    let contents = try await slot.begin()
    defer { slot.end() }
    return contents.engine.tokenizer.encode([segment], addingBOSAndEOS: false).count
  }
}
