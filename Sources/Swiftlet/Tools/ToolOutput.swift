/// The output of a tool, for source compatibility with the first beta.
///
/// Since then, a tool returns any ``PromptRepresentable`` value, such as a string or a generable type.
public struct ToolOutput: PromptRepresentable, Sendable {
  /// The output as a prompt.
  public let promptRepresentation: Prompt

  /// Creates an output from text.
  ///
  /// - Parameter string: The text.
  public init(_ string: String) {
    promptRepresentation = Prompt(string)
  }

  /// Creates an output from a value.
  ///
  /// - Parameter content: The value.
  public init(_ content: GeneratedContent) {
    promptRepresentation = Prompt(content)
  }
}
