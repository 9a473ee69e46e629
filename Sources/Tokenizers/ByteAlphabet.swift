/// The byte-to-Unicode alphabet of byte-level BPE: one printable character for each byte.
///
/// Bytes that are printable in Latin-1 map to themselves; the other 68, in ascending order, map to the characters from
/// U+0100 on. A space is therefore written Ġ and a line feed Ċ.
enum ByteAlphabet {
  /// The character of each byte.
  static let scalars: [UInt32] = {
    var next: UInt32 = 0x100
    return (UInt32(0)..<0x100).map { byte in
      if (0x21...0x7E).contains(byte) || (0xA1...0xAC).contains(byte) || byte >= 0xAE { return byte }
      defer { next += 1 }
      return next
    }
  }()

  /// The byte of each character, negative for characters that are not in the alphabet.
  static let bytes: [Int16] = {
    var bytes = [Int16](repeating: -1, count: 0x144)
    for (byte, scalar) in scalars.enumerated() { bytes[Int(scalar)] = Int16(byte) }
    return bytes
  }()

  /// Appends the decoded bytes of a token text; characters outside the alphabet are copied unchanged.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) {
    let bytes = Self.bytes
    var position = range.lowerBound
    while position < range.upperBound {
      let (scalar, end) = UTF8Text.scalar(text, at: position, limit: range.upperBound)
      if scalar < bytes.count, bytes[Int(scalar)] >= 0 {
        output.append(UInt8(truncatingIfNeeded: bytes[Int(scalar)]))
      } else {
        for position in position..<end { output.append(text[position]) }
      }
      position = end
    }
  }
}
