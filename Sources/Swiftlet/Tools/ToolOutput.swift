/// What a tool answers, in the spelling of the first beta.
///
/// Since then, a tool returns any ``PromptRepresentable`` value, such as a string or a generable type.
public struct ToolOutput: PromptRepresentable, Sendable {
  /// The answer as a prompt.
  public let promptRepresentation: Prompt

  /// Creates an answer from text.
  ///
  /// - Parameter string: The text.
  public init(_ string: String) {
    promptRepresentation = Prompt(string)
  }

  /// Creates an answer from a value.
  ///
  /// - Parameter content: The value.
  public init(_ content: GeneratedContent) {
    promptRepresentation = Prompt(content)
  }
}
