import SwiftletJSON

extension GenerationSchema: Codable {
  /// Decodes a schema from its JSON Schema dialect.
  ///
  /// Objects need `title`, `properties`, `required`, `additionalProperties` and `x-order`. Other keywords that
  /// constrain values, such as `multipleOf`, `minLength` and `format`, are ignored.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let content = try CodableContent(from: decoder).content
    if let (schema, name) = JSONSchema.decoded(ContentBuilder.json(content)) {
      self.init(SchemaNode(.verbatim(schema)), name: name)
      return
    }
    do {
      self = try SchemaReader.read(content)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  /// Encodes the schema in its JSON Schema dialect.
  ///
  /// A schema created from JSON Schema is encoded verbatim, with the order of its properties and a marker key, and is
  /// decoded likewise.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `EncodingError` if a guide cannot be encoded, such as a regular expression with
  ///   Swift code in it, or any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    let graph = graph
    if case .verbatim(let schema) = graph.root.shape {
      return try CodableContent(ContentBuilder.value(of: schema.encoded(name: name))).encode(to: encoder)
    }
    if let defect = graph.defects.first {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "\(defect)"))
    }
    try CodableContent(ContentBuilder.value(of: graph.json(.native).root)).encode(to: encoder)
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as JSON, with a line for each key and the keys sorted.
  public var debugDescription: String { JSONWriter.text(json.root, layout: .indented) }
}

// Decoders and encoders lose the order of keys, which is the order in which properties are generated. So it is encoded
// separately, as in the native dialect.

extension JSONSchema {
  /// The marker key of verbatim documents, with the schema's name as its value.
  private static let mark = "x-as-written"
  private static let order = "x-order"

  /// The document with the order of properties and the marker key.
  fileprivate func encoded(name: String) -> JSONValue {
    let ordered = root.mapSchemas { schema in
      guard let properties = schema["properties"]?.members, let members = schema.members else { return schema }
      let names = JSONValue.array(properties.map { .string($0.name) })
      return .object(members.filter { $0.name != Self.order } + [.init(name: Self.order, value: names)])
    }
    guard case .object(let members) = ordered else {
      return .members([(Self.mark, JSONValue.string(name)), ("allOf", JSONValue.array([ordered]))])
    }
    return .object(members + [.init(name: Self.mark, value: .string(name))])
  }

  /// The document of such an encoding, with its name; `nil` for other values.
  fileprivate static func decoded(_ value: JSONValue) -> (schema: JSONSchema, name: String)? {
    guard let name = value[mark]?.string else { return nil }
    let root = value.mapMembers { name, value in name == mark ? nil : value }
      .mapSchemas { schema in
        guard let order = schema[Self.order]?.elements?.compactMap(\.string) else { return schema }
        let ranks = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        return schema.mapMembers { name, value in
          switch (name, value) {
          case (Self.order, _): return nil
          case ("properties", .object(let members)):
            return .object(members.sorted { ranks[$0.name] ?? .max < ranks[$1.name] ?? .max })
          default: return value
          }
        }
      }
    if case .array(let parts)? = root["allOf"], case .bool? = parts.first, root.members?.count == 1 {
      return (JSONSchema(parts[0]), name)
    }
    return (JSONSchema(root), name)
  }
}

extension JSONValue {
  /// Returns the value with every object transformed, the innermost first.
  fileprivate func mapSchemas(_ transform: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapSchemas(transform) })
    case .object(let members):
      transform(.object(members.map { Member(name: $0.name, value: $0.value.mapSchemas(transform)) }))
    default: self
    }
  }
}
