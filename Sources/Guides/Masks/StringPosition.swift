/// A position within a string that must differ from others.
struct StringPosition {
  /// The state of the lexeme.
  var state: LexemeState
  /// The range of the sorted other strings that begin with the characters before.
  private(set) var range: Range<Int>
  /// The length of these characters in UTF-8.
  private(set) var count = 0

  /// Creates the position after some characters.
  init(_ state: LexemeState, after characters: [UInt8], among strings: PackedStrings) {
    self.state = state
    range = 0..<strings.count
    for byte in characters { advance(byByte: byte, strings) }
  }

  mutating func advance(by character: UInt32, _ strings: PackedStrings) {
    if character < 128 { return advance(byByte: UInt8(character), strings) }
    var bytes: [UInt8] = []
    bytes.append(utf8: character)
    for byte in bytes { advance(byByte: byte, strings) }
  }

  /// Returns the bytes with which the other strings continue.
  func nextBytes(_ strings: PackedStrings) -> ByteSet {
    var bytes = ByteSet()
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = strings.byte(index, count)
      if byte >= 0 { bytes.insert(UInt8(byte)) }
      // Only the first string may end here.
      index = byte < 0 ? index + 1 : strings.range(index..<range.upperBound, count, with: UInt8(byte)).upperBound
    }
    return bytes
  }

  private mutating func advance(byByte byte: UInt8, _ strings: PackedStrings) {
    range = strings.range(range, count, with: byte)
    count += 1
  }
}
