public import SwiftletJSON

/// What a prompt says of the schema that its answer will follow, so that models write what they would write anyway.
public struct SchemaPrompt: Sendable, Hashable {
  /// The text, to stand after a request.
  public let text: String

  /// Writes a schema down for a model to read.
  ///
  /// Objects are shown in a short notation, a type in the place of each value: `{"name":string,"age"?:integer}`. A schema
  /// that says more than this can is shown as it is.
  ///
  /// - Parameter schema: The schema.
  public init(_ schema: JSONSchema) {
    if let outline = SchemaOutline.text(of: schema.root) {
      text = "\n\nAnswer with JSON of this form:\n\(outline)"
    } else {
      text = "\n\nAnswer with JSON that follows this schema:\n\(schema.text)"
    }
  }
}
