/// A parse event of a JSON text.
public enum JSONEvent: Sendable, Equatable {
  /// An object begins: a key and a value for each member follow, then ``objectEnd``.
  case objectStart
  /// The innermost object ends.
  case objectEnd
  /// An array begins: its elements follow, then ``arrayEnd``.
  case arrayStart
  /// The innermost array ends.
  case arrayEnd
  /// The name of a member, whose value follows.
  ///
  /// A name may occur several times in an object; RFC 8259 leaves the interpretation of duplicates to the receiver.
  case key(String)
  /// A string with its escapes decoded.
  case string(String)
  /// A number, in its original spelling.
  case number(String)
  /// A Boolean.
  case bool(Bool)
  /// Null.
  case null
}
