/// The normalizer of the unigram model, with the steps in the order of SentencePiece.
struct UnigramNormalizer: Sendable {
  /// The normalization map, nil for none.
  var map: CharacterMap?
  /// True if a space is prepended to the text.
  var addsSpacePrefix: Bool
  /// True if leading and trailing spaces are removed and runs of spaces collapsed.
  var removesExtraSpaces: Bool

  private static let space = UInt8(ascii: " ")
  private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Normalizes a range of text; ▁ becomes a space.
  func normalized(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count + range.count / 8 + 1)
    var position = range.lowerBound
    var part: [UInt8] = []
    while removesExtraSpaces, position < range.upperBound {
      let end = next(text, at: position, limit: range.upperBound, into: &part)
      guard part == [Self.space] else { break }
      position = end
    }
    guard position < range.upperBound else { return output }
    if addsSpacePrefix { output.append(Self.space) }
    var followsSpace = removesExtraSpaces
    while position < range.upperBound {
      position = next(text, at: position, limit: range.upperBound, into: &part)
      let kept = followsSpace ? part.drop { $0 == Self.space } : part[...]
      guard let last = kept.last else { continue }
      Metaspace.decode(kept.span, 0..<kept.count, into: &output)
      followsSpace = removesExtraSpaces && last == Self.space
    }
    while removesExtraSpaces, output.last == Self.space { output.removeLast() }
    return output
  }

  /// Sets `part` to the normalization of the next characters and returns their end.
  @inline(__always)
  private func next(_ text: Span<UInt8>, at position: Int, limit: Int, into part: inout [UInt8]) -> Int {
    part.removeAll(keepingCapacity: true)
    if let match = map?.replacement(text, at: position, limit: limit) {
      part.append(contentsOf: match.replacement)
      return match.end
    }
    let end = UTF8Text.scalar(text, at: position, limit: limit).end
    if text[position] >= 0x80, end == position + 1 {
      part.append(contentsOf: Self.replacementCharacter)
    } else {
      for position in position..<end { part.append(text[position]) }
    }
    return end
  }
}
