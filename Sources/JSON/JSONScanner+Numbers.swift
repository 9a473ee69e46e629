// White space, numbers, and error construction.

extension JSONScanner {
  /// The next byte, or `nil` at the end of the text.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Scans a number; returns `nil` if the text ends where a digit is required.
  mutating func number() throws(JSONError) -> String? {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
      if isAtDigit { throw error(.leadingZero) }
    } else if try !digits() {
      return nil
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      if try !digits() { return nil }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      if try !digits() { return nil }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Scans one or more digits; returns false if the text ends before the first.
  private mutating func digits() throws(JSONError) -> Bool {
    guard peek != nil else { return false }
    guard isAtDigit else { throw unexpected(.digit) }
    while isAtDigit { position += 1 }
    return true
  }

  private var isAtDigit: Bool {
    position < bytes.count && bytes[position] >= UInt8(ascii: "0") && bytes[position] <= UInt8(ascii: "9")
  }

  // MARK: Errors

  /// Creates an error at the current position.
  func error(_ problem: JSONError.Problem) -> JSONError {
    JSONError(offset: discardedCount + position, problem: problem)
  }

  func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    error(.unexpected(found: found, expected: expected))
  }

  /// The next character, as it is quoted in error messages.
  var found: String {
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { return "the end" }
    return scalar.value < 0x20 ? "control character \(scalar.value)" : "'\(scalar)'"
  }
}
