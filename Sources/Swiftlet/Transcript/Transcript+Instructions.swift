public import Foundation

extension Transcript {
  /// How the model should behave, and the tools it has.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this entry from all others.
    public var id: String

    /// The pieces of the instructions.
    public var segments: [Transcript.Segment]

    /// The tools that the model may call.
    public var toolDefinitions: [Transcript.ToolDefinition]

    /// Creates an instructions entry.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - segments: The pieces of the instructions.
    ///   - toolDefinitions: The tools that the model may call.
    public init(
      id: String = UUID().uuidString, segments: [Transcript.Segment], toolDefinitions: [Transcript.ToolDefinition]
    ) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// What a model is told of a tool.
  public struct ToolDefinition: Sendable {
    /// The name by which the model calls the tool.
    public var name: String

    /// What the tool does and when to use it.
    public var description: String

    /// What the tool has to be given.
    public var parameters: GenerationSchema

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - name: The name by which the model calls the tool.
    ///   - description: What the tool does and when to use it.
    ///   - parameters: What the tool has to be given.
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    /// Creates the definition of a tool.
    ///
    /// - Parameter tool: The tool.
    public init(tool: some Tool) {
      self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
    }
  }
}

extension Transcript.Instructions: CustomStringConvertible {
  /// The text of the instructions, after the word that names the kind.
  public var description: String { "Instructions: " + segments.text }
}

extension Transcript.ToolDefinition: Equatable {
  /// Tells whether two definitions say the same.
  ///
  /// - Parameters:
  ///   - left: A definition.
  ///   - right: Another definition.
  /// - Returns: Whether names, descriptions and schemas are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.description == right.description && left.parameters.isEqual(to: right.parameters)
  }
}

extension GenerationSchema {
  /// Whether another schema says the same, judged by the JSON that both stand for.
  func isEqual(to other: GenerationSchema) -> Bool {
    name == other.name && debugDescription == other.debugDescription
  }
}
