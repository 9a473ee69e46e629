/// One turn of a conversation, as a template takes it.
public struct ChatMessage: Sendable, Equatable {
  /// Who speaks.
  public enum Role: String, Sendable, CaseIterable {
    /// The program that uses the model.
    case system
    /// The person who asks.
    case user
    /// The model.
    case assistant
    /// A tool, with the result of a call.
    case tool
  }

  /// Who speaks.
  public var role: Role

  /// What is said, which is never taken for a template's markers, whatever it contains.
  public var content: String

  /// What the model thought before it said that.
  public var reasoning: String?

  /// The tools that the model called after that.
  public var toolCalls: [ToolCall]

  /// The call that a result belongs to.
  public var callID: String?

  /// The tool that a result came from.
  public var toolName: String?

  /// Whether control tokens written out in the content become those tokens: the content is a call that was written here,
  /// in the model's own form.
  var isTrusted = false

  /// Creates a turn.
  ///
  /// - Parameters:
  ///   - role: Who speaks.
  ///   - content: What is said.
  ///   - reasoning: What the model thought before it said that.
  ///   - toolCalls: The tools that the model called after that.
  public init(role: Role, content: String, reasoning: String? = nil, toolCalls: [ToolCall] = []) {
    self.role = role
    self.content = content
    self.reasoning = reasoning
    self.toolCalls = toolCalls
  }

  /// Creates the result of a call.
  ///
  /// - Parameters:
  ///   - toolResult: What the tool answered.
  ///   - call: The call.
  ///   - name: The tool.
  public init(toolResult: String, of call: String, name: String) {
    self.init(role: .tool, content: toolResult)
    callID = call
    toolName = name
  }
}
