// The strict form of JSON Schema that servers hold answers to: each object lists all of its properties as required, says
// that there are no others, and has no keywords of other dialects. What may be absent may be null instead.

extension SchemaDocument {
  /// The document in the strict form, which a server can hold an answer to.
  var strictJSON: GeneratedContent { json.strictSchema }

  /// Whether the strict form says all that the document says, which it cannot where any value is allowed.
  var isStrict: Bool {
    !root.allowsAnything && !definitions.values.contains(where: \.allowsAnything)
  }
}

extension SchemaNode {
  /// Whether somewhere in the form any value is allowed.
  fileprivate var allowsAnything: Bool {
    if case .any = shape { true } else { parts.contains(where: \.allowsAnything) }
  }
}

extension GeneratedContent {
  /// A schema of the dialect that documents are written in, in the strict form.
  fileprivate var strictSchema: GeneratedContent {
    guard case .structure(let members, let keys) = storage else { return self }
    if let reference = members["$ref"] { return Self.strictReference(reference, members["description"]) }
    let required = Set((members["required"]?.asElements ?? []).compactMap(\.asText))
    let isObject = members["type"]?.asText == "object"
    var strict: [(String, GeneratedContent?)] = []
    for key in keys where key != "x-order" {
      guard let value = members[key] else { continue }
      switch key {
      case "const": strict += [("type", "string".generatedContent), (key, value)]
      case "items": strict.append((key, value.strictSchema))
      case "anyOf": strict.append((key, GeneratedContent(.array((value.asElements ?? []).map(\.strictSchema)))))
      case "$defs": strict.append((key, value.mapMembers { $1.strictSchema }))
      case "properties":
        strict.append(
          (key, value.mapMembers { required.contains($0) ? $1.strictSchema : $1.strictSchema.orNull }))
      case "required" where isObject:
        if case .structure(_, let names)? = members["properties"]?.storage {
          strict.append((key, names.generatedContent))
        }
      default: strict.append((key, value))
      }
    }
    return .members(strict)
  }

  /// A reference, beside which nothing else may stand.
  private static func strictReference(
    _ reference: GeneratedContent, _ description: GeneratedContent?
  ) -> GeneratedContent {
    let alone = members([("$ref", reference)])
    guard let description else { return alone }
    return members([("description", description), ("anyOf", GeneratedContent(.array([alone])))])
  }

  private var orNull: GeneratedContent {
    .members([("anyOf", GeneratedContent(.array([self, .members([("type", "null".generatedContent)])])))])
  }
}
