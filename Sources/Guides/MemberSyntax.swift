/// The syntax of an object's members, for models that do not write tool arguments as JSON.
///
/// ```swift
/// // <parameter=city>\nOslo\n</parameter>
/// var tags = MemberSyntax(beforeName: "<parameter=", afterName: ">\n", afterValue: "\n</parameter>", separator: "\n")
/// tags.strings = .bare(end: "</parameter>")
/// ```
public struct MemberSyntax: Sendable, Hashable {
  /// The syntax of string values.
  public enum Strings: Sendable, Hashable {
    /// JSON string literals.
    case json
    /// Unquoted text up to a terminator, which cannot occur in the string.
    ///
    /// Applies only to members whose schema allows nothing but strings; where other types are allowed, strings are
    /// JSON.
    case bare(end: String)
    /// Unescaped text between two delimiters, which cannot occur in the string.
    ///
    /// Nested objects and arrays use the same syntax instead of JSON.
    case marked(String)
  }

  /// The texts before the first member and after the last one.
  public var (opening, closing) = ("", "")
  /// The texts before and after a member's name.
  public var (beforeName, afterName): (String, String)
  /// The text after the name of a member that is not a string.
  public var afterNameOfOther: String
  /// The text after each value.
  public var afterValue: String
  /// The text between two members.
  public var separator: String
  /// The syntax of string values.
  public var strings = Strings.json
  /// True for Python's `True`, `False` and `None` as values of members.
  public var usesPythonLiterals = false

  /// Creates a syntax.
  ///
  /// - Parameters:
  ///   - beforeName: The text before a member's name.
  ///   - afterName: The text after the name.
  ///   - afterValue: The text after a value.
  ///   - separator: The text between two members.
  public init(beforeName: String = "", afterName: String, afterValue: String = "", separator: String) {
    (self.beforeName, self.afterName, afterNameOfOther) = (beforeName, afterName, afterName)
    (self.afterValue, self.separator) = (afterValue, separator)
  }
}
