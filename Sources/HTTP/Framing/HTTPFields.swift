/// The syntax of header fields (RFC 9110, section 5).
package enum HTTPFields {
  /// The length of a body that `Content-Length` fields state.
  ///
  /// Some programs repeat the value; different ones could indicate smuggling.
  ///
  /// - Parameter value: The values, joined by commas.
  /// - Returns: The length; `nil` if it is invalid or ambiguous.
  package static func contentLength(_ value: String) -> Int? {
    let parts = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let lengths = Set(parts.map { Array($0)[...].trimmingBlanks() })
    return lengths.count == 1 ? lengths.first?.number(radix: 10) : nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes without spaces and tabs at their ends.
  package func trimmingBlanks() -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// Returns the number that these ASCII digits write; `nil` if there are other bytes, as signs, or it is too large.
  package func number(radix: Int) -> Int? {
    guard !isEmpty else { return nil }
    var number = 0
    for byte in self {
      guard let digit = Self.digit(byte), digit < radix else { return nil }
      let (product, overflowed) = number.multipliedReportingOverflow(by: radix)
      let (sum, exceeded) = product.addingReportingOverflow(digit)
      guard !overflowed, !exceeded else { return nil }
      number = sum
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
