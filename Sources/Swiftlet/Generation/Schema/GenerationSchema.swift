/// A schema that constrains a generated value.
///
/// The macro ``Generable(description:)`` generates schemas for Swift types. At run time, a schema is
/// created from ``DynamicGenerationSchema`` or decoded from JSON.
///
/// Schemas are encoded as a dialect of JSON Schema, in which the key `x-order` lists the properties of an object in
/// the order in which they are generated.
public struct GenerationSchema: Sendable {
  /// The name of the type.
  public let name: String

  let source: Source

  /// The source of a schema.
  ///
  /// Nested types are kept as metatypes. Evaluating their schemas eagerly would not
  /// terminate for recursive types.
  enum Source: Sendable {
    /// A node without references.
    case node(SchemaNode)
    /// An array of values of a type.
    case array(of: any Generable.Type)
    /// A type with its parts.
    case type(TypeSchema)
    /// A node with all definitions that it references.
    case graph(SchemaGraph)
  }

  init(_ node: SchemaNode, name: String) {
    self.name = name
    source = .node(node)
  }

  init(arrayOf element: any Generable.Type) {
    name = "Array<\(element)>"
    source = .array(of: element)
  }

  init(_ graph: SchemaGraph, name: String) {
    self.name = name
    source = .graph(graph)
  }

  /// The schema graph: the root node with all definitions that it references.
  ///
  /// - Complexity: Evaluates the schema of each referenced type once.
  var graph: SchemaGraph { SchemaResolver.graph(of: self) }
}

// MARK: - Types

extension GenerationSchema {
  /// A type with its unresolved parts.
  struct TypeSchema: Sendable {
    var type: any Generable.Type
    var name: String
    var description: String?
    var form: Form

    /// The kinds of types.
    enum Form: Sendable {
      case properties([Property], representsNilExplicitly: Bool)
      case choices([String])
      case types([any Generable.Type])
    }
  }

  private init(_ type: any Generable.Type, name: String? = nil, _ description: String?, _ form: TypeSchema.Form) {
    self.name = name ?? "\(type)"
    source = .type(TypeSchema(type: type, name: self.name, description: description, form: form))
  }

  /// Returns the schema under another name, for `@Generable(name:)`.
  ///
  /// - Parameter name: The name of the type.
  /// - Returns: The schema.
  public func _named(_ name: String) -> GenerationSchema {
    guard case .type(let type) = source else { return self }
    return GenerationSchema(type.type, name: name, type.description, type.form)
  }

  /// Creates the schema of a structure.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - description: A description of the type for the model.
  ///   - properties: The properties, in the order of generation.
  public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
    self.init(type, description, .properties(properties, representsNilExplicitly: false))
  }

  /// Creates the schema of a structure.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - description: A description of the type for the model.
  ///   - explicitNil: True if an optional property without a value is written as null instead of omitted.
  ///   - properties: The properties, in the order of generation.
  public init(
    type: any Generable.Type, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [Property]
  ) {
    self.init(type, description, .properties(properties, representsNilExplicitly: explicitNil))
  }

  /// Creates the schema of a choice of texts.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - description: A description of the type for the model.
  ///   - choices: The texts.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(type, description, .choices(choices))
  }

  /// Creates the schema of a choice of types.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - description: A description of the type for the model.
  ///   - types: The types.
  public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
    self.init(type, description, .types(types))
  }
}
