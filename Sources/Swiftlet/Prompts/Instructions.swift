/// Instructions for the model that apply to a whole session.
///
/// Instructions are the first entry of a transcript and precede everything else, so write them yourself
/// and keep text from outside the program in a ``Prompt``:
///
/// ```swift
/// let session = LanguageModelSession(instructions: "You answer in one sentence.")
/// ```
public struct Instructions: Sendable {
  /// The parts, in order.
  let parts: [PromptPart]

  init(parts: [PromptPart]) {
    self.parts = parts
  }

  /// Creates instructions from a value that can be represented as such.
  ///
  /// - Parameter content: A string, an array of strings, other instructions, or a type of your own.
  public init(_ content: some InstructionsRepresentable) {
    self = content.instructionsRepresentation
  }

  /// Creates instructions from the parts that a closure lists.
  ///
  /// - Parameter content: A closure that builds the instructions, one part per line.
  /// - Throws: Any error of the closure.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    self = try content()
  }
}

/// A type whose values can be put into instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

// The explicit `return`s disable the result builders; see `Prompt`'s conformances.
// swift-format-ignore: OmitExplicitReturns
extension Instructions: InstructionsRepresentable {
  /// The instructions themselves.
  public var instructionsRepresentation: Instructions { return self }
}

// swift-format-ignore: OmitExplicitReturns
extension String: InstructionsRepresentable {
  /// Instructions with the string as a single part.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// Instructions with the parts of all elements, in order.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: flatMap(\.instructionsRepresentation.parts))
  }
}
