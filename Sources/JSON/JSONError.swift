/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Problem: Sendable, Equatable {
    /// Something stands, or the text ends, where something else has to stand.
    case unexpected(found: String, expected: Expectation)
    /// The document is followed by more than white space.
    case trailingText(found: String)
    /// A string contains a character that has to be escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case invalidEscape(String)
    /// Half of a surrogate pair stands alone.
    case loneSurrogate(UInt16)
    /// A number begins with a superfluous zero.
    case leadingZero
    /// A string is not UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text is longer than the limit, in bytes.
    case tooLong(limit: Int)
  }

  /// What JSON has in a place.
  public enum Expectation: Sendable, Equatable {
    /// A value of any kind.
    case value
    /// The name of a member.
    case key
    /// What divides a name from its value.
    case colon
    /// Another element, or the array's end.
    case commaOrArrayEnd
    /// Another member, or the object's end.
    case commaOrObjectEnd
    /// A digit of a number.
    case digit
    /// The rest of `true`, `false` or `null`.
    case word(String)
    /// The rest of a string.
    case stringEnd
  }

  /// Where it is wrong, in bytes from the beginning of the text.
  public var offset: Int
  /// What is wrong there.
  public var problem: Problem

  /// Creates an error.
  public init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }
}

extension JSONError: CustomStringConvertible {
  /// The place, and what is wrong there.
  public var description: String { "Invalid JSON at byte \(offset): \(reason)" }

  /// What was found, and what was expected.
  public var reason: String {
    switch problem {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .trailingText(let found): "expected nothing after the value, found \(found)"
    case .controlCharacter(let code): "the control character \(Self.hex(UInt16(code))) has to be escaped in a string"
    case .invalidEscape(let escape): "'\(escape)' is no escape sequence"
    case .loneSurrogate(let unit): "the surrogate \(Self.hex(unit)) has no counterpart"
    case .leadingZero: "a number begins with a superfluous zero"
    case .invalidUTF8: "the string is not UTF-8"
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
  /// What it is called in an error.
  public var description: String {
    switch self {
    case .value: "a value"
    case .key: "a property name"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .digit: "a digit"
    case .word(let word): "'\(word)'"
    case .stringEnd: "the end of the string"
    }
  }
}
