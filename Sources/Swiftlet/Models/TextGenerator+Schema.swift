import SwiftletChatTemplates
import SwiftletGuides

extension [ChatMessage] {
  /// Appends the schema to the last user message.
  mutating func appendInstructions(for schema: GenerationSchema) {
    guard let last = lastIndex(where: { $0.role == .user }) else { return }
    self[last].content += SchemaPrompt(schema.json).text
  }
}
