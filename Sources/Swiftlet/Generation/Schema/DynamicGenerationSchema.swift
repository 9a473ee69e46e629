/// A part of a schema that is known at run time only.
///
/// ```swift
/// let soup = DynamicGenerationSchema(name: "Soup", anyOf: ["Tomato", "Corn chowder"])
/// let menu = DynamicGenerationSchema(
///   name: "Menu", properties: [.init(name: "dailySoup", schema: soup)])
/// let schema = try GenerationSchema(root: menu, dependencies: [])
/// ```
///
/// Names have to be unique within a schema. A part can be used by its name with ``init(referenceTo:)``, also from
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

  /// The form of null, one of a choice of types for instance.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.null) }

  /// Creates a structure.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - description: What the type is, for the model to read.
  ///   - properties: The properties, in the order in which they are to be generated.
  public init(name: String, description: String? = nil, properties: [Property]) {
    self.init(.object(name: name, description: description, properties: properties, representsNilExplicitly: false))
  }

  /// Creates a structure.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - description: What the type is, for the model to read.
  ///   - explicitNil: Whether an optional property without a value is written as null rather than left out.
  ///   - properties: The properties, in the order in which they are to be generated.
  public init(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [Property]
  ) {
    self.init(
      .object(name: name, description: description, properties: properties, representsNilExplicitly: explicitNil))
  }

  /// Creates a choice of types.
  ///
  /// - Parameters:
  ///   - name: The name of the choice.
  ///   - description: What the choice is, for the model to read.
  ///   - choices: The types.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    self.init(.union(name: name, description: description, choices: choices))
  }

  /// Creates a choice of texts.
  ///
  /// - Parameters:
  ///   - name: The name of the choice.
  ///   - description: What the choice is, for the model to read.
  ///   - choices: The texts.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    self.init(.choices(name: name, description: description, texts: choices))
  }

  /// Creates an array.
  ///
  /// - Parameters:
  ///   - itemSchema: The form of the elements.
  ///   - minimumElements: The least number of elements.
  ///   - maximumElements: The greatest number of elements.
  public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
    self.init(.array(of: itemSchema, count: CountBounds(minimum: minimumElements, maximum: maximumElements)))
  }

  /// Creates the form of a type that the program has.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - guides: What limits the values.
  public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = []) where Value: Generable {
    self.init(.type(type, guides.flatMap(\.constraints)))
  }

  /// Creates a reference to a part of the schema.
  ///
  /// - Parameter name: The name of the part, which may be the whole.
  public init(referenceTo name: String) {
    self.init(.reference(name))
  }
}

extension DynamicGenerationSchema {
  /// A property of a structure.
  public struct Property: Sendable {
    let name: String
    let description: String?
    let schema: DynamicGenerationSchema
    let isOptional: Bool

    /// Creates a property.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: What the value means, for the model to read.
    ///   - schema: The form of the value.
    ///   - isOptional: Whether there may be no value.
    public init(name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false) {
      self.name = name
      self.description = description
      self.schema = schema
      self.isOptional = isOptional
    }
  }
}
