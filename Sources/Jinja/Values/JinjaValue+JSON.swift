public import SwiftletJSON

/// Why a text is not JSON.
public struct JinjaJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it stops being JSON, in bytes from the beginning.
  public let offset: Int
  /// What JSON has there.
  public let expected: String

  /// The place and what was expected.
  public var description: String { "not JSON at byte \(offset): expected \(expected)" }
}

extension JinjaJSONError {
  fileprivate init(_ error: JSONError) {
    let expected =
      switch error.problem {
      case .unexpected(_, .commaOrArrayEnd), .unexpected(_, .commaOrObjectEnd): "a comma or the closing bracket"
      case .unexpected(_, let expected): "\(expected)"
      case .trailingText: "the end of the text"
      case .controlCharacter: "an escape for the control character"
      case .invalidEscape, .loneSurrogate: "one of the escapes of JSON"
      case .leadingZero: "a number without superfluous zeros"
      case .invalidUTF8: "a string in UTF-8"
      case .tooDeep(let limit): "at most \(limit) levels of nesting"
      case .tooLong(let limit): "at most \(limit) bytes"
      }
    self.init(offset: error.offset, expected: expected)
  }
}

extension JinjaValue {
  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// Numbers without a fraction and an exponent are integers if they fit, all others are floating point. Half of a
  /// surrogate pair becomes a replacement character.
  ///
  /// - Parameters:
  ///   - json: The text in UTF-8.
  ///   - trusted: Whether control tokens written out in the text's strings count.
  ///   - nesting: How deep lists and dictionaries may nest.
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(
    json: some Sequence<UInt8>, trusted: Bool = false, nesting: Int = JinjaLimits.standard.nesting
  ) throws(JinjaJSONError) {
    let options = JSONScanner.Options(maximumDepth: nesting, replacesLoneSurrogates: true)
    do throws(JSONError) {
      let value = try JSONReader<JinjaBuilder>.read(Array(json), options: options)
      self = trusted ? value.trusted : value
    } catch {
      throw JinjaJSONError(error)
    }
  }

  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(json: String, trusted: Bool = false) throws(JinjaJSONError) {
    try self.init(json: json.utf8, trusted: trusted)
  }
}

extension JinjaValue {
  /// Creates a value from JSON, whose strings are untrusted.
  ///
  /// - Parameter json: The value, nested no deeper than ``JSONSchema/maximumDepth``.
  public init(_ json: JSONValue) { self = JinjaBuilder.value(of: json) }
}

/// Values of JSON texts, whose strings are untrusted.
private enum JinjaBuilder: JSONBuilder {
  static func value(of parts: JSONParts<JinjaValue>, at place: JSONPlace, isComplete: Bool) -> JinjaValue {
    switch parts {
    case .null: .none
    case .bool(let value): .boolean(value)
    case .number(let text): number(text)
    case .string(let text): .string(text)
    case .array(let elements): .list(elements)
    case .object(let members): .dictionary(JinjaDictionary(members.lazy.map { ($0.name, $0.value) }))
    }
  }

  private static func number(_ text: String) -> JinjaValue {
    let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    if isWhole, let integer = Int(text) { return .integer(integer) }
    return .double(Double(text) ?? .nan)
  }
}

extension JinjaValue {
  /// The same value, with control tokens that are written out in its strings.
  fileprivate var trusted: JinjaValue {
    switch self {
    case .string(let text, _): .trusted(text)
    case .list(let elements): .list(elements.map(\.trusted))
    case .dictionary(let members): .dictionary(JinjaDictionary(members.lazy.map { ($0.name, $0.value.trusted) }))
    default: self
    }
  }
}
