public import Foundation

extension Transcript {
  /// An instructions entry: the instructions and tool definitions.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the entry.
    public var id: String

    /// The segments of the instructions.
    public var segments: [Transcript.Segment]

    /// The tools that the model may call.
    public var toolDefinitions: [Transcript.ToolDefinition]

    /// Creates an instructions entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - segments: The segments of the instructions.
    ///   - toolDefinitions: The tools that the model may call.
    public init(
      id: String = UUID().uuidString, segments: [Transcript.Segment], toolDefinitions: [Transcript.ToolDefinition]
    ) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// A tool definition for a model.
  public struct ToolDefinition: Sendable {
    /// The tool's name for the model.
    public var name: String

    /// A description of the tool's function and use.
    public var description: String

    /// The schema of the arguments.
    public var parameters: GenerationSchema

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - name: The tool's name for the model.
    ///   - description: A description of the tool's function and use.
    ///   - parameters: The schema of the arguments.
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
  /// The text of the instructions, after the name of the kind.
  public var description: String { "Instructions: " + segments.text }
}

extension Transcript.ToolDefinition: Equatable {
  /// Returns whether two definitions are equal.
  ///
  /// - Parameters:
  ///   - left: A definition.
  ///   - right: Another definition.
  /// - Returns: True if names, descriptions and schemas are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.description == right.description && left.parameters.isEqual(to: right.parameters)
  }
}

extension GenerationSchema {
  /// Returns whether two schemas are equal by name and JSON form.
  func isEqual(to other: GenerationSchema) -> Bool {
    name == other.name && debugDescription == other.debugDescription
  }
}
