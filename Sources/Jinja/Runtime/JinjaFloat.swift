/// The formatting of floating-point numbers as in Python.
enum JinjaFloat {
  /// The shortest representation that parses to the same number, as Python's `repr`.
  static func description(of value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    // Swift gives the same digits as Python, but differs in the use of exponents.
    let parts = value.magnitude.description.utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let writtenExponent = parts.count > 1 ? Int(String(Substring(parts[1]))) ?? 0 : 0
    var digits = mantissa.flatMap { Array($0) }[...]
    var exponent = mantissa[0].count - 1 + writtenExponent
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      exponent -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.first == UInt8(ascii: "0") { exponent = 0 }
    let sign = value.sign == .minus ? "-" : ""
    return sign + text(Array(digits), exponent)
  }

  /// Formats digits, of which the first has the weight 10^exponent, as Python does.
  private static func text(_ digits: [UInt8], _ exponent: Int) -> String {
    func text(_ digits: some Collection<UInt8>) -> String { String(decoding: digits, as: UTF8.self) }
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    guard exponent >= -4, exponent < 16 else {
      let power = String(abs(exponent))
      return text(digits.prefix(1)) + (digits.count > 1 ? "." + text(digits.dropFirst()) : "")
        + (exponent < 0 ? "e-" : "e+") + (power.utf8.count < 2 ? "0" : "") + power
    }
    if exponent < 0 { return "0." + zeros(-exponent - 1) + text(digits) }
    let whole = text(digits.prefix(exponent + 1)) + zeros(max(exponent + 1 - digits.count, 0))
    return whole + "." + (digits.count > exponent + 1 ? text(digits.dropFirst(exponent + 1)) : "0")
  }

  /// The number with `digits` digits after the point, rounded half to even from its exact value.
  static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return description(of: value) }
    var decimal = JinjaDecimal(abs(value))
    decimal.round(toFraction: digits)
    let sign = value.sign == .minus ? "-" : ""
    return sign + decimal.text(fraction: digits)
  }

  /// The number rounded to `digits` digits after the point, as Python's `round`.
  static func rounded(_ value: Double, digits: Int) -> Double {
    guard value.isFinite, digits < 330 else { return value }
    guard digits > -310 else { return value * 0 }
    var decimal = JinjaDecimal(abs(value))
    decimal.round(toFraction: digits)
    let rounded = Double(decimal.text(fraction: max(digits, 0))) ?? value
    return value.sign == .minus ? -rounded : rounded
  }
}

/// The exact decimal expansion of a non-negative number.
struct JinjaDecimal {
  /// The digits, most significant first.
  private var digits: [UInt8]
  /// The number of digits before the point.
  private var whole: Int

  init(_ value: Double) {
    // The value is significand · 2^exponent; for a negative exponent its digits are those of significand · 5^-exponent.
    guard value > 0 else {
      (digits, whole) = ([0], 1)
      return
    }
    let bits = value.isNormal ? value.significandBitPattern | 1 << 52 : value.significandBitPattern
    let exponent = (value.isNormal ? Int(value.exponentBitPattern) : 1) - 1075
    /// The limbs in little-endian order, of nine decimal digits each.
    var limbs: [UInt64] = []
    var rest = bits
    while rest > 0 {
      limbs.append(rest % 1_000_000_000)
      rest /= 1_000_000_000
    }
    for _ in 0..<abs(exponent) {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * (exponent < 0 ? 5 : 2) + carry
        limbs[index] = product % 1_000_000_000
        carry = product / 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    var text = limbs.last.map { String($0) } ?? "0"
    for limb in limbs.dropLast().reversed() {
      let part = String(limb)
      text += String(repeating: "0", count: 9 - part.utf8.count) + part
    }
    digits = text.utf8.map { $0 - UInt8(ascii: "0") }
    whole = digits.count - (exponent < 0 ? -exponent : 0)
    if whole <= 0 {
      digits = Array(repeating: 0, count: 1 - whole) + digits
      whole = 1
    }
  }

  /// Rounds half to even to `count` digits after the point; a negative count rounds before the point.
  mutating func round(toFraction count: Int) {
    let kept = whole + count
    guard kept < digits.count else { return }
    guard kept >= 0 else {
      (digits, whole) = ([0], 1)
      return
    }
    let half = digits[kept]
    let isAbove = half > 5 || half == 5 && digits[(kept + 1)...].contains { $0 != 0 }
    let isOdd = kept > 0 && digits[kept - 1] % 2 == 1
    let roundsUp = isAbove || half == 5 && isOdd
    digits = Array(digits[..<kept]) + Array(repeating: 0, count: max(whole - kept, 0))
    guard roundsUp else {
      if digits.isEmpty { (digits, whole) = ([0], 1) }
      return
    }
    var index = kept - 1
    while index >= 0, digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    if index >= 0 {
      digits[index] += 1
    } else {
      digits.insert(1, at: 0)
      whole += 1
    }
  }

  func text(fraction: Int) -> String {
    func text(_ digits: some Sequence<UInt8>) -> String {
      String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
    let before = whole > 0 ? text(digits.prefix(whole)) : "0"
    guard fraction > 0 else { return before }
    let after = text(digits.dropFirst(whole).prefix(fraction))
    return before + "." + after + String(repeating: "0", count: fraction - after.utf8.count)
  }
}
