import SwiftletJSON

@testable import Swiftlet

/// The schema of a type as JSON.
func json(of type: any Generable.Type) -> String {
  type.generationSchema.json.text
}

/// JSON as it is written for schemas and content, whatever spaces and line breaks it has here.
func normalized(_ json: String) throws -> String {
  try GeneratedContent(json: json).jsonString
}

/// Content for each beginning of a text, from the first byte to all of it.
func beginnings(of json: String) throws -> [GeneratedContent] {
  try json.indices.map { try GeneratedContent(json: String(json[...$0])) }
}
