/// The detected properties of a chat template.
public struct TemplateTraits: Sendable, Hashable {
  /// True if system messages are supported; if not, they are prepended to the first user message.
  public var supportsSystemRole = true

  /// The positions in which system messages are rendered; those elsewhere are merged into one that is.
  public var systemMessages = SystemMessages.anywhere

  /// True if an assistant message may be empty; if not, empty ones are omitted.
  public var allowsEmptyAnswers = true

  /// True if the content of messages is a list of parts, `[{"type": "text", "text": …}]`, instead of a string.
  public var takesContentParts = false

  /// The support for tool definitions, tool calls and tool results.
  public var tools = ToolSupport.none

  /// True if the tool definitions are a JSON text in the variable `functions`.
  public var takesFunctionsAsText = false

  /// True if the arguments of tool calls are JSON text instead of an object.
  public var takesArgumentsAsString = false

  /// True if the content of a message with only tool calls must be an empty string instead of none.
  public var requiresEmptyContent = false

  /// The form in which the text of a message with tool calls is rendered.
  public var textBesideCalls = TextBesideCalls.together

  /// The role of tool results.
  public var resultRole = "tool"

  /// The name of the message member with the reasoning, `nil` if the template renders none.
  public var reasoningKey: String?

  /// The form of reasoning within the content of messages with tool calls, for templates without a member for it.
  public var reasoningInContent: ReasoningInContent?

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

  /// The positions in which system messages are rendered.
  public enum SystemMessages: Sendable, Hashable {
    /// One, at the beginning.
    case first
    /// Several, at the beginning.
    case leading
    /// Between any messages.
    case anywhere
  }

  /// The form in which the text of a message with tool calls is rendered.
  public enum TextBesideCalls: Sendable, Hashable {
    /// In the same message; the template may omit it.
    case together
    /// In a message of its own before the calls, since the template refuses a message with both, or omits the calls.
    case apart
    /// With the calls written as text in the format of the model, since the template refuses two messages too.
    case written
    /// Not at all.
    case omitted
  }

  /// The form of reasoning within the content of a message.
  public enum ReasoningInContent: Sendable, Hashable {
    /// A part of the content: `{"type": "thinking", "thinking": …}`.
    case part
    /// Text between the tags of the reasoning format.
    case tags
  }

  /// The style of tool call identifiers.
  public enum Identifiers: Sendable, Hashable {
    /// Nine letters and digits, which all templates accept that render identifiers.
    case alphanumeric
    /// `functions.name:index`, from which the template extracts the name.
    case numbered
  }
}
