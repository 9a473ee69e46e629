/// SentencePiece's byte-pair encoding, `tokenizer.ggml.model` = `llama`.
///
/// There is no list of merges: two neighbours merge if their texts together are a token, those of the highest score
/// first. Vocabularies write ▁ for a space; here both texts and tokens have the space itself.
struct SentencePieceModel: Sendable {
  /// Tokens by the bytes that they stand for.
  ///
  /// Control, unknown and byte tokens are not in it: text never makes those.
  private let index: TextIndex
  /// The rank of each token, 0 for the highest score.
  private let ranks: [UInt32]
  /// What stands for each byte that no other token covers, negative if there is nothing.
  private let byteTokens: [Int32]
  /// Whether no token has a space after another character, so that no merge can reach across the start of a word.
  private let splitsWords: Bool

  /// A longer stretch is cut, to bound the memory that a hostile text can claim.
  private static let longestPiece = 1 << 24

  init(_ vocabulary: Vocabulary) {
    let pieces = vocabulary.pieces
    index = TextIndex(pieces) { vocabulary.isMergeable($0) }
    ranks = (0..<vocabulary.count).map { Self.rank(ofScore: vocabulary.score(of: $0)) }
    var byteTokens = [Int32](repeating: vocabulary.unknownID.map { Int32($0) } ?? -1, count: 0x100)
    for id in (0..<vocabulary.count).reversed() where vocabulary.kind(of: id) == .byte {
      if let byte = pieces[id].first, pieces[id].count == 1 { byteTokens[Int(byte)] = Int32(id) }
    }
    self.byteTokens = byteTokens
    splitsWords = (0..<vocabulary.count).allSatisfy { id in
      !vocabulary.isMergeable(id) || !Self.hasInnerSpace(pieces[id])
    }
  }

  private static func hasInnerSpace(_ piece: ArraySlice<UInt8>) -> Bool {
    piece.drop { $0 == UInt8(ascii: " ") }.contains(UInt8(ascii: " "))
  }

  /// A number that orders as the score does, but downwards.
  ///
  /// It is never that of ``Merge/none``.
  static func rank(ofScore score: Float) -> UInt32 {
    guard !score.isNaN else { return .max - 1 }
    // Adding zero turns -0 into +0. The bits of floats order as integers once those of negative ones are inverted.
    let bits = (score + 0).bitPattern
    let ascending = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return ~ascending
  }

  /// Appends the tokens of a text in which ▁ has been replaced by the space.
  func encode(_ text: Span<UInt8>, into ids: inout [TokenID], _ merger: inout SymbolMerger) {
    var start = 0
    while start < text.count {
      let end = min(splitsWords ? wordEnd(text, from: start) : text.count, start + Self.longestPiece)
      encodePiece(text, start..<end, into: &ids, &merger)
      start = end
    }
  }

  /// Where the word ends that starts, with any spaces before it, at `start`.
  private func wordEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
    while position < text.count, text[position] != UInt8(ascii: " ") { position += 1 }
    return position
  }

  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], _ merger: inout SymbolMerger
  ) {
    merger.symbols.removeAll(keepingCapacity: true)
    var position = piece.lowerBound
    while position < piece.upperBound {
      let end = UTF8Text.scalar(text, at: position, limit: piece.upperBound).end
      merger.symbols.append(
        Symbol(
          start: Int32(position - piece.lowerBound), length: Int32(end - position), id: index.id(text, position..<end)))
      position = end
    }
    merger.merge(text, origin: piece.lowerBound, using: self)
    for symbol in merger.symbols { append(symbol.id, text, symbol.range(from: piece.lowerBound), into: &ids) }
  }

  private func append(_ id: Int32, _ text: Span<UInt8>, _ stretch: Range<Int>, into ids: inout [TokenID]) {
    if id >= 0 {
      ids.append(TokenID(id))
    } else {
      for position in stretch where byteTokens[Int(text[position])] >= 0 {
        ids.append(TokenID(byteTokens[Int(text[position])]))
      }
    }
  }
}

extension SentencePieceModel: MergeRule {
  @inline(__always)
  func merge(_ left: Symbol, _ right: Symbol, _ text: Span<UInt8>, origin: Int) -> Merge {
    let start = origin + Int(left.start)
    let id = index.id(text, start..<start + Int(left.length) + Int(right.length))
    return id >= 0 ? Merge(rank: ranks[Int(id)], id: id) : .none
  }
}
