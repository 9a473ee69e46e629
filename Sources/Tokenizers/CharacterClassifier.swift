/// A classifier of characters in UTF-8.
///
/// ASCII takes one load. The other characters below U+20000 are looked up in a lazily initialised table of 256 KB,
/// which is about ten times as fast as the Unicode character database.
struct CharacterClassifier: Sendable {
  private let ascii: [CharacterClass] = (UInt8(0)..<UInt8(0x80)).map { CharacterClass(Unicode.Scalar($0)) }

  private static let table: [CharacterClass] = (UInt32(0)..<0x20000).map { value in
    (Unicode.Scalar(value) as Unicode.Scalar?).map { CharacterClass($0) } ?? [.other, .unmarked]
  }

  /// The class and the end position of the character at a position; an ill-formed byte is `other`.
  @inline(__always)
  func character(_ text: Span<UInt8>, at position: Int, limit: Int) -> (class: CharacterClass, end: Int) {
    let byte = text[position]
    if byte < 0x80 { return (ascii[Int(byte)], position + 1) }
    return nonASCII(text, at: position, limit: limit)
  }

  /// The end of the run of characters in the given classes.
  @inline(__always)
  func end(_ text: Span<UInt8>, of classes: CharacterClass, from start: Int, limit: Int) -> Int {
    var position = start
    while position < limit {
      let character = character(text, at: position, limit: limit)
      if character.class.isDisjoint(with: classes) { break }
      position = character.end
    }
    return position
  }

  @inline(never)
  private func nonASCII(_ text: Span<UInt8>, at position: Int, limit: Int) -> (class: CharacterClass, end: Int) {
    let (scalar, end) = UTF8Text.scalar(text, at: position, limit: limit)
    if scalar < 0x20000 { return (Self.table[Int(scalar)], end) }
    return (Unicode.Scalar(scalar).map { CharacterClass($0) } ?? [.other, .unmarked], end)
  }
}
