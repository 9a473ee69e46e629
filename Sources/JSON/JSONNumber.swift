/// A number as it stands in a JSON text, digit for digit.
///
/// Texts rather than `Double`s, because `Int` and `Decimal` have values that a `Double` would change.
public struct JSONNumber: Sendable {
  /// The number as JSON writes it or, for what JSON cannot write, as Swift does: `nan`, `inf`, `-inf`.
  public let text: String

  /// Creates a number of a text that is known to be one in JSON.
  public init(literal: String) {
    text = literal
  }

  /// Creates a number of an integer.
  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Creates a number of a `Double`; a whole one has no fraction.
  public init(_ value: Double) {
    text = Self.withoutFraction(value.description)
  }

  /// Creates a number of a `Float`, with its own digits, of which the nearest `Double` would show more than were meant.
  public init(_ value: Float) {
    text = Self.withoutFraction(value.description)
  }

  private static func withoutFraction(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }

  /// Whether JSON can write the number.
  public var isFinite: Bool {
    text.utf8.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
  }

  /// The nearest `Double`, infinite if the number is too large for all.
  public var double: Double { Double(text) ?? .nan }

  /// The nearest `Float`, infinite if the number is too large for all.
  public var float: Float { Float(text) ?? .nan }

  /// The number as an integer, or `nil` if it has a fraction or is too large.
  public var integer: Int? {
    guard isFinite else { return nil }
    if let plain = Int(text) { return plain }
    let normal = normalForm
    // No `Int` has more digits than these; the limit keeps "1e999999999" from being written out.
    guard normal.exponent >= 0, normal.exponent + normal.digits.utf8.count <= 20 else { return nil }
    return Int((normal.isNegative ? "-" : "") + normal.digits + String(repeating: "0", count: normal.exponent))
  }
}

// MARK: - Comparison by value

extension JSONNumber: Equatable {
  /// The value `±digits · 10^exponent`, in which the digits neither begin nor end with a zero.
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

  /// The exponent of a number, held within bounds far outside of those of any type.
  private static func exponent(_ text: Substring) -> Int {
    let limit = 1 << 40
    return min(max(Int(text) ?? (text.hasPrefix("-") ? -limit : limit), -limit), limit)
  }

  /// Compares values, so that `1.0`, `1` and `10e-1` are equal.
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    guard one.isFinite, other.isFinite else { return one.double == other.double && one.isFinite == other.isFinite }
    return one.text == other.text || one.normalForm == other.normalForm
  }

  /// Whether the number is less than another.
  public static func < (one: JSONNumber, other: JSONNumber) -> Bool {
    if let one = one.integer, let other = other.integer { return one < other }
    return one.double < other.double
  }
}
