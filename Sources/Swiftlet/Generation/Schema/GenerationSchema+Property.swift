public import _StringProcessing

extension GenerationSchema {
  /// A property of an object.
  public struct Property: Sendable {
    let name: String
    let description: String?
    let type: any Generable.Type
    let isOptional: Bool
    let constraints: [GuideConstraint]

    /// Creates a property.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: A description of the value for the model.
    ///   - type: The type of the value.
    ///   - guides: The constraints on the value.
    public init<Value>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, Value.self, isOptional: false, guides.flatMap(\.constraints))
    }

    /// Creates an optional property.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: A description of the value for the model.
    ///   - type: The type of the value.
    ///   - guides: The constraints on the value, if there is one.
    public init<Value>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, Value.self, isOptional: true, guides.flatMap(\.constraints))
    }

    /// Creates a text property that matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: A description of the text for the model.
    ///   - type: The type of the text.
    ///   - guides: Regular expressions that match the whole text.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, String.self, isOptional: false, guides.map { .pattern(of: $0) })
    }

    /// Creates an optional text property that matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: A description of the text for the model.
    ///   - type: The type of the text.
    ///   - guides: Regular expressions that match the whole text, if there is one.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, String.self, isOptional: true, guides.map { .pattern(of: $0) })
    }

    private init(
      _ name: String, _ description: String?, _ type: any Generable.Type, isOptional: Bool,
      _ constraints: [GuideConstraint]
    ) {
      self.name = name
      self.description = description
      self.type = type
      self.isOptional = isOptional
      self.constraints = constraints
    }
  }
}
