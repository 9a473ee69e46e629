/// White space as defined by Python.
enum JinjaWhitespace {
  /// Returns true if Python's `str.isspace` holds for a code point.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// The length in bytes of the white-space character at an index, nil if there is none.
  static func length(in bytes: [UInt8], at index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case 0x09...0x0D, 0x1C...0x20: return 1
    case 0xC2: return index + 1 < bytes.count && (bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0) ? 2 : nil
    case 0xE1, 0xE2, 0xE3:
      guard index + 2 < bytes.count else { return nil }
      let value = UInt32(bytes[index] & 15) << 12 | UInt32(bytes[index + 1] & 63) << 6 | UInt32(bytes[index + 2] & 63)
      return Unicode.Scalar(value).map(contains) == true ? 3 : nil
    default: return nil
    }
  }

  /// The length in bytes of the white-space character before an index, nil if there is none.
  static func length(in bytes: [UInt8], before index: Int) -> Int? {
    for length in 1...3 where index >= length && Self.length(in: bytes, at: index - length) == length { return length }
    return nil
  }
}
