/// A part of a prompt, with a flag that says if it may contain control tokens.
public struct TextSegment: Sendable, Equatable {
  /// The text.
  public var text: String
  /// True if control tokens spelled out in the text are parsed.
  ///
  /// Never set it for untrusted text, such as user input.
  public var parsesSpecialTokens: Bool

  /// Creates a segment.
  public init(text: String, parsesSpecialTokens: Bool) {
    self.text = text
    self.parsesSpecialTokens = parsesSpecialTokens
  }
}
