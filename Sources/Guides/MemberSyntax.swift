/// A notation for the members of an object, for models that do not write them as JSON.
///
/// ```swift
/// // <parameter=city>\nOslo\n</parameter>
/// var tags = MemberSyntax(beforeName: "<parameter=", afterName: ">\n", afterValue: "\n</parameter>", separator: "\n")
/// tags.strings = .bare(end: "</parameter>")
/// ```
public struct MemberSyntax: Sendable, Hashable {
  /// The notation of strings.
  public enum Strings: Sendable, Hashable {
    /// As JSON.
    case json
    /// As they are, up to a text that ends them and therefore does not occur in them. Only members that are strings
    /// and nothing else are written so; where another type is possible too, strings are JSON.
    case bare(end: String)
    /// As they are, between two marks that do not occur in them. Objects and arrays within the members are written in
    /// the same way, rather than as JSON.
    case marked(String)
  }

  /// The texts before the first member and after the last one.
  public var (opening, closing) = ("", "")
  /// The texts before and after a member's name.
  public var (beforeName, afterName): (String, String)
  /// The text after the name of a member that is no string.
  public var afterNameOfOther: String
  /// The text after each value.
  public var afterValue: String
  /// The text between two members.
  public var separator: String
  /// The notation of strings.
  public var strings = Strings.json
  /// True for Python's words for truth values and null, where they are members themselves.
  public var usesPythonWords = false

  /// Creates a syntax.
  ///
  /// - Parameters:
  ///   - beforeName: What stands before a member's name.
  ///   - afterName: What stands after it.
  ///   - afterValue: What stands after a value.
  ///   - separator: What stands between two members.
  public init(beforeName: String = "", afterName: String, afterValue: String = "", separator: String) {
    (self.beforeName, self.afterName, afterNameOfOther) = (beforeName, afterName, afterName)
    (self.afterValue, self.separator) = (afterValue, separator)
  }
}
