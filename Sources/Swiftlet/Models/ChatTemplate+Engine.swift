package import SwiftletChatTemplates
package import SwiftletInference
import SwiftletJSON
package import SwiftletTokenizers

extension ChatTemplate {
  /// Creates the chat template of an engine's model, or the plain template if the model has none.
  package init(_ engine: InferenceEngine) throws(ChatTemplateError) {
    try self.init(
      source: engine.chatTemplate, toolSource: engine.toolChatTemplate, vocabulary: engine.tokenizer.vocabulary)
  }

  /// Creates the chat template of a model's file, or the plain template if the file has none.
  ///
  /// - Parameters:
  ///   - source: The value of `tokenizer.chat_template`.
  ///   - toolSource: The value of `tokenizer.chat_template.tool_use`, for conversations with tools.
  ///   - vocabulary: The model's vocabulary.
  /// - Throws: ``ChatTemplateError``
  package init(source: String?, toolSource: String?, vocabulary: Vocabulary) throws(ChatTemplateError) {
    guard let source else {
      self = .plain
      return
    }
    func text(of id: TokenID?) -> String? { id.map { String(decoding: vocabulary.bytes(of: $0), as: UTF8.self) } }
    try self.init(
      source: source, toolSource: toolSource, bos: text(of: vocabulary.bosID), eos: text(of: vocabulary.eosID),
      ends: vocabulary.endOfGeneration.sorted().compactMap(text))
  }
}

extension ChatTemplate {
  /// The common prefix of all renderings that begin with these messages, up to the end of the last one's text.
  package func commonPrefix(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition]
  ) throws(ChatTemplateError) -> [TextSegment] {
    // Computed from two continuations. Some templates merge instructions into the first prompt, so a conversation
    // without one gets a placeholder.
    var texts: [[TextSegment]] = []
    for ending in ["?", "!"] {
      var messages = messages
      if messages.last?.role == .user {
        messages[messages.count - 1].content += ending
      } else {
        messages.append(ChatMessage(role: .user, content: ending))
      }
      texts.append(try render(messages, tools: tools, addingGenerationPrompt: false))
    }
    return texts[0].commonPrefix(texts[1])
  }
}

extension [TextSegment] {
  /// The common prefix of two renderings.
  func commonPrefix(_ other: [TextSegment]) -> [TextSegment] {
    var common: [TextSegment] = []
    for (one, two) in zip(self, other) {
      guard one.parsesSpecialTokens == two.parsesSpecialTokens else { break }
      if one == two {
        common.append(one)
        continue
      }
      let bytes = zip(one.text.utf8, two.text.utf8).prefix { $0 == $1 }.map(\.0)
      // The texts differ in an ASCII character, so no UTF-8 sequence is split.
      if !bytes.isEmpty {
        common.append(
          TextSegment(text: String(decoding: bytes, as: UTF8.self), parsesSpecialTokens: one.parsesSpecialTokens))
      }
      break
    }
    return common
  }
}

extension ChatTemplate {
  /// The text that the template makes of an answer with tool calls, without the end of the message.
  ///
  /// - Returns: The text; `nil` if the prompt is no prefix of the rendered conversation.
  /// - Throws: ``ChatTemplateError``
  func textOfAnswer(
    calling calls: [ToolCall], after messages: [ChatMessage], prompt: String, tools: [ToolDefinition],
    reasoning: ReasoningEffort?, variables: [String: JSONValue] = [:]
  ) throws(ChatTemplateError) -> String? {
    func rendered(_ answer: ChatMessage) throws(ChatTemplateError) -> String? {
      let text = try render(
        messages + [answer], tools: tools, reasoning: reasoning, variables: variables, addingGenerationPrompt: false
      ).text
      return text.utf8.starts(with: prompt.utf8) ? String(text.utf8.dropFirst(prompt.utf8.count)) : nil
    }
    let words = "words"
    guard let answer = try rendered(ChatMessage(role: .assistant, content: "", toolCalls: calls)),
      let end = try rendered(ChatMessage(role: .assistant, content: words)),
      end.hasPrefix(words), answer.hasSuffix(end.dropFirst(words.count))
    else { return nil }
    return String(answer.dropLast(end.count - words.count))
  }
}
