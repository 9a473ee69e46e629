package import SwiftletChatTemplates
package import SwiftletInference
package import SwiftletTokenizers

extension ChatTemplate {
  /// The template of an engine's model, or the plain form if it has none.
  package init(_ engine: InferenceEngine) throws(ChatTemplateError) {
    try self.init(
      source: engine.chatTemplate, toolSource: engine.toolChatTemplate, vocabulary: engine.tokenizer.vocabulary)
  }

  /// The template of a model's file, or the plain form if it has none.
  ///
  /// - Parameters:
  ///   - source: The text of `tokenizer.chat_template`.
  ///   - toolSource: The text of `tokenizer.chat_template.tool_use`, for conversations with tools.
  ///   - vocabulary: The model's tokens.
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
