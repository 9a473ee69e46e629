/// A piece of what a template writes, all of one origin.
public struct JinjaSegment: Sendable, Hashable {
  /// The text.
  public var text: String
  /// True if the template wrote it, or a variable that is trusted: only then do control tokens in it count.
  public var isTrusted: Bool

  /// Creates a piece.
  public init(text: String, isTrusted: Bool) { (self.text, self.isTrusted) = (text, isTrusted) }
}

extension [JinjaSegment] {
  /// The text of all pieces.
  public var text: String { map(\.text).joined() }
}
