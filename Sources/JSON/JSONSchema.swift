/// A JSON Schema document, in its original form.
///
/// Guides, prompts, tools and requests pass schemas as values of this type, so that all keywords are preserved.
/// Keywords are interpreted only when a guide is compiled.
public struct JSONSchema: Hashable, Sendable {
  /// The maximum length of a schema's text, in bytes.
  public static let maximumLength = 4 << 20
  /// The maximum nesting depth of arrays and objects.
  public static let maximumDepth = 512

  /// The document; an object or a Boolean in a valid schema.
  public var root: JSONValue

  /// Creates a schema from a value.
  ///
  /// - Parameter root: The document.
  public init(_ root: JSONValue) {
    self.root = root
  }

  /// Parses a schema.
  ///
  /// - Parameter text: JSON text in UTF-8, which may begin with a byte order mark.
  /// - Throws: ``JSONError`` if the text is not JSON, nested beyond ``maximumDepth``, or longer than ``maximumLength``.
  public init(parsing text: [UInt8]) throws(JSONError) {
    root = try JSONValue.read(
      text, options: .init(maximumDepth: Self.maximumDepth, maximumLength: Self.maximumLength))
  }

  /// Parses a schema.
  ///
  /// - Parameter text: JSON text.
  /// - Throws: ``JSONError`` if the text is not JSON, nested beyond ``maximumDepth``, or longer than ``maximumLength``.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// The schema's JSON text on one line, with a space after each comma and colon.
  public var text: String { JSONWriter.text(root, layout: .line) }
}

extension JSONValue {
  /// Parses a document, which may begin with a byte order mark.
  ///
  /// - Parameters:
  ///   - text: JSON text in UTF-8.
  ///   - options: The limits and leniencies.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` if the text is not JSON or exceeds a limit of the options.
  public static func read(_ text: [UInt8], options: JSONScanner.Options) throws(JSONError) -> JSONValue {
    try JSONReader<JSONValue>.read(text, from: text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, options: options)
  }

  /// Creates an object.
  ///
  /// - Parameter members: Names and values in order; members without a value are omitted.
  /// - Returns: The object.
  public static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  /// Returns a copy with transformed members, if the value is an object.
  ///
  /// - Parameter transform: Returns the new value of a member, or `nil` to remove the member.
  /// - Returns: The new object; values of other types are returned unchanged.
  public func mapMembers(_ transform: (_ name: String, _ value: JSONValue) -> JSONValue?) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        transform(member.name, member.value).map { Member(name: member.name, value: $0) }
      })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
