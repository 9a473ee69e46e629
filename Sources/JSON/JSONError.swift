/// A JSON syntax error with its byte offset.
public struct JSONError: Error, Sendable, Equatable {
  /// The kind of syntax error.
  public enum Problem: Sendable, Equatable {
    /// Another character, or the end of the text, was found in place of the expected token.
    case unexpected(found: String, expected: Expectation)
    /// Non-whitespace text follows the document.
    case trailingText(found: String)
    /// An unescaped control character occurs in a string.
    case controlCharacter(UInt8)
    /// A backslash begins no valid escape sequence.
    case invalidEscape(String)
    /// A surrogate escape has no matching half.
    case loneSurrogate(UInt16)
    /// A number has a leading zero.
    case leadingZero
    /// A string is not valid UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text is longer than the limit, in bytes.
    case tooLong(limit: Int)
  }

  /// A token that the grammar requires at an offset.
  public enum Expectation: Sendable, Equatable {
    /// A value of any kind.
    case value
    /// The name of an object member.
    case key
    /// The colon between a name and its value.
    case colon
    /// A comma, or the end of the array.
    case commaOrArrayEnd
    /// A comma, or the end of the object.
    case commaOrObjectEnd
    /// A digit of a number.
    case digit
    /// The rest of the literal `true`, `false` or `null`.
    case literal(String)
    /// The rest of a string.
    case stringEnd
  }

  /// The byte offset of the error from the beginning of the text.
  public var offset: Int
  /// The kind of error.
  public var problem: Problem

  /// Creates an error.
  public init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }
}

extension JSONError: CustomStringConvertible {
  /// The byte offset and the reason.
  public var description: String { "Invalid JSON at byte \(offset): \(reason)" }

  /// The reason without the offset: what was expected and what was found.
  public var reason: String {
    switch problem {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .trailingText(let found): "expected nothing after the value, found \(found)"
    case .controlCharacter(let code): "the control character \(Self.hex(UInt16(code))) must be escaped in a string"
    case .invalidEscape(let escape): "'\(escape)' is not an escape sequence"
    case .loneSurrogate(let unit): "the surrogate \(Self.hex(unit)) is unpaired"
    case .leadingZero: "a number has a leading zero"
    case .invalidUTF8: "the string is not valid UTF-8"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooLong(let limit): "the text has more than \(limit) bytes"
    }
  }

  private static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONError.Expectation: CustomStringConvertible {
  /// The name of the token in error messages.
  public var description: String {
    switch self {
    case .value: "a value"
    case .key: "a property name"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .digit: "a digit"
    case .literal(let literal): "'\(literal)'"
    case .stringEnd: "the end of the string"
    }
  }
}
