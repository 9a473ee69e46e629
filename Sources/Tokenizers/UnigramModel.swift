/// Unigram tokenization, `tokenizer.ggml.model` = `t5`: the sequence of tokens with the greatest sum of scores.
///
/// Kudo, "Subword regularization" (2018), as SentencePiece does it, whose sums are of single precision; with others,
/// ties would be broken otherwise. Both texts and tokens have the space itself where files write ▁.
struct UnigramModel: Sendable {
  private let index: PrefixIndex
  private let scores: [Float]
  /// The score of a character that has no token.
  private let unknownScore: Float
  private let unknown: TokenID?
  /// The token of each byte, empty unless the vocabulary has all of them.
  private let byteTokens: [Int32]
  private let normalizer: UnigramNormalizer

  /// What a character without a token costs, against the worst token.
  private static let unknownPenalty: Float = 10
  /// A longer text is cut, to bound the memory that it can claim.
  private static let longestPiece = 1 << 20

  init(_ vocabulary: Vocabulary, normalizer: UnigramNormalizer) {
    let ids = (0..<vocabulary.count).filter { vocabulary.kinds[$0] == .normal || vocabulary.kinds[$0] == .undefined }
    index = PrefixIndex(vocabulary.pieces, ids)
    scores = vocabulary.scores
    unknownScore = (ids.map { vocabulary.score(of: $0) }.min() ?? 0) - Self.unknownPenalty
    unknown = vocabulary.unknownID
    byteTokens = vocabulary.byteTokens.contains { $0 < 0 } ? [] : vocabulary.byteTokens
    self.normalizer = normalizer
  }

  /// The best way to get to a place.
  private struct Arrival {
    var score: Float = 0
    /// Where its last token starts, negative if nothing leads here.
    var start: Int32 = -1
    var id: Int32 = -1
  }

  /// Appends the tokens of a stretch of text that contains no special token.
  func encode(_ text: Span<UInt8>, _ stretch: Range<Int>, into ids: inout [TokenID]) {
    let first = ids.count
    let normalized = normalizer.normalized(text, stretch)
    let bytes = normalized.span
    var start = 0
    while start < bytes.count {
      let end = pieceEnd(bytes, from: start)
      encodePiece(bytes, start..<end, into: &ids, from: first)
      start = end
    }
  }

  private func pieceEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    guard text.count - start > Self.longestPiece else { return text.count }
    var end = start + Self.longestPiece
    while end > start + Self.longestPiece / 2, text[end] != UInt8(ascii: " ") { end -= 1 }
    if text[end] != UInt8(ascii: " ") { end = start + Self.longestPiece }
    while text[end] & 0xC0 == 0x80, end < text.count - 1 { end += 1 }
    return end
  }

  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], from first: Int
  ) {
    let arrivals = arrivals(text, piece)
    var path: [(start: Int, end: Int, id: Int32)] = []
    var end = piece.count
    while end > 0 {
      let arrival = arrivals[end]
      path.append((Int(arrival.start), end, arrival.id))
      end = Int(arrival.start)
    }
    for step in path.reversed() {
      if step.id >= 0 {
        ids.append(TokenID(step.id))
      } else if !byteTokens.isEmpty {
        for position in step.start..<step.end {
          ids.append(TokenID(byteTokens[Int(text[piece.lowerBound + position])]))
        }
      } else if let unknown, ids.count == first || ids.last != unknown {
        ids.append(unknown)
      }
    }
  }

  /// The best way to each place of a piece, from left to right.
  private func arrivals(_ text: Span<UInt8>, _ piece: Range<Int>) -> [Arrival] {
    var arrivals = [Arrival](repeating: Arrival(), count: piece.count + 1)
    var position = 0
    while position < piece.count {
      let start = piece.lowerBound + position
      let score = arrivals[position].score
      let character = UTF8Text.scalar(text, at: start, limit: piece.upperBound).end - start
      var hasCharacter = false
      func arrive(_ length: Int, _ id: Int32, _ added: Float) {
        let sum = Double(added) + Double(score)
        let end = position + length
        if arrivals[end].start < 0 || sum > Double(arrivals[end].score) {
          arrivals[end] = Arrival(score: Float(sum), start: Int32(position), id: id)
        }
      }
      var walk = PrefixIndex.Walk()
      while walk.advance(text, from: start, limit: piece.upperBound, index) {
        guard walk.id >= 0 else { continue }
        arrive(walk.length, walk.id, scores[Int(walk.id)])
        if walk.length == character { hasCharacter = true }
      }
      if !hasCharacter { arrive(character, -1, unknownScore) }
      position += character
    }
    return arrivals
  }
}
