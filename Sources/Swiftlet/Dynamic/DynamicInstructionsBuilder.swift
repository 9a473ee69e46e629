/// A result builder that collects the lines of a closure into ``DynamicInstructions``.
///
/// A line is a tool, an array of tools, ``Instructions`` or other dynamic instructions. `if`, `switch` and
/// `if #available` work as in any function; use ``DynamicInstructions/ForEach`` instead of `for`.
@resultBuilder
public struct DynamicInstructionsBuilder {
  /// Accepts a tool.
  ///
  /// - Parameter expression: The tool.
  /// - Returns: Instructions that offer it.
  public static func buildExpression<T>(_ expression: T) -> some DynamicInstructions where T: Tool {
    ToolInstructions(tools: [expression])
  }

  /// Accepts other dynamic instructions.
  ///
  /// - Parameter expression: The instructions.
  /// - Returns: The same instructions.
  public static func buildExpression<T>(_ expression: T) -> T where T: DynamicInstructions {
    expression
  }

  /// Accepts several tools.
  ///
  /// - Parameter tools: The tools.
  /// - Returns: Instructions that offer them.
  public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
    ToolInstructions(tools: tools)
  }

  /// Joins the components of a block.
  ///
  /// - Parameter contents: The block's lines.
  /// - Returns: Instructions of all lines, in order.
  @_disfavoredOverload
  public static func buildBlock<each Content>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> where repeat each Content: DynamicInstructions {
    TupleDynamicInstructions(repeat each contents)
  }

  /// Returns the line of a single-line block unchanged.
  ///
  /// - Parameter content: The line.
  /// - Returns: The same instructions.
  public static func buildBlock<T>(_ content: T) -> T where T: DynamicInstructions {
    content
  }

  /// Builds an empty block.
  ///
  /// - Returns: No instructions.
  public static func buildBlock() -> EmptyDynamicInstructions {
    EmptyDynamicInstructions()
  }

  /// Builds the first branch of a condition.
  ///
  /// - Parameter content: The result of the branch.
  /// - Returns: The branch.
  public static func buildEither<TrueContent, FalseContent>(
    first content: TrueContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent>
  where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
    ConditionalDynamicInstructions(.trueContent(content))
  }

  /// Builds the second branch of a condition.
  ///
  /// - Parameter content: The result of the branch.
  /// - Returns: The branch.
  public static func buildEither<TrueContent, FalseContent>(
    second content: FalseContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent>
  where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
    ConditionalDynamicInstructions(.falseContent(content))
  }

  /// Builds an `if` that has no `else`.
  ///
  /// - Parameter content: The result of the branch, or `nil` if it was not taken.
  /// - Returns: The same.
  public static func buildOptional<Content>(_ content: Content?) -> Content? where Content: DynamicInstructions {
    content
  }

  /// Builds the body of an availability condition.
  ///
  /// - Parameter content: The result of the body.
  /// - Returns: The type-erased instructions.
  public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
    AnyDynamicInstructions(erasing: content)
  }
}
