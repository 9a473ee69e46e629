import SwiftletJinja

/// A chat message, one turn of a conversation.
public struct ChatMessage: Sendable, Equatable {
  /// The role of the author of a message.
  public enum Role: String, Sendable, CaseIterable {
    /// The program, whose messages are instructions.
    case system
    /// The user.
    case user
    /// The model.
    case assistant
    /// A tool, whose messages are the results of tool calls.
    case tool
  }

  /// The role of the author.
  public var role: Role

  /// The content, in which control tokens are never parsed.
  public var content: String

  /// The places of images in the content, as offsets of UTF-8 bytes in increasing order.
  public var imageOffsets: [Int] = []

  /// The reasoning of the model that precedes the content.
  public var reasoning: String?

  /// The tool calls of the model that follow the content.
  public var toolCalls: [ToolCall]

  /// The identifier of the tool call that a tool result belongs to.
  public var callID: String?

  /// The name of the tool that returned a tool result.
  public var toolName: String?

  /// The content with its origin, if parts of it were written here in the format of the model; control tokens are
  /// parsed in those parts.
  var segments: [JinjaSegment]?

  /// The content by origin.
  var contentSegments: [JinjaSegment] {
    segments ?? (content.isEmpty ? [] : [JinjaSegment(text: content, isTrusted: false)])
  }

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - role: The role of the author.
  ///   - content: The content.
  ///   - reasoning: The reasoning of the model that precedes the content.
  ///   - toolCalls: The tool calls of the model that follow the content.
  public init(role: Role, content: String, reasoning: String? = nil, toolCalls: [ToolCall] = []) {
    self.role = role
    self.content = content
    self.reasoning = reasoning
    self.toolCalls = toolCalls
  }

  /// Creates a tool result.
  ///
  /// - Parameters:
  ///   - toolResult: The output of the tool.
  ///   - call: The identifier of the tool call.
  ///   - name: The name of the tool.
  public init(toolResult: String, of call: String, name: String) {
    self.init(role: .tool, content: toolResult)
    callID = call
    toolName = name
  }
}
