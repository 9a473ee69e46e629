/// How characters are rewritten before unigram tokenization, `tokenizer.ggml.precompiled_charsmap`.
///
/// The map is SentencePiece's: the size of a double array, the array, and the replacements one after the other, each
/// with a zero at its end. The array is a trie of what is replaced; its nodes are packed as in Darts-clone:
///
///     bits 0–7 label · bit 8 has a value · bit 9 the offset is shifted by 8 · bits 10–30 offset · bit 31 is a value
///
/// Nothing in it is trusted: an index that leads out of the array, or out of the replacements, ends the search.
struct CharacterMap: Sendable {
  private let nodes: [UInt32]
  private let replacements: [UInt8]

  /// Takes a map apart.
  init(_ bytes: [UInt8]) throws(TokenizerError) {
    guard bytes.count > 4 else {
      throw .malformedCharacterMap(found: "\(bytes.count) bytes", expected: "more than the 4 of its header")
    }
    let size = Int(Self.number(bytes, at: 0))
    guard size % 4 == 0, size > 0, size < bytes.count - 4 else {
      throw .malformedCharacterMap(
        found: "an array of \(size) bytes", expected: "a multiple of 4, and less than the \(bytes.count - 4) there are")
    }
    guard bytes.last == 0 else {
      throw .malformedCharacterMap(found: "a replacement without an end", expected: "a zero after the last one")
    }
    nodes = stride(from: 4, to: 4 + size, by: 4).map { Self.number(bytes, at: $0) }
    replacements = Array(bytes[(4 + size)...])
  }

  private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }

  /// The longest stretch at a position that is replaced, and by which of the replacements' bytes.
  func replacement(
    _ text: Span<UInt8>, at start: Int, limit: Int
  ) -> (replacement: ArraySlice<UInt8>, end: Int)? {
    var node = offset(nodes[0])
    var found: (place: Int, end: Int)?
    for position in start..<limit {
      let byte = UInt32(text[position])
      node ^= byte
      guard byte != 0, Int(node) < nodes.count else { break }
      let unit = nodes[Int(node)]
      guard unit & 0x8000_00FF == byte else { break }
      node ^= offset(unit)
      guard Int(node) < nodes.count else { break }
      if unit >> 8 & 1 == 1 { found = (Int(nodes[Int(node)] & 0x7FFF_FFFF), position + 1) }
    }
    guard let found, found.place < replacements.count else { return nil }
    // The last byte is zero, so there is an end.
    let end = replacements[found.place...].firstIndex(of: 0) ?? found.place
    return (replacements[found.place..<end], found.end)
  }

  private func offset(_ unit: UInt32) -> UInt32 { (unit >> 10) << ((unit & 0x200) >> 6) }
}
