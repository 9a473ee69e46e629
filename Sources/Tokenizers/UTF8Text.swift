/// A decoder of UTF-8 that may be ill-formed.
enum UTF8Text {
  /// The replacement character for a byte that is not part of a well-formed sequence.
  static let illFormed: UInt32 = 0xFFFD

  /// The scalar at a position and its end; an ill-formed byte decodes to ``illFormed`` on its own.
  @inline(__always)
  static func scalar(_ text: Span<UInt8>, at position: Int, limit: Int) -> (scalar: UInt32, end: Int) {
    let lead = text[position]
    if lead < 0x80 { return (UInt32(lead), position + 1) }
    return multibyteScalar(text, at: position, limit: limit)
  }

  private static func multibyteScalar(
    _ text: Span<UInt8>, at position: Int, limit: Int
  ) -> (scalar: UInt32, end: Int) {
    let lead = text[position]
    let length = sequenceLength(lead)
    guard length > 1, position + length <= limit, secondByteRange(lead).contains(text[position + 1]) else {
      return (illFormed, position + 1)
    }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = text[position + offset]
      guard byte & 0xC0 == 0x80 else { return (illFormed, position + 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return (scalar, position + length)
  }

  /// The start of the character that contains a position.
  static func characterStart(_ text: Span<UInt8>, atOrBefore position: Int) -> Int {
    for start in stride(from: position, to: max(position - 4, 0), by: -1) where text[start] & 0xC0 != 0x80 {
      return start
    }
    return position
  }

  /// The length of the sequence with the given lead byte, 1 if it is not a lead byte.
  static func sequenceLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// The valid second bytes after a lead byte, which exclude overlong forms, surrogates and values above U+10FFFF.
  static func secondByteRange(_ lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}

extension [UInt8] {
  /// The length of an incomplete but so far well-formed UTF-8 sequence at the end.
  package var incompleteTailLength: Int {
    for length in 1...3 where length <= count {
      let lead = self[count - length]
      if lead & 0xC0 == 0x80 { continue }
      guard UTF8Text.sequenceLength(lead) > length else { return 0 }
      return length == 1 || UTF8Text.secondByteRange(lead).contains(self[count - length + 1]) ? length : 0
    }
    return 0
  }
}
