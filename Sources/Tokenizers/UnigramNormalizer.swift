/// What is done to text before unigram tokenization, in the order in which SentencePiece does it.
struct UnigramNormalizer: Sendable {
  /// How characters are rewritten, nil if they stay.
  var map: CharacterMap?
  /// Whether a space is put before the text.
  var addsSpacePrefix: Bool
  /// Whether spaces at both ends go, and others count as one.
  var removesExtraSpaces: Bool

  private static let space = UInt8(ascii: " ")
  private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// A stretch of text, rewritten; ▁ in it is a space afterwards.
  func normalized(_ text: Span<UInt8>, _ stretch: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(stretch.count + stretch.count / 8 + 1)
    var position = stretch.lowerBound
    var part: [UInt8] = []
    while removesExtraSpaces, position < stretch.upperBound {
      let end = next(text, at: position, limit: stretch.upperBound, into: &part)
      guard part == [Self.space] else { break }
      position = end
    }
    guard position < stretch.upperBound else { return output }
    if addsSpacePrefix { output.append(Self.space) }
    var followsSpace = removesExtraSpaces
    while position < stretch.upperBound {
      position = next(text, at: position, limit: stretch.upperBound, into: &part)
      let kept = followsSpace ? part.drop { $0 == Self.space } : part[...]
      guard let last = kept.last else { continue }
      WordBoundary.decode(kept.span, 0..<kept.count, into: &output)
      followsSpace = removesExtraSpaces && last == Self.space
    }
    while removesExtraSpaces, output.last == Self.space { output.removeLast() }
    return output
  }

  /// Sets `part` to what the next characters become, and returns where they end.
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
