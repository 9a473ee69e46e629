import SwiftletJSON

/// A number that neither 64-bit integers nor floating-point numbers represent, in its JSON spelling.
///
/// It prints as it was written: an integer of 30 digits keeps them all, and `1e400` does not become infinite.
/// Arithmetic takes the nearest floating-point number.
struct JinjaExactNumber {
  let text: String

  /// The nearest floating-point number; infinite if the number is out of range.
  let double: Double

  /// True if the number is written without fraction and exponent.
  let isInteger: Bool

  init(text: String) {
    self.text = text
    double = Double(text) ?? .nan
    isInteger = Self.isInteger(text)
  }

  static func isInteger(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Compares by value.
  static func == (left: JinjaExactNumber, right: JinjaExactNumber) -> Bool {
    JSONNumber(literal: left.text) == JSONNumber(literal: right.text)
  }
}

extension JinjaValue {
  /// The length above which numbers keep their spelling, as the comparison with the nearest one takes long.
  private static let maximumDigits = 4096

  /// Creates a number from its JSON spelling, in the type that represents its value.
  init(number text: String) {
    let isInteger = JinjaExactNumber.isInteger(text)
    if isInteger, let integer = Int(text) {
      self = .integer(integer)
    } else if !isInteger, text.utf8.count <= Self.maximumDigits, let double = Double(text), double.isFinite,
      JSONNumber(literal: text) == JSONNumber(literal: JinjaFloat.description(of: double))
    {
      self = .double(double)
    } else {
      self = .number(text)
    }
  }
}
