/// The normalization map of SentencePiece, `tokenizer.ggml.precompiled_charsmap`.
///
/// The layout is the size of a double array in bytes, the array, and the null-terminated replacements. The array is a
/// trie of the replaced sequences; its nodes are packed as in Darts-clone:
///
///     bits 0–7 label · bit 8 has a value · bit 9 the offset is shifted by 8 · bits 10–30 offset · bit 31 is a value
///
/// The data are untrusted: an index out of the bounds of the array or of the replacements ends the search.
struct CharacterMap: Sendable {
  private let nodes: [UInt32]
  private let replacements: [UInt8]

  /// Parses a map.
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
      throw .malformedCharacterMap(found: "an unterminated replacement", expected: "a zero byte at the end")
    }
    nodes = stride(from: 4, to: 4 + size, by: 4).map { Self.number(bytes, at: $0) }
    replacements = Array(bytes[(4 + size)...])
  }

  private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }

  /// The longest match at a position: its replacement bytes and its end.
  func replacement(
    _ text: Span<UInt8>, at start: Int, limit: Int
  ) -> (replacement: ArraySlice<UInt8>, end: Int)? {
    var node = offset(nodes[0])
    var found: (offset: Int, end: Int)?
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
    guard let found, found.offset < replacements.count else { return nil }
    // The last byte is zero, so the search always succeeds.
    let end = replacements[found.offset...].firstIndex(of: 0) ?? found.offset
    return (replacements[found.offset..<end], found.end)
  }

  private func offset(_ unit: UInt32) -> UInt32 { (unit >> 10) << ((unit & 0x200) >> 6) }
}
