// The reader's smallest steps: white space, numbers, and how the text reads in an error.

extension JSONReader {
  /// The byte at which the reader stands, or `nil` at the end.
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Reads a number.
  mutating func number() throws(JSONReadingError) -> Reading<JSONNumber> {
    let start = offset
    if peek == UInt8(ascii: "-") { offset += 1 }
    if peek == UInt8(ascii: "0") {
      offset += 1
      if isAtDigit { throw error(.leadingZero) }
    } else if try !digits() {
      return .ended(nil)
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      if try !digits() { return .ended(nil) }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      if try !digits() { return .ended(nil) }
    }
    return .complete(JSONNumber(literal: String(decoding: bytes[start..<offset], as: UTF8.self)))
  }

  /// Reads digits, of which there has to be one.
  ///
  /// The result is false if the text ended before it.
  private mutating func digits() throws(JSONReadingError) -> Bool {
    guard peek != nil else { return false }
    guard isAtDigit else { throw unexpected(expected: "a digit") }
    while isAtDigit { offset += 1 }
    return true
  }

  private var isAtDigit: Bool { peek.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

  // MARK: Errors

  /// An error at the place where the reader stands.
  func error(_ problem: JSONReadingError.Problem) -> JSONReadingError {
    JSONReadingError(offset: offset, problem: problem)
  }

  func unexpected(expected: String) -> JSONReadingError {
    error(.unexpected(found, expected: expected))
  }

  /// The character at which the reader stands, for an error.
  var found: String {
    let rest = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { return "the end" }
    return scalar.value < 0x20 ? "control character \(scalar.value)" : "'\(scalar)'"
  }
}
