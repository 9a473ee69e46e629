/// The format of a number.
struct JinjaNumberFormat {
  /// The conversion specifier of C.
  var letter: UInt8
  var precision: Int?
  /// True if the alternate form is used, such as a prefix for the base.
  var isAlternate = false

  init(letter: UInt8, precision: Int?) {
    self.letter = letter
    self.precision = precision
  }

  /// The sign and the digits, nil if the letter is not a numeric conversion.
  func digits(of number: JinjaNumber) throws(JinjaFault) -> (isNegative: Bool, digits: String)? {
    switch letter {
    case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"): return try whole(number, radix: 10)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return try whole(number, radix: 16)
    case UInt8(ascii: "o"): return try whole(number, radix: 8)
    case UInt8(ascii: "b"): return try whole(number, radix: 2)
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
      UInt8(ascii: "G"):
      let value = number.double
      let text = value.isFinite ? fractional(abs(value)) : value.isNaN ? "nan" : "inf"
      return (value.sign == .minus && !value.isNaN, isUpper ? text.uppercased() : text)
    default: return nil
    }
  }

  private var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }

  private func whole(_ number: JinjaNumber, radix: Int) throws(JinjaFault) -> (isNegative: Bool, digits: String) {
    let value: Int
    switch number {
    case .integer(let integer): value = integer
    case .double(let double):
      guard radix == 10, let integer = Int(exactly: double.rounded(.towardZero)) else {
        throw .value("a format", found: "a floating-point number", expected: "an integer")
      }
      value = integer
    }
    var digits = String(value.magnitude, radix: radix, uppercase: isUpper)
    if let precision, digits.utf8.count < precision {
      digits = String(repeating: "0", count: precision - digits.utf8.count) + digits
    }
    if isAlternate, radix != 10 { digits = "0" + String(Character(Unicode.Scalar(letter))) + digits }
    return (value < 0, digits)
  }

  private func fractional(_ value: Double) -> String {
    let precision = precision ?? 6
    switch letter | 0x20 {
    case UInt8(ascii: "f"): return JinjaFloat.fixed(value, digits: precision)
    case UInt8(ascii: "e"): return exponential(value, digits: precision)
    default:
      let significant = max(precision, 1)
      let (_, exponent) = scaled(value, digits: significant - 1)
      guard exponent < -4 || exponent >= significant else {
        return withoutZeros(JinjaFloat.fixed(value, digits: significant - 1 - exponent))
      }
      let text = exponential(value, digits: significant - 1)
      guard let mark = text.firstIndex(of: "e") else { return text }
      return withoutZeros(String(text[..<mark])) + text[mark...]
    }
  }

  private func withoutZeros(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")), !isAlternate else { return text }
    let kept = text.utf8.reversed().drop { $0 == UInt8(ascii: "0") }
    return String(decoding: kept.drop { $0 == UInt8(ascii: ".") }.reversed(), as: UTF8.self)
  }

  private func exponential(_ value: Double, digits: Int) -> String {
    let (mantissa, exponent) = scaled(value, digits: digits)
    let power = String(abs(exponent))
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + (power.utf8.count < 2 ? "0" : "") + power
  }

  /// The mantissa with the given number of digits after the point, and the power of ten.
  private func scaled(_ value: Double, digits: Int) -> (mantissa: String, exponent: Int) {
    guard value > 0 else { return (JinjaFloat.fixed(0, digits: digits), 0) }
    // The position of the leading digit comes from the exact digits; rounding may carry into the next one.
    let text = JinjaFloat.fixed(value, digits: 340)
    let all = text.utf8.filter(\.isDigit)
    let point = text.utf8.prefix { $0 != UInt8(ascii: ".") }.count
    var exponent = point - 1 - (all.firstIndex { $0 != UInt8(ascii: "0") } ?? 0)
    var decimal = JinjaDecimal(value)
    decimal.round(toFraction: digits - exponent)
    var kept = decimal.text(fraction: max(digits - exponent, 0)).utf8.filter(\.isDigit).drop { $0 == UInt8(ascii: "0") }
    if digits - exponent < 0 { kept = kept.prefix(digits + 2) }
    if kept.count > digits + 1, digits - exponent >= 0 {
      exponent += 1
    } else if digits - exponent < 0,
      JinjaFloat.fixed(value, digits: 0).utf8.count < decimal.text(fraction: 0).utf8.count
    {
      exponent += 1
    }
    let figures = String(decoding: kept.prefix(digits + 1), as: UTF8.self)
    let padded = figures + String(repeating: "0", count: max(digits + 1 - figures.utf8.count, 0))
    return (digits > 0 ? padded.prefix(1) + "." + padded.dropFirst() : padded, exponent)
  }
}
