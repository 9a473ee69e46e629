/// A prompt for the model.
///
/// A prompt is created from a string or from several parts, each of which is a separate segment in the transcript:
///
/// ```swift
/// let prompt = Prompt {
///   "Summarise this letter in one sentence."
///   letter
/// }
/// ```
///
/// Text from outside the program belongs in a prompt and never in ``Instructions``, to which models give
/// more weight.
public struct Prompt: Sendable {
  /// The parts, in order.
  let parts: [PromptPart]

  init(parts: [PromptPart]) {
    self.parts = parts
  }

  /// Creates a prompt from a value that can be represented as one.
  ///
  /// - Parameter content: A string, an array of strings, another prompt, or a type of your own.
  public init(_ content: some PromptRepresentable) {
    self = content.promptRepresentation
  }

  /// Creates a prompt from the parts that a closure lists.
  ///
  /// - Parameter content: A closure that builds the prompt, one part per line.
  /// - Throws: Any error of the closure.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
    self = try content()
  }
}

/// A type whose values can be put into a prompt.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}

// An explicit `return` disables the requirement's result builder in these bodies. Otherwise they would be wrapped in
// `buildBlock`, which evaluates this property of its components and so would recurse.
// swift-format-ignore: OmitExplicitReturns
extension Prompt: PromptRepresentable {
  /// The prompt itself.
  public var promptRepresentation: Prompt { return self }
}

// swift-format-ignore: OmitExplicitReturns
extension String: PromptRepresentable {
  /// A prompt with the string as a single part.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(self)]) }
}

// swift-format-ignore: OmitExplicitReturns
extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// A prompt with the parts of all elements, in order.
  public var promptRepresentation: Prompt { return Prompt(parts: flatMap(\.promptRepresentation.parts)) }
}
