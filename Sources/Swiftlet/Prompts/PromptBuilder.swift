/// A result builder that collects the lines of a closure into a ``Prompt``.
///
/// Each line has to be ``PromptRepresentable``. `if`, `switch`, `for` and `if #available` work as in any function.
@resultBuilder
public struct PromptBuilder {
  /// Joins the components of a block.
  ///
  /// - Parameter components: The block's lines.
  /// - Returns: A prompt with the parts of all components, in order.
  public static func buildBlock<each P>(_ components: repeat each P) -> Prompt
  where repeat each P: PromptRepresentable {
    var parts: [PromptPart] = []
    for component in repeat each components {
      parts += component.promptRepresentation.parts
    }
    return Prompt(parts: parts)
  }

  /// Joins the results of a loop's iterations.
  ///
  /// - Parameter prompts: The prompt of each iteration.
  /// - Returns: A prompt with the parts of all iterations, in order.
  public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
    Prompt(parts: prompts.flatMap(\.promptRepresentation.parts))
  }

  /// Builds the first branch of a condition.
  ///
  /// - Parameter component: The result of the branch.
  /// - Returns: The component as a prompt.
  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Builds the second branch of a condition.
  ///
  /// - Parameter component: The result of the branch.
  /// - Returns: The component as a prompt.
  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Builds an `if` that has no `else`.
  ///
  /// - Parameter component: The result of the branch, or `nil` if it was not taken.
  /// - Returns: The component, or an empty prompt.
  public static func buildOptional(_ component: Prompt?) -> Prompt {
    component ?? Prompt(parts: [])
  }

  /// Builds the body of an availability condition.
  ///
  /// - Parameter prompt: The result of the body.
  /// - Returns: The component as a prompt.
  public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt {
    prompt.promptRepresentation
  }

  /// Accepts a line.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: The same value.
  @_disfavoredOverload
  public static func buildExpression<P>(_ expression: P) -> P where P: PromptRepresentable {
    expression
  }

  /// Accepts a line that is a prompt already.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: The same value.
  public static func buildExpression(_ expression: Prompt) -> Prompt {
    expression
  }

  /// Rejects a line of any other type with a message that names the cause.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: Never used.
  @available(*, unavailable, message: "Only `Prompt` and `PromptRepresentable` are supported.")
  public static func buildExpression<T>(_ expression: T) -> Prompt {
    Prompt(parts: [])
  }
}
