public import SwiftletJSON

/// The definition of a tool in a prompt.
public struct ToolDefinition: Sendable, Equatable {
  /// The name of the tool.
  public var name: String
  /// A description of the tool and of its use.
  public var description: String
  /// The schema of the arguments.
  public var parameters: JSONSchema
  /// The kinds of the arguments, as far as known.
  ///
  /// In formats without quotation marks only the kind tells `3` from `"3"`.
  public var argumentKinds: [String: ArgumentKind]

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - name: The name of the tool.
  ///   - description: A description of the tool and of its use.
  ///   - parameters: The schema of the arguments.
  ///   - argumentKinds: The kinds of the arguments, as far as known.
  public init(
    name: String, description: String, parameters: JSONSchema, argumentKinds: [String: ArgumentKind] = [:]
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.argumentKinds = argumentKinds
  }
}

/// The kind of a tool argument.
public enum ArgumentKind: Sendable, Hashable {
  /// Always a string.
  case string
  /// Never a string.
  case other
}

/// A tool call of a conversation.
public struct ToolCall: Sendable, Equatable {
  /// The identifier of the call.
  public var id: String
  /// The name of the tool.
  public var name: String
  /// The arguments as the text of a JSON object.
  public var arguments: String

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - id: The identifier of the call.
  ///   - name: The name of the tool.
  ///   - arguments: The arguments as the text of a JSON object.
  public init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
