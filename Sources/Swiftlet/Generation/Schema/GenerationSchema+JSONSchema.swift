package import SwiftletJSON

extension GenerationSchema {
  /// Creates a schema from a JSON Schema text.
  ///
  /// ```swift
  /// let schema = try GenerationSchema(jsonSchema: #"{"type": "object", "additionalProperties": {"type": "integer"}}"#)
  /// let response = try await session.respond(to: "Count the fruit.", schema: schema)
  /// ```
  ///
  /// The schema is kept verbatim, in any draft from 4 to 2020-12, and answers satisfy all of its keywords. A keyword
  /// that cannot be enforced is an error of the request that uses it, before generation.
  ///
  /// Decoding a schema is different: ``init(from:)`` uses the dialect in which this framework's schemas are
  /// encoded.
  ///
  /// - Parameters:
  ///   - text: JSON text.
  ///   - name: The name of the type; `nil` for the schema's title.
  /// - Throws: ``GeneratedContent/ParsingError`` if the text is not JSON, and `DecodingError` if it is neither an
  ///   object nor a Boolean.
  public init(jsonSchema text: String, name: String? = nil) throws {
    let schema: JSONSchema
    do throws(JSONError) {
      schema = try JSONSchema(parsing: text)
    } catch {
      throw GeneratedContent.ParsingError(rawContent: text, underlyingError: error, debugDescription: "\(error)")
    }
    try self.init(schema, name: name)
  }

  /// Creates a schema from JSON Schema.
  ///
  /// - Parameters:
  ///   - schema: The document.
  ///   - name: The name of the type; `nil` for the schema's title.
  /// - Throws: `DecodingError` if it is neither an object nor a Boolean.
  package init(_ schema: JSONSchema, name: String? = nil) throws {
    switch schema.root {
    case .object, .bool: break
    default:
      let problem = SchemaDecodingError.Problem.mismatch(expected: "an object or a Boolean", found: "another value")
      throw SchemaDecodingError(path: [], problem: problem).decodingError(at: [])
    }
    let node = SchemaNode(.verbatim(schema))
    self.init(node, name: name ?? node.shape.typeName)
  }

  /// Creates the schema of a tool's arguments from JSON Schema.
  ///
  /// Arguments are an object even if the schema does not declare it; an empty schema is that of a tool
  /// without arguments.
  ///
  /// - Parameters:
  ///   - tool: The tool's name.
  ///   - schema: The document; `nil` for a tool without arguments.
  /// - Throws: `DecodingError` if it is neither an object nor a Boolean.
  package init(argumentsOf tool: String, _ schema: JSONSchema?) throws {
    switch schema?.root {
    case nil, .null?, .object([])?:
      let nothing = JSONValue.members([
        ("type", "object"), ("properties", .object([])), ("additionalProperties", false),
      ])
      try self.init(JSONSchema(nothing), name: tool)
    case .bool(true)?: try self.init(JSONSchema(.members([("type", "object")])), name: tool)
    case .object(let members)? where schema?.root["type"] == nil:
      try self.init(JSONSchema(.object([.init(name: "type", value: "object")] + members)), name: tool)
    case let root?: try self.init(JSONSchema(root), name: tool)
    }
  }

  /// Returns the schema under another name, such as its name before encoding.
  ///
  /// The JSON form preserves only the names of objects.
  package func renamed(_ name: String) -> GenerationSchema { GenerationSchema(graph, name: name) }
}
