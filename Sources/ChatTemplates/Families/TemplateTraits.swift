/// What a template does with the parts of a conversation.
public struct TemplateTraits: Sendable, Hashable {
  /// Whether it writes instructions; if not, they are put before the first prompt.
  public var writesInstructions = true

  /// Whether it takes what is said as a list of parts, `[{"type": "text", "text": …}]`, and not as a string.
  public var takesParts = false

  /// What becomes of definitions, calls and results of tools.
  public var tools = ToolSupport.none

  /// Whether arguments of calls are given as JSON text and not as an object.
  public var takesArgumentsAsText = false

  /// Whether a call without text needs an empty string in the text's place.
  public var takesEmptyText = false

  /// The name of the member in which it takes thoughts, `nil` if it writes none.
  public var reasoningKey: String?

  /// Whether thinking can be switched on and off with `enable_thinking`, or with `thinking`.
  public var canSwitchReasoning = false

  /// How the identifiers of calls are made.
  public var identifiers = Identifiers.alphanumeric

  /// How the model writes its answers.
  public var format = AnswerFormat(calls: .prompted)

  /// What becomes of definitions, calls and results of tools.
  public enum ToolSupport: Sendable, Hashable {
    /// The template knows nothing of tools: instructions explain them, calls are answers, and results are prompts, all
    /// as JSON. See ``ToolCallFormat/prompted``.
    case none
    /// The template writes definitions and results, but a call is what the model said, word for word.
    case definitions
    /// The template writes calls and results, but instructions have to explain what tools there are.
    case calls
    /// The template writes everything.
    case all
  }

  /// How the identifiers of calls are made.
  public enum Identifiers: Sendable, Hashable {
    /// Nine letters and digits, which suits every template that shows them.
    case alphanumeric
    /// `functions.name:number`, which the template takes for the name.
    case numbered
  }
}
