/// How the model should behave throughout a session.
///
/// Instructions stand first in a transcript and are shown to the model before anything else, so write them yourself
/// and keep text from outside the program in a ``Prompt``:
///
/// ```swift
/// let session = LanguageModelSession(instructions: "You answer in one sentence.")
/// ```
public struct Instructions: Sendable {
  /// The pieces, in order.
  let parts: [PromptPart]

  init(parts: [PromptPart]) {
    self.parts = parts
  }

  /// Creates instructions from anything that can be represented as such.
  ///
  /// - Parameter content: A string, an array of strings, other instructions, or a type of your own.
  public init(_ content: some InstructionsRepresentable) {
    self = content.instructionsRepresentation
  }

  /// Creates instructions from the pieces that a closure lists.
  ///
  /// - Parameter content: A closure in which each line is a piece of the instructions.
  /// - Throws: What the closure throws.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    self = try content()
  }
}

/// A type whose values can be put into instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

// The explicit `return`s are needed for the reason given beside `Prompt`'s conformances.
// swift-format-ignore: OmitExplicitReturns
extension Instructions: InstructionsRepresentable {
  /// The instructions themselves.
  public var instructionsRepresentation: Instructions { return self }
}

// swift-format-ignore: OmitExplicitReturns
extension String: InstructionsRepresentable {
  /// Instructions of one piece, the string.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// Instructions with the pieces of each element in turn.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: flatMap(\.instructionsRepresentation.parts))
  }
}
