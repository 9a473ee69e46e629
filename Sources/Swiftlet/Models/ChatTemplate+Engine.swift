package import SwiftletChatTemplates
package import SwiftletInference
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
