/// The unigram model, `tokenizer.ggml.model` = `t5`: the sequence of tokens with the greatest sum of scores.
///
/// See Kudo, "Subword regularization" (2018). Sums have single precision as in SentencePiece, which decides ties. Both
/// texts and tokens contain the space itself where files write ▁.
struct UnigramModel: Sendable {
  private let index: PrefixIndex
  private let scores: [Float]
  /// The score of a character that has no token.
  private let unknownScore: Float
  private let unknown: TokenID?
  /// The token of each byte, empty unless the vocabulary has all of them.
  private let byteTokens: [Int32]
  private let normalizer: UnigramNormalizer

  /// The penalty of a character without a token, relative to the lowest score.
  private static let unknownPenalty: Float = 10
  /// The maximum piece length in bytes; longer texts are split, to bound the memory.
  private static let maximumPieceLength = 1 << 20

  init(_ vocabulary: Vocabulary, normalizer: UnigramNormalizer) {
    let ids = (0..<vocabulary.count).filter { vocabulary.kinds[$0] == .normal || vocabulary.kinds[$0] == .undefined }
    index = PrefixIndex(vocabulary.pieces, ids)
    scores = vocabulary.scores
    unknownScore = (ids.map { vocabulary.score(of: $0) }.min() ?? 0) - Self.unknownPenalty
    unknown = vocabulary.unknownID
    byteTokens = vocabulary.byteTokens.contains { $0 < 0 } ? [] : vocabulary.byteTokens
    self.normalizer = normalizer
  }

  /// A node of the Viterbi search: the best path to a position.
  private struct BestPathNode {
    var score: Float = 0
    /// The start of the last token, negative if no path reaches the position.
    var start: Int32 = -1
    var id: Int32 = -1
  }

  /// Appends the tokens of a range of text without special tokens.
  ///
  /// It stops after the piece with which there are more than `limit` tokens.
  func encode(_ text: Span<UInt8>, _ range: Range<Int>, into ids: inout [TokenID], limit: Int) {
    let first = ids.count
    let normalized = normalizer.normalized(text, range)
    let bytes = normalized.span
    var start = 0
    while start < bytes.count, ids.count <= limit {
      let end = pieceEnd(bytes, from: start)
      encodePiece(bytes, start..<end, into: &ids, from: first)
      start = end
    }
  }

  private func pieceEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    guard text.count - start > Self.maximumPieceLength else { return text.count }
    var end = start + Self.maximumPieceLength
    while end > start + Self.maximumPieceLength / 2, text[end] != UInt8(ascii: " ") { end -= 1 }
    if text[end] != UInt8(ascii: " ") { end = start + Self.maximumPieceLength }
    while text[end] & 0xC0 == 0x80, end < text.count - 1 { end += 1 }
    return end
  }

  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], from first: Int
  ) {
    let bestPaths = bestPaths(text, piece)
    var path: [(start: Int, end: Int, id: Int32)] = []
    var end = piece.count
    while end > 0 {
      let node = bestPaths[end]
      path.append((Int(node.start), end, node.id))
      end = Int(node.start)
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

  /// The best path to each position of a piece (Viterbi, forward pass).
  private func bestPaths(_ text: Span<UInt8>, _ piece: Range<Int>) -> [BestPathNode] {
    var bestPaths = [BestPathNode](repeating: BestPathNode(), count: piece.count + 1)
    var position = 0
    while position < piece.count {
      let start = piece.lowerBound + position
      let score = bestPaths[position].score
      let character = UTF8Text.scalar(text, at: start, limit: piece.upperBound).end - start
      var hasCharacter = false
      func relax(_ length: Int, _ id: Int32, _ added: Float) {
        let sum = Double(added) + Double(score)
        let end = position + length
        if bestPaths[end].start < 0 || sum > Double(bestPaths[end].score) {
          bestPaths[end] = BestPathNode(score: Float(sum), start: Int32(position), id: id)
        }
      }
      var walk = PrefixIndex.Walk()
      while walk.advance(text, from: start, limit: piece.upperBound, index) {
        guard walk.id >= 0 else { continue }
        relax(walk.length, walk.id, scores[Int(walk.id)])
        if walk.length == character { hasCharacter = true }
      }
      if !hasCharacter { relax(character, -1, unknownScore) }
      position += character
    }
    return bestPaths
  }
}
