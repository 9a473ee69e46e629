/// What a model can do besides answering text with text.
public struct LanguageModelCapabilities: Sendable {
  private let capabilities: Set<Capability>

  /// Creates a set of capabilities.
  ///
  /// - Parameter capabilities: What the model can do.
  public init(_ capabilities: [Capability]) {
    self.capabilities = Set(capabilities)
  }

  /// Tells whether a capability is among them.
  ///
  /// - Parameter capability: The capability to look for.
  /// - Returns: Whether the model has it.
  public func contains(_ capability: Capability) -> Bool {
    capabilities.contains(capability)
  }

  /// One thing that a model may be able to do.
  public struct Capability: Sendable, Hashable {
    private let name: String

    /// Understanding images.
    public static var vision: Capability { Capability(name: "vision") }

    /// Answering within the bounds of a schema.
    public static var guidedGeneration: Capability { Capability(name: "guidedGeneration") }

    /// Thinking before it answers.
    public static var reasoning: Capability { Capability(name: "reasoning") }

    /// Calling tools.
    public static var toolCalling: Capability { Capability(name: "toolCalling") }
  }
}

extension LanguageModelCapabilities.Capability: CustomStringConvertible {
  /// The capability's name.
  public var description: String { name }
}
