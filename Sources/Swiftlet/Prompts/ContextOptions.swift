/// Options for the model's context.
///
/// A value of `nil` selects the model's default.
public struct ContextOptions: Sendable, Equatable {
  /// True if the schema of the answer is also written into the prompt.
  public var includeSchemaInPrompt: Bool?

  /// The amount of reasoning before the answer.
  ///
  /// Only models with ``LanguageModelCapabilities/Capability/reasoning`` take one; with another model, the request
  /// fails with ``LanguageModelError/unsupportedCapability(_:)``.
  public var reasoningLevel: ReasoningLevel?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - includeSchemaInPrompt: True if the schema of the answer is also written into the prompt.
  ///   - reasoningLevel: The amount of reasoning before the answer.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }

  /// The amount of reasoning before the answer.
  public enum ReasoningLevel: Sendable, Equatable {
    /// Little reasoning.
    case light
    /// Moderate reasoning.
    case moderate
    /// Extensive reasoning.
    case deep
    /// A level with a model-specific name.
    case custom(String)
  }
}
