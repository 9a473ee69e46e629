/// A result builder that collects the lines of a closure into ``Instructions``.
///
/// Each line has to be ``InstructionsRepresentable``. `if`, `switch`, `for` and `if #available` work as in any
/// function.
@resultBuilder
public struct InstructionsBuilder {
  /// Joins the components of a block.
  ///
  /// - Parameter components: The block's lines.
  /// - Returns: Instructions with the parts of all components, in order.
  public static func buildBlock<each I>(_ components: repeat each I) -> Instructions
  where repeat each I: InstructionsRepresentable {
    var parts: [PromptPart] = []
    for component in repeat each components {
      parts += component.instructionsRepresentation.parts
    }
    return Instructions(parts: parts)
  }

  /// Joins the results of a loop's iterations.
  ///
  /// - Parameter instructions: The component of each iteration.
  /// - Returns: Instructions with the parts of all iterations, in order.
  public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
    Instructions(parts: instructions.flatMap(\.instructionsRepresentation.parts))
  }

  /// Builds the first branch of a condition.
  ///
  /// - Parameter component: The result of the branch.
  /// - Returns: The component as instructions.
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Builds the second branch of a condition.
  ///
  /// - Parameter component: The result of the branch.
  /// - Returns: The component as instructions.
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Builds an `if` that has no `else`.
  ///
  /// - Parameter instructions: The result of the branch, or `nil` if it was not taken.
  /// - Returns: The branch, or empty instructions.
  public static func buildOptional(_ instructions: Instructions?) -> Instructions {
    instructions ?? Instructions(parts: [])
  }

  /// Builds the body of an availability condition.
  ///
  /// - Parameter instructions: The result of the body.
  /// - Returns: The component as instructions.
  public static func buildLimitedAvailability(_ instructions: some InstructionsRepresentable) -> Instructions {
    instructions.instructionsRepresentation
  }

  /// Accepts a line.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: The same value.
  @_disfavoredOverload
  public static func buildExpression<I>(_ expression: I) -> I where I: InstructionsRepresentable {
    expression
  }

  /// Accepts a line that is instructions already.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: The same value.
  public static func buildExpression(_ expression: Instructions) -> Instructions {
    expression
  }

  /// Rejects a line of any other type with a message that names the cause.
  ///
  /// - Parameter expression: The line's value.
  /// - Returns: Never used.
  @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are supported.")
  public static func buildExpression<T>(_ expression: T) -> Instructions {
    Instructions(parts: [])
  }
}
