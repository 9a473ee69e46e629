/// A JSON number in its original spelling.
///
/// The text is kept rather than a `Double`, because `Int` and `Decimal` have values that a `Double` cannot represent.
public struct JSONNumber: Sendable {
  /// The number's JSON text, or Swift's spelling of a non-finite number: `nan`, `inf`, `-inf`.
  public let text: String

  /// Creates a number from text that is known to be a valid JSON number.
  public init(literal: String) {
    text = literal
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Creates a number from a `Double`; integral values are written without a fraction.
  public init(_ value: Double) {
    text = Self.withoutFraction(value.description)
  }

  /// Creates a number from a `Float`, with its shortest digits rather than those of the nearest `Double`.
  public init(_ value: Float) {
    text = Self.withoutFraction(value.description)
  }

  private static func withoutFraction(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }

  /// A Boolean value that is true if JSON can represent the number.
  public var isFinite: Bool {
    text.utf8.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
  }

  /// The nearest `Double`; infinite if the number is out of range.
  public var double: Double { Double(text) ?? .nan }

  /// The nearest `Float`; infinite if the number is out of range.
  public var float: Float { Float(text) ?? .nan }

  /// The number as an `Int`, or `nil` if it has a fractional part or is out of range.
  public var integer: Int? {
    guard isFinite else { return nil }
    if let plain = Int(text) { return plain }
    let normal = normalForm
    // No `Int` has more than 20 digits; the limit prevents expanding "1e999999999".
    guard normal.exponent >= 0, normal.exponent + normal.digits.utf8.count <= 20 else { return nil }
    return Int((normal.isNegative ? "-" : "") + normal.digits + String(repeating: "0", count: normal.exponent))
  }
}

// MARK: - Comparison by value

extension JSONNumber: Equatable {
  /// The normal form `±digits · 10^exponent`, without leading or trailing zeros in the digits.
  private var normalForm: (isNegative: Bool, digits: String, exponent: Int) {
    let parts = text.split(maxSplits: 1, whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = (parts.first ?? "").drop { $0 == "-" }
    let halves = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = halves.count > 1 ? halves[1] : ""
    let all = ((halves.first ?? "") + fraction).drop { $0 == "0" }
    guard let last = all.lastIndex(where: { $0 != "0" }) else { return (false, "0", 0) }
    let digits = all[...last]
    let written = parts.count > 1 ? Self.exponent(parts[1]) : 0
    return (text.hasPrefix("-"), String(digits), written - fraction.count + all.count - digits.count)
  }

  /// The exponent, clamped to ±2^40, which is beyond the range of every numeric type.
  private static func exponent(_ text: Substring) -> Int {
    let limit = 1 << 40
    return min(max(Int(text) ?? (text.hasPrefix("-") ? -limit : limit), -limit), limit)
  }

  /// Compares by value, so that `1.0`, `1` and `10e-1` are equal.
  public static func == (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
    guard lhs.isFinite, rhs.isFinite else { return lhs.double == rhs.double && lhs.isFinite == rhs.isFinite }
    return lhs.text == rhs.text || lhs.normalForm == rhs.normalForm
  }

  /// Compares by value, as integers if both are, otherwise as `Double`s.
  public static func < (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
    if let lhs = lhs.integer, let rhs = rhs.integer { return lhs < rhs }
    return lhs.double < rhs.double
  }
}
