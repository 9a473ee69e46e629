import SwiftletJSON

/// A number that neither 64-bit integers nor floating-point numbers represent, in its JSON spelling.
///
/// It prints as it was written: an integer of 30 digits keeps them all, and `1e400` does not become infinite. Arithmetic
/// takes the nearest floating-point number.
struct JinjaExactNumber {
  let text: String

  /// The nearest floating-point number; infinite if the number is out of range.
  var double: Double { Double(text) ?? .nan }

  /// True if the number is written without fraction and exponent.
  var isInteger: Bool { Self.isInteger(text) }

  static func isInteger(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Compares by value.
  static func == (left: JinjaExactNumber, right: JinjaExactNumber) -> Bool {
    JSONNumber(literal: left.text) == JSONNumber(literal: right.text)
  }
}

extension JinjaValue {
  /// Creates a number from its JSON spelling, in the type that represents its value.
  init(number text: String) {
    let isInteger = JinjaExactNumber.isInteger(text)
    if isInteger, let integer = Int(text) {
      self = .integer(integer)
    } else if !isInteger, let double = Double(text), double.isFinite,
      JSONNumber(literal: text) == JSONNumber(literal: JinjaFloat.description(of: double))
    {
      self = .double(double)
    } else {
      self = .number(text)
    }
  }
}
