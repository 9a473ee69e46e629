/// The byte-pair encoding of SentencePiece, `tokenizer.ggml.model` = `llama`.
///
/// There is no list of merges: two adjacent symbols merge if their concatenation is a token, the highest score first.
/// Vocabularies write ▁ for a space; here both texts and tokens contain the space itself.
struct SentencePieceModel: Sendable {
  /// The mergeable tokens by their bytes.
  ///
  /// Control, unknown and byte tokens are excluded, so that text never produces them.
  private let index: TextIndex
  /// The rank of each token, 0 for the highest score.
  private let ranks: [UInt32]
  /// The token of each byte for byte fallback, negative if there is none.
  private let byteTokens: [Int32]
  private let unknown: TokenID?
  /// A bit set of the byte pairs that are adjacent in any token.
  private let adjacentBytePairs: [UInt64]

  /// The maximum piece length in bytes; longer pieces are split, to bound the memory that a hostile text can use.
  private static let maximumPieceLength = 1 << 20

  init(_ vocabulary: Vocabulary) {
    let pieces = vocabulary.pieces
    index = TextIndex(pieces) { vocabulary.isMergeable($0) }
    ranks = (0..<vocabulary.count).map { Self.rank(ofScore: vocabulary.score(of: $0)) }
    unknown = vocabulary.unknownID
    byteTokens = vocabulary.byteTokens
    var adjacentBytePairs = [UInt64](repeating: 0, count: 1 << 10)
    for id in 0..<vocabulary.count where vocabulary.isMergeable(id) {
      let range = pieces.range(of: id)
      for position in range.dropFirst() {
        let pair = Self.pair(pieces.storage[position - 1], pieces.storage[position])
        adjacentBytePairs[pair >> 6] |= 1 << UInt64(pair & 63)
      }
    }
    self.adjacentBytePairs = adjacentBytePairs
  }

  private static func pair(_ left: UInt8, _ right: UInt8) -> Int { Int(left) << 8 | Int(right) }

  /// The rank of a score: a lower rank for a higher score.
  ///
  /// It never equals the rank of ``Merge/none``.
  static func rank(ofScore score: Float) -> UInt32 {
    guard !score.isNaN else { return .max - 1 }
    // Adding zero turns -0 into +0. Float bits order as integers once those of negative numbers are inverted.
    let bits = (score + 0).bitPattern
    let ascending = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return ~ascending
  }

  /// Appends the tokens of a text in which ▁ has been replaced by a space.
  ///
  /// It stops after the piece with which there are more than `limit` tokens.
  func encode(_ text: Span<UInt8>, into ids: inout [TokenID], limit: Int, _ merger: inout SymbolMerger) {
    let first = ids.count
    var start = 0
    while start < text.count, ids.count <= limit {
      let end = pieceEnd(text, from: start)
      encodePiece(text, start..<end, into: &ids, from: first, &merger)
      start = end
    }
  }

  /// Returns the next position at which the text can be split without changing the result.
  ///
  /// The model itself has no pre-tokenizer. But two bytes that are adjacent in no token always end up in two tokens,
  /// and in most vocabularies the start of each word is such a position.
  private func pieceEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    let limit = min(text.count, start + Self.maximumPieceLength)
    var position = start + 1
    while position < limit {
      let pair = Self.pair(text[position - 1], text[position])
      let startsCharacter = text[position] & 0xC0 != 0x80
      if startsCharacter, adjacentBytePairs[pair >> 6] & 1 << UInt64(pair & 63) == 0 { return position }
      position += 1
    }
    return limit == text.count ? limit : UTF8Text.characterStart(text, atOrBefore: limit)
  }

  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], from first: Int,
    _ merger: inout SymbolMerger
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
    for symbol in merger.symbols {
      if symbol.id >= 0 {
        ids.append(TokenID(symbol.id))
      } else {
        appendUnknown(text, symbol.range(from: piece.lowerBound), into: &ids, from: first)
      }
    }
  }

  /// Appends the byte tokens of a character without a token, or the unknown token once per run of such characters.
  private func appendUnknown(
    _ text: Span<UInt8>, _ character: Range<Int>, into ids: inout [TokenID], from first: Int
  ) {
    if character.allSatisfy({ byteTokens[Int(text[$0])] >= 0 }) {
      for position in character { ids.append(TokenID(byteTokens[Int(text[position])])) }
    } else if let unknown, ids.count == first || ids.last != unknown {
      ids.append(unknown)
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
