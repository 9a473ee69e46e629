public import SwiftletJSON

/// What a model is told of a tool.
public struct ToolDefinition: Sendable, Equatable {
  /// The name by which the model calls the tool.
  public var name: String
  /// What the tool does and when to use it.
  public var description: String
  /// The schema of the arguments.
  public var parameters: JSONSchema
  /// Which arguments are strings, as far as that is known: in formats without quotes only this tells `3` from `"3"`.
  public var argumentKinds: [String: ArgumentKind]

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - name: The name by which the model calls the tool.
  ///   - description: What the tool does and when to use it.
  ///   - parameters: The schema of the arguments.
  ///   - argumentKinds: Which arguments are strings, as far as that is known.
  public init(
    name: String, description: String, parameters: JSONSchema, argumentKinds: [String: ArgumentKind] = [:]
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.argumentKinds = argumentKinds
  }
}

/// What an argument of a tool is.
public enum ArgumentKind: Sendable, Hashable {
  /// A string and nothing else.
  case string
  /// Anything but a string.
  case other
}

/// The call of a tool, as a part of a conversation.
public struct ToolCall: Sendable, Equatable {
  /// Tells the call from others.
  public var id: String
  /// The name of the tool.
  public var name: String
  /// What the tool is given, as the text of a JSON object.
  public var arguments: String

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - id: Tells the call from others.
  ///   - name: The name of the tool.
  ///   - arguments: What the tool is given, as the text of a JSON object.
  public init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
