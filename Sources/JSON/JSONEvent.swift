/// What stands next in a JSON text.
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
  /// A name may come several times in an object, which RFC 8259 leaves to who reads it.
  case key(String)
  /// A string, without its escapes.
  case string(String)
  /// A number, digit for digit as it is written.
  case number(String)
  /// A truth value.
  case bool(Bool)
  /// Null.
  case null
}
