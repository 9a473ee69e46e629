/// An exact decimal number: ± 0.d₁d₂… · 10^exponent, without leading or trailing zeros.
struct Decimal: Hashable, Sendable {
  var isNegative: Bool
  /// The significant digits, 0 to 9 each; empty for zero.
  var digits: [UInt8]
  /// The number of digits before the point; negative for leading zeros after it.
  var exponent: Int

  /// Parses a JSON number; nil if the text is not one, has more than 1,000 digits, or an exponent beyond the maximum.
  init?(_ text: String, maximumExponent: Int = 400) {
    var digits: [UInt8] = []
    var point: Int?
    var bytes = text.utf8[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    var exponent = 0
    while let byte = bytes.popFirst() {
      switch byte {
      case 0x30...0x39: digits.append(byte - 0x30)
      case UInt8(ascii: "."): point = digits.count
      default:
        guard let value = Int(String(Substring(bytes))), value.magnitude <= maximumExponent.magnitude else {
          return nil
        }
        exponent = value
        bytes = bytes.suffix(0)
      }
    }
    guard digits.count <= 1000 else { return nil }
    exponent += point ?? digits.count
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    self.digits = digits
    self.exponent = exponent
  }

  init(_ value: Int) {
    isNegative = value < 0
    digits = String(value.magnitude).utf8.map { $0 - 0x30 }
    exponent = digits.count
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  var isZero: Bool { digits.isEmpty }
  var isInteger: Bool { exponent >= digits.count }

  var magnitude: Decimal {
    var result = self
    result.isNegative = false
    return result
  }

  /// The digits before the point, at least one.
  var integerDigits: [UInt8] {
    guard exponent > 0 else { return [0] }
    return Array(digits.prefix(exponent)) + [UInt8](repeating: 0, count: max(0, exponent - digits.count))
  }

  /// The digits after the point.
  var fractionDigits: [UInt8] {
    exponent >= 0 ? Array(digits.dropFirst(exponent)) : [UInt8](repeating: 0, count: -exponent) + digits
  }

  /// The value as an `Int`, nil if it is not an integer or out of range.
  var int: Int? {
    guard isInteger, exponent <= 19 else { return nil }
    return Int((isNegative ? "-" : "") + integerDigits.map { String($0) }.joined())
  }
}

extension Decimal: Comparable {
  static func < (left: Decimal, right: Decimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    if left.isNegative { return right.magnitude < left.magnitude }
    if left.isZero || right.isZero { return left.isZero && !right.isZero }
    if left.exponent != right.exponent { return left.exponent < right.exponent }
    return left.digits.lexicographicallyPrecedes(right.digits)
  }
}
