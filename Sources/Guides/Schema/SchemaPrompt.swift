public import SwiftletJSON

/// The part of a prompt that describes the answer's schema, so that the model's own output agrees with the guide.
public struct SchemaPrompt: Sendable, Hashable {
  /// The text, to be appended to a request.
  public let text: String

  /// Creates the description of a schema.
  ///
  /// Objects are shown in a compact notation with a type in place of each value: `{"name":string,"age"?:integer}`.
  /// Schemas that the notation cannot express are shown as JSON.
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
