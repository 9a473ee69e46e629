/// Why a text is neither JSON nor the beginning of it.
struct JSONReadingError: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  enum Problem: Equatable {
    /// Something stands where something else has to.
    case unexpected(String, expected: String)
    /// A value is followed by more than white space.
    case trailingText(String)
    /// A string contains a character that has to be escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case invalidEscape(String)
    /// Half of a surrogate pair stands alone.
    case loneSurrogate(UInt16)
    /// A number begins with a superfluous zero.
    case leadingZero
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text is longer than the limit, in bytes.
    case tooLong(limit: Int)
  }

  /// Where it is wrong, counted in bytes of UTF-8 from the beginning of the text.
  var offset: Int
  /// What is wrong there.
  var problem: Problem

  var description: String { "Invalid JSON at byte \(offset): \(reason)" }

  private var reason: String {
    switch problem {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .trailingText(let found): "expected nothing after the value, found \(found)"
    case .controlCharacter(let code): "the control character \(Self.hex(UInt16(code))) has to be escaped in a string"
    case .invalidEscape(let escape): "'\(escape)' is no escape sequence"
    case .loneSurrogate(let unit): "the surrogate \(Self.hex(unit)) has no counterpart"
    case .leadingZero: "a number begins with a superfluous zero"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooLong(let limit): "the text has more than \(limit) bytes"
    }
  }

  private static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
