/// What a person asks of the model.
///
/// A prompt is made from a string or from several pieces, each of which stays a segment of its own in the transcript:
///
/// ```swift
/// let prompt = Prompt {
///   "Summarise this letter in one sentence."
///   letter
/// }
/// ```
///
/// Text that comes from outside the program belongs in a prompt and never in ``Instructions``, to which models give
/// more weight.
public struct Prompt: Sendable {
  /// The pieces, in order.
  let parts: [PromptPart]

  init(parts: [PromptPart]) {
    self.parts = parts
  }

  /// Creates a prompt from anything that can be represented as one.
  ///
  /// - Parameter content: A string, an array of strings, another prompt, or a type of your own.
  public init(_ content: some PromptRepresentable) {
    self = content.promptRepresentation
  }

  /// Creates a prompt from the pieces that a closure lists.
  ///
  /// - Parameter content: A closure in which each line is a piece of the prompt.
  /// - Throws: What the closure throws.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
    self = try content()
  }
}

/// A type whose values can be put into a prompt.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}

// An explicit `return` keeps the requirement's result builder away from these bodies. Without it they would be
// wrapped in `buildBlock`, which asks its components for this very property.
// swift-format-ignore: OmitExplicitReturns
extension Prompt: PromptRepresentable {
  /// The prompt itself.
  public var promptRepresentation: Prompt { return self }
}

// swift-format-ignore: OmitExplicitReturns
extension String: PromptRepresentable {
  /// A prompt of one piece, the string.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// A prompt with the pieces of each element in turn.
  public var promptRepresentation: Prompt { return Prompt(parts: flatMap(\.promptRepresentation.parts)) }
}
