/// The character ▁, U+2581, which SentencePiece writes for a space.
enum WordBoundary {
  private static let bytes: (UInt8, UInt8, UInt8) = (0xE2, 0x96, 0x81)

  /// Appends a stretch of text with spaces in place of ▁.
  static func decode(_ text: Span<UInt8>, _ stretch: Range<Int>, into output: inout [UInt8]) {
    var position = stretch.lowerBound
    while position < stretch.upperBound {
      if text[position] == bytes.0, position + 2 < stretch.upperBound, text[position + 1] == bytes.1,
        text[position + 2] == bytes.2
      {
        output.append(UInt8(ascii: " "))
        position += 3
      } else {
        output.append(text[position])
        position += 1
      }
    }
  }
}
