/// How a request is put to a model.
///
/// Everything that is `nil` is left to the model.
public struct ContextOptions: Sendable, Equatable {
  /// Whether a model is shown the schema that its answer has to have, besides being held to it.
  public var includeSchemaInPrompt: Bool?

  /// How much a model should think before it answers.
  ///
  /// Only models with ``LanguageModelCapabilities/Capability/reasoning`` take one; with another model, the request fails
  /// with ``LanguageModelError/unsupportedCapability(_:)``.
  public var reasoningLevel: ReasoningLevel?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - includeSchemaInPrompt: Whether a model is shown the schema that its answer has to have.
  ///   - reasoningLevel: How much a model should think before it answers.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }

  /// How much a model should think before it answers.
  public enum ReasoningLevel: Sendable, Equatable {
    /// A little.
    case light
    /// Some.
    case moderate
    /// Much.
    case deep
    /// A level that a model has a name of its own for.
    case custom(String)
  }
}
