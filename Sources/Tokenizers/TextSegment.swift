/// A part of a prompt, with the say whether it is trusted to contain control tokens.
public struct TextSegment: Sendable, Equatable {
  /// The text.
  public var text: String
  /// Whether control tokens written out in the text become those tokens.
  ///
  /// Never set it for text from a user.
  public var parsesSpecialTokens: Bool

  /// Creates a segment.
  public init(text: String, parsesSpecialTokens: Bool) {
    self.text = text
    self.parsesSpecialTokens = parsesSpecialTokens
  }
}
