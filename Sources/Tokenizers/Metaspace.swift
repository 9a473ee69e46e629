/// The character ▁ (U+2581), which replaces the space in SentencePiece vocabularies.
enum Metaspace {
  private static let bytes: (UInt8, UInt8, UInt8) = (0xE2, 0x96, 0x81)

  /// Appends a range of text with ▁ replaced by spaces.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      if text[position] == bytes.0, position + 2 < range.upperBound, text[position + 1] == bytes.1,
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
