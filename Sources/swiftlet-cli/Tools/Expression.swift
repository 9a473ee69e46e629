/// A recursive-descent parser that evaluates arithmetic expressions.
///
///     sum     = product (("+" | "-") product)*
///     product = factor (("*" | "/" | "%") factor)*
///     factor  = "-" factor | power
///     power   = operand ("^" factor)?
///     operand = number | "pi" | "e" | function "(" sum ")" | "(" sum ")"
struct Expression {
  /// A syntax or evaluation error.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The maximum length of an expression in bytes.
  static let maximumLength = 1000
  /// The maximum nesting depth of parentheses, signs and powers.
  static let maximumDepth = 50

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Evaluates an expression.
  static func value(_ text: String) throws(Failure) -> Double {
    guard text.utf8.count <= maximumLength else {
      throw Failure(description: "found \(text.utf8.count) characters, expected at most \(maximumLength)")
    }
    var expression = Expression(bytes: Array(text.utf8))
    let value = try expression.sum()
    expression.skipSpace()
    guard expression.next == nil else { throw expression.unexpected("an operator or the end") }
    guard value.isFinite else { throw Failure(description: "the result is not a number") }
    return value
  }

  /// Formats a value, without a fraction if it is an integer.
  static func text(_ value: Double) -> String {
    guard value.magnitude < 1e15, let integer = Int(exactly: value) else { return "\(value)" }
    return String(integer)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}

extension Expression {
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func unexpected(_ expected: String) -> Failure {
    let found = next.map { "'\(Character(Unicode.Scalar($0)))'" } ?? "the end"
    return Failure(description: "found \(found) at character \(position + 1), expected \(expected)")
  }

  private mutating func skipSpace() {
    while next == 0x20 { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func sum() throws(Failure) -> Double {
    var value = try product()
    while true {
      if take("+") { value += try product() } else if take("-") { value -= try product() } else { return value }
    }
  }

  private mutating func product() throws(Failure) -> Double {
    var value = try factor()
    while true {
      if take("*") {
        value *= try factor()
      } else if take("/") {
        value /= try divisor()
      } else if take("%") {
        value.formTruncatingRemainder(dividingBy: try divisor())
      } else {
        return value
      }
    }
  }

  private mutating func divisor() throws(Failure) -> Double {
    let value = try factor()
    guard value != 0 else { throw Failure(description: "a division by zero") }
    return value
  }

  private mutating func factor() throws(Failure) -> Double {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw Failure(description: "more than \(Self.maximumDepth) levels")
    }
    if take("-") { return -(try factor()) }
    let base = try operand()
    return take("^") ? power(base, try factor()) : base
  }

  mutating func operand() throws(Failure) -> Double {
    if take("(") {
      let value = try sum()
      guard take(")") else { throw unexpected("')'") }
      return value
    }
    guard let byte = next else { throw unexpected("a number") }
    return byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") ? try namedOperand() : try number()
  }

  /// Consumes a word of letters, in lower case.
  mutating func word() -> String {
    let letters = bytes[position...].prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    position += letters.count
    return String(decoding: letters, as: UTF8.self).lowercased()
  }

  private mutating func number() throws(Failure) -> Double {
    let digits = bytes[position...].prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard let value = Double(String(decoding: digits, as: UTF8.self)) else { throw unexpected("a number") }
    position += digits.count
    return value
  }
}
