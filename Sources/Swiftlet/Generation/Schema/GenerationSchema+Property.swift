public import _StringProcessing

extension GenerationSchema {
  /// A property of a structure.
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
    ///   - description: What the value means, for the model to read.
    ///   - type: The type of the value.
    ///   - guides: What limits the value.
    public init<Value>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, Value.self, isOptional: false, guides.flatMap(\.constraints))
    }

    /// Creates a property that may have no value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: What the value means, for the model to read.
    ///   - type: The type of the value.
    ///   - guides: What limits the value if there is one.
    public init<Value>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, Value.self, isOptional: true, guides.flatMap(\.constraints))
    }

    /// Creates a property whose text is matched by regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: What the text means, for the model to read.
    ///   - type: The type of text.
    ///   - guides: What matches the whole of the text.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, String.self, isOptional: false, guides.map { .pattern(of: $0) })
    }

    /// Creates a property that may have no value, and whose text is matched by regular expressions.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: What the text means, for the model to read.
    ///   - type: The type of text.
    ///   - guides: What matches the whole of the text, if there is one.
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
