/// A segment of the output that is either trusted or untrusted.
public struct JinjaSegment: Sendable, Hashable {
  /// The text.
  public var text: String
  /// True if the text comes from the template or a trusted variable; only then may control tokens be parsed.
  public var isTrusted: Bool

  /// Creates a segment.
  public init(text: String, isTrusted: Bool) { (self.text, self.isTrusted) = (text, isTrusted) }
}

extension [JinjaSegment] {
  /// The concatenated text of all segments.
  public var text: String { map(\.text).joined() }
}
