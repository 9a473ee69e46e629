import SwiftletGGUF

/// Byte-level byte-pair encoding, `tokenizer.ggml.model` = `gpt2`.
///
/// The merges are a table from pairs of ids to ids, so that no text is compared while merging.
struct BytePairModel: Sendable {
  /// Tokens by the bytes that they stand for.
  ///
  /// Control and user-defined tokens are not in it: merging never makes those.
  private let index: TextIndex
  private let pairs: PairTable
  /// The token of each single byte, negative if the vocabulary lacks it.
  private let byteTokens: [Int32]
  private let preTokenizer: PreTokenizer
  private let ignoresMerges: Bool

  /// A longer piece is cut, to bound the memory that one piece of a hostile text can claim.
  private static let longestPiece = 1 << 24

  /// Builds the tables.
  ///
  /// Merges that lead to no token, or from none, are left out: they could not be encoded.
  init(_ vocabulary: Vocabulary, merges: ByteStrings, profile: PreTokenizer.Profile) {
    index = TextIndex(vocabulary.pieces) { vocabulary.isMergeable($0) }
    preTokenizer = PreTokenizer(stages: profile.stages)
    ignoresMerges = profile.ignoresMerges
    let everyByte = Array(UInt8.min...UInt8.max)
    var byteTokens: [Int32] = []
    for byte in 0..<everyByte.count { byteTokens.append(index.id(everyByte.span, byte..<byte + 1)) }
    self.byteTokens = byteTokens
    pairs = Self.table(of: merges, index)
  }

  private static func table(of merges: ByteStrings, _ index: TextIndex) -> PairTable {
    var pairs = PairTable(capacity: merges.count)
    var bytes: [UInt8] = []
    for (rank, merge) in merges.enumerated() {
      // The first character may itself be a space, hence from the second on.
      guard let space = merge.dropFirst().firstIndex(of: UInt8(ascii: " ")) else { continue }
      bytes.removeAll(keepingCapacity: true)
      let text = merge.span
      ByteAlphabet.decode(text, 0..<space - merge.startIndex, into: &bytes)
      let middle = bytes.count
      ByteAlphabet.decode(text, space - merge.startIndex + 1..<text.count, into: &bytes)
      let left = index.id(bytes.span, 0..<middle)
      let right = index.id(bytes.span, middle..<bytes.count)
      let merged = index.id(bytes.span, 0..<bytes.count)
      guard left >= 0, right >= 0, merged >= 0 else { continue }
      pairs.insert(left, right, PairTable.Value(rank: UInt32(truncatingIfNeeded: rank), id: merged))
    }
    return pairs
  }

  /// Appends the tokens of a stretch of text that contains no special token.
  func encode(_ text: Span<UInt8>, _ stretch: Range<Int>, into ids: inout [TokenID], _ scratch: inout Scratch) {
    scratch.prepare(stages: preTokenizer.stages.count, length: stretch.count)
    var start = stretch.lowerBound
    while start < stretch.upperBound {
      let end = preTokenizer.pieceEnd(text, from: start, limit: stretch.upperBound, ends: &scratch.ends)
      while end - start > Self.longestPiece {
        encodePiece(text, start..<start + Self.longestPiece, into: &ids, &scratch)
        start += Self.longestPiece
      }
      encodePiece(text, start..<end, into: &ids, &scratch)
      start = end
    }
  }

  @inline(__always)
  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], _ scratch: inout Scratch
  ) {
    let whole = index.id(text, piece)
    if whole >= 0, ignoresMerges || scratch.isKnownWhole(whole) {
      ids.append(TokenID(whole))
      return
    }
    scratch.merger.symbols.removeAll(keepingCapacity: true)
    for position in piece {
      scratch.merger.symbols.append(
        Symbol(start: Int32(position - piece.lowerBound), length: 1, id: byteTokens[Int(text[position])]))
    }
    scratch.merger.merge(text, origin: piece.lowerBound, using: self)
    // A byte that has no token is lost, as in the implementations that the models were trained with.
    for symbol in scratch.merger.symbols where symbol.id >= 0 { ids.append(TokenID(symbol.id)) }
    if whole >= 0, scratch.merger.symbols.count == 1 { scratch.rememberWhole(whole) }
  }
}

extension BytePairModel: MergeRule {
  @inline(__always)
  func merge(_ left: Symbol, _ right: Symbol, _ text: Span<UInt8>, origin: Int) -> Merge {
    guard left.id >= 0, right.id >= 0, let value = pairs[left.id, right.id] else { return .none }
    return Merge(rank: value.rank, id: value.id)
  }
}

extension BytePairModel {
  /// What an encoding needs besides its text, kept from one stretch to the next.
  struct Scratch {
    var merger = SymbolMerger()
    var ends: [Int] = []
    /// Tokens that merging their own bytes was seen to give, each at a place that its id determines.
    private var wholes: [Int32] = []

    mutating func prepare(stages: Int, length: Int) {
      ends = Array(repeating: 0, count: stages)
      // The memory pays off only if words return.
      if wholes.isEmpty, length >= 1024 { wholes = Array(repeating: -1, count: 1 << 13) }
    }

    @inline(__always)
    func isKnownWhole(_ id: Int32) -> Bool { !wholes.isEmpty && wholes[Int(id) & (wholes.count - 1)] == id }

    @inline(__always)
    mutating func rememberWhole(_ id: Int32) {
      if !wholes.isEmpty { wholes[Int(id) & (wholes.count - 1)] = id }
    }
  }
}
