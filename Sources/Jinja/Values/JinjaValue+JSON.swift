public import SwiftletJSON

/// An error in JSON text.
public struct JinjaJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The offset of the error in bytes from the beginning.
  public let offset: Int
  /// A description of the expected text.
  public let expected: String

  /// The position and the expected text.
  public var description: String { "not JSON at byte \(offset): expected \(expected)" }
}

extension JinjaJSONError {
  init(_ error: JSONError) {
    let expected =
      switch error.problem {
      case .unexpected(_, .commaOrArrayEnd), .unexpected(_, .commaOrObjectEnd): "a comma or the closing bracket"
      case .unexpected(_, let expected): "\(expected)"
      case .trailingText: "the end of the text"
      case .controlCharacter: "an escape for the control character"
      case .invalidEscape, .loneSurrogate: "one of the escapes of JSON"
      case .leadingZero: "a number without leading zeros"
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
  /// Numbers without fraction and exponent are integers, others floating-point numbers, if those represent them; else
  /// they keep their spelling. A lone surrogate becomes a replacement character.
  ///
  /// - Parameters:
  ///   - json: The text in UTF-8.
  ///   - trusted: True if the strings are trusted, so that control tokens in them may be parsed.
  ///   - nesting: The maximum nesting depth of lists and dictionaries.
  /// - Throws: ``JinjaJSONError`` if the text is not JSON or exceeds the nesting depth.
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
  /// - Throws: ``JinjaJSONError`` if the text is not JSON or exceeds the nesting depth.
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

/// A builder of values from JSON, whose strings are untrusted.
private enum JinjaBuilder: JSONBuilder {
  static func value(of parts: JSONParts<JinjaValue>, at path: JSONPathID, isComplete: Bool) -> JinjaValue {
    switch parts {
    case .null: .none
    case .bool(let value): .boolean(value)
    case .number(let text): JinjaValue(number: text)
    case .string(let text): .string(text)
    case .array(let elements): .list(elements)
    case .object(let members): .dictionary(JinjaDictionary(members.lazy.map { ($0.name, $0.value) }))
    }
  }
}

extension JinjaValue {
  /// The same value with trusted strings.
  fileprivate var trusted: JinjaValue {
    switch self {
    case .string(let text, _): .trusted(text)
    case .list(let elements): .list(elements.map(\.trusted))
    case .dictionary(let members): .dictionary(JinjaDictionary(members.lazy.map { ($0.name, $0.value.trusted) }))
    default: self
    }
  }
}
