/// The detected properties of a chat template.
public struct TemplateTraits: Sendable, Hashable {
  /// True if system messages are supported; if not, they are prepended to the first user message.
  public var supportsSystemRole = true

  /// True if the content of messages is a list of parts, `[{"type": "text", "text": …}]`, instead of a string.
  public var takesContentParts = false

  /// The support for tool definitions, tool calls and tool results.
  public var tools = ToolSupport.none

  /// True if the arguments of tool calls are JSON text instead of an object.
  public var takesArgumentsAsString = false

  /// True if the content of a message with only tool calls must be an empty string instead of none.
  public var requiresEmptyContent = false

  /// The name of the message member with the reasoning, `nil` if the template does not render reasoning.
  public var reasoningKey: String?

  /// True if reasoning can be disabled with the variable `enable_thinking` or `thinking`.
  public var canSwitchReasoning = false

  /// The style of tool call identifiers.
  public var identifiers = Identifiers.alphanumeric

  /// The format of the model's answers.
  public var format = AnswerFormat(calls: .genericJSON)

  /// The support for tool definitions, tool calls and tool results.
  public enum ToolSupport: Sendable, Hashable {
    /// No support for tools.
    ///
    /// The system message describes the tools, and calls and results are messages with JSON text: see
    /// ``ToolCallFormat/genericJSON``.
    case none
    /// The template renders definitions and results; calls are inserted as text in the format of the model.
    case definitions
    /// The template renders calls and results; the definitions are added to the system message.
    case calls
    /// The template renders definitions, calls and results.
    case all
  }

  /// The style of tool call identifiers.
  public enum Identifiers: Sendable, Hashable {
    /// Nine letters and digits, which all templates accept that render identifiers.
    case alphanumeric
    /// `functions.name:index`, from which the template extracts the name.
    case numbered
  }
}
