import SwiftletChatTemplates
import SwiftletGuides

extension [ChatMessage] {
  /// Shows the model what it will be held to.
  mutating func ask(for schema: GenerationSchema) {
    guard let last = lastIndex(where: { $0.role == .user }) else { return }
    self[last].content += SchemaPrompt(schema.json).text
  }
}
