/// A part of a schema that is created at run time.
///
/// ```swift
/// let soup = DynamicGenerationSchema(name: "Soup", anyOf: ["Tomato", "Corn chowder"])
/// let menu = DynamicGenerationSchema(
///   name: "Menu", properties: [.init(name: "dailySoup", schema: soup)])
/// let schema = try GenerationSchema(root: menu, dependencies: [])
/// ```
///
/// Names have to be unique within a schema. A part can be referenced by name with ``init(referenceTo:)``, also from
/// within itself.
public struct DynamicGenerationSchema: Sendable {
  let form: Form

  /// The kinds of parts.
  indirect enum Form: Sendable {
    case null
    case object(name: String, description: String?, properties: [Property], representsNilExplicitly: Bool)
    case union(name: String, description: String?, choices: [DynamicGenerationSchema])
    case choices(name: String, description: String?, texts: [String])
    case array(of: DynamicGenerationSchema, count: CountBounds)
    case type(any Generable.Type, [GuideConstraint])
    case reference(String)
  }

  private init(_ form: Form) {
    self.form = form
  }

  /// The schema of null, for instance in a choice of types.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.null) }

  /// Creates the schema of an object.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - description: A description of the type for the model.
  ///   - properties: The properties, in the order of generation.
  public init(name: String, description: String? = nil, properties: [Property]) {
    self.init(.object(name: name, description: description, properties: properties, representsNilExplicitly: false))
  }

  /// Creates the schema of an object.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - description: A description of the type for the model.
  ///   - explicitNil: True if an optional property without a value is written as null instead of omitted.
  ///   - properties: The properties, in the order of generation.
  public init(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [Property]
  ) {
    self.init(
      .object(name: name, description: description, properties: properties, representsNilExplicitly: explicitNil))
  }

  /// Creates the schema of a choice of types.
  ///
  /// - Parameters:
  ///   - name: The name of the choice.
  ///   - description: A description of the choice for the model.
  ///   - choices: The types.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    self.init(.union(name: name, description: description, choices: choices))
  }

  /// Creates the schema of a choice of texts.
  ///
  /// - Parameters:
  ///   - name: The name of the choice.
  ///   - description: A description of the choice for the model.
  ///   - choices: The texts.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    self.init(.choices(name: name, description: description, texts: choices))
  }

  /// Creates an array.
  ///
  /// - Parameters:
  ///   - itemSchema: The schema of the elements.
  ///   - minimumElements: The minimum number of elements.
  ///   - maximumElements: The maximum number of elements.
  public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
    self.init(.array(of: itemSchema, count: CountBounds(minimum: minimumElements, maximum: maximumElements)))
  }

  /// Creates the schema of a Swift type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - guides: The constraints on the values.
  public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = []) where Value: Generable {
    self.init(.type(type, guides.flatMap(\.constraints)))
  }

  /// Creates a reference to a part of the schema.
  ///
  /// - Parameter name: The name of the part, which may be the root.
  public init(referenceTo name: String) {
    self.init(.reference(name))
  }
}

extension DynamicGenerationSchema {
  /// A property of an object.
  public struct Property: Sendable {
    let name: String
    let description: String?
    let schema: DynamicGenerationSchema
    let isOptional: Bool

    /// Creates a property.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: A description of the value for the model.
    ///   - schema: The schema of the value.
    ///   - isOptional: True if the property is optional.
    public init(name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false) {
      self.name = name
      self.description = description
      self.schema = schema
      self.isOptional = isOptional
    }
  }
}
