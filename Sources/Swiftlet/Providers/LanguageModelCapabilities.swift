/// The capabilities of a model beyond text generation.
public struct LanguageModelCapabilities: Sendable {
  private let capabilities: Set<Capability>

  /// Creates a set of capabilities.
  ///
  /// - Parameter capabilities: The capabilities.
  public init(_ capabilities: [Capability]) {
    self.capabilities = Set(capabilities)
  }

  /// Returns whether the set contains a capability.
  ///
  /// - Parameter capability: The capability.
  /// - Returns: True if the model has it.
  public func contains(_ capability: Capability) -> Bool {
    capabilities.contains(capability)
  }

  /// A capability of a model.
  public struct Capability: Sendable, Hashable {
    private let name: String

    /// Understanding images.
    public static var vision: Capability { Capability(name: "vision") }

    /// Guided generation: answers that match a schema.
    public static var guidedGeneration: Capability { Capability(name: "guidedGeneration") }

    /// Reasoning before the answer.
    public static var reasoning: Capability { Capability(name: "reasoning") }

    /// Calling tools.
    public static var toolCalling: Capability { Capability(name: "toolCalling") }
  }
}

extension LanguageModelCapabilities.Capability: CustomStringConvertible {
  /// The capability's name.
  public var description: String { name }
}
