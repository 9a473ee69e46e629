import SwiftletChatTemplates
import SwiftletGuides

extension GenerationSchema {
  /// The schema as JSON Schema, without white space.
  var compactJSON: String { document.json.jsonString }
}

extension [ChatMessage] {
  /// Shows the model what it will be held to.
  mutating func ask(for schema: GenerationSchema) {
    guard let last = lastIndex(where: { $0.role == .user }) else { return }
    self[last].content += SchemaPrompt(schema: schema.compactJSON).text
  }
}
