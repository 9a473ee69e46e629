import SwiftletGGUF

/// The byte-pair encoding by a list of merges, `tokenizer.ggml.model` = `gpt2` and `gemma4`.
///
/// The initial symbols are bytes in byte-level vocabularies and characters in others. The merges are stored as a table
/// from pairs of ids to ids, so that no text is compared while merging.
struct BytePairModel: Sendable {
  /// The mergeable tokens by their bytes.
  ///
  /// Control and user-defined tokens are excluded, so that merging never produces them.
  private let index: TextIndex
  private let pairs: PairTable
  /// The token of each single byte, negative if the vocabulary lacks it.
  private let byteTokens: [Int32]
  private let preTokenizer: PreTokenizer
  private let ignoresMerges: Bool
  private let mergesBytes: Bool
  private let keepsNewlineRuns: Bool
  /// The token for a character that has neither a token nor byte tokens.
  private let unknown: TokenID?

  /// The maximum piece length in bytes; longer pieces are split, to bound the memory that a hostile text can use.
  private static let maximumPieceLength = 1 << 20

  /// Builds the tables.
  ///
  /// Merges whose result or operands are not tokens are skipped.
  init(_ vocabulary: Vocabulary, merges: ByteStrings, profile: PreTokenizer.Profile) {
    index = TextIndex(vocabulary.pieces) { vocabulary.isMergeable($0) }
    preTokenizer = PreTokenizer(stages: profile.stages)
    ignoresMerges = profile.ignoresMerges
    keepsNewlineRuns = profile.keepsNewlineRuns
    mergesBytes = vocabulary.form == .byteAlphabet
    unknown = mergesBytes ? nil : vocabulary.unknownID
    if mergesBytes {
      let everyByte = Array(UInt8.min...UInt8.max)
      var byteTokens: [Int32] = []
      for byte in 0..<everyByte.count { byteTokens.append(index.id(everyByte.span, byte..<byte + 1)) }
      self.byteTokens = byteTokens
    } else {
      byteTokens = vocabulary.byteTokens
    }
    pairs = Self.table(of: merges, index, vocabulary.form)
  }

  private static func table(
    of merges: ByteStrings, _ index: TextIndex, _ form: Vocabulary.TextForm
  ) -> PairTable {
    var pairs = PairTable(capacity: merges.count)
    var bytes: [UInt8] = []
    for (rank, merge) in merges.enumerated() {
      // The left part may itself start with a space, so the separator is searched from the second byte on.
      guard let space = merge.dropFirst().firstIndex(of: UInt8(ascii: " ")) else { continue }
      bytes.removeAll(keepingCapacity: true)
      let text = merge.span
      form.decode(text, 0..<space - merge.startIndex, into: &bytes)
      let middle = bytes.count
      form.decode(text, space - merge.startIndex + 1..<text.count, into: &bytes)
      let left = index.id(bytes.span, 0..<middle)
      let right = index.id(bytes.span, middle..<bytes.count)
      let merged = index.id(bytes.span, 0..<bytes.count)
      guard left >= 0, right >= 0, merged >= 0 else { continue }
      pairs.insert(left, right, PairTable.Value(rank: UInt32(truncatingIfNeeded: rank), id: merged))
    }
    return pairs
  }

  /// The progress at the start of a range of text.
  var initialProgress: PreTokenizer.Progress { PreTokenizer.Progress(preTokenizer) }

  /// Appends the tokens of a range of text without special tokens, and without ▁ where characters are merged.
  ///
  /// It stops after the piece with which there are more than `limit` tokens. With the same progress, another call goes
  /// on there.
  ///
  /// - Returns: The end of the text whose tokens were appended.
  func encode(
    _ text: Span<UInt8>, _ range: Range<Int>, _ progress: inout PreTokenizer.Progress, into ids: inout [TokenID],
    limit: Int, _ scratch: inout Scratch
  ) -> Int {
    scratch.prepare(length: range.count)
    var start = range.lowerBound
    while start < range.upperBound, ids.count <= limit {
      var end = preTokenizer.pieceEnd(text, from: start, limit: range.upperBound, &progress)
      if end - start > Self.maximumPieceLength {
        end = UTF8Text.characterStart(text, atOrBefore: start + Self.maximumPieceLength)
      }
      encodePiece(text, start..<end, into: &ids, &scratch)
      start = end
    }
    return start
  }

  @inline(__always)
  private func encodePiece(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], _ scratch: inout Scratch
  ) {
    let whole = index.id(text, piece)
    if whole >= 0, ignoresMerges || scratch.isCachedToken(whole) || keepsWhole(text, piece) {
      ids.append(TokenID(whole))
      return
    }
    merge(text, piece, into: &ids, &scratch)
    if whole >= 0, scratch.merger.symbols.count == 1 { scratch.cacheToken(whole) }
  }

  @inline(__always)
  private func keepsWhole(_ text: Span<UInt8>, _ piece: Range<Int>) -> Bool {
    keepsNewlineRuns && text[piece.lowerBound] == UInt8(ascii: "\n")
  }

  private func merge(
    _ text: Span<UInt8>, _ piece: Range<Int>, into ids: inout [TokenID], _ scratch: inout Scratch
  ) {
    scratch.merger.symbols.removeAll(keepingCapacity: true)
    var position = piece.lowerBound
    while position < piece.upperBound {
      var end = position + 1
      var id: Int32 = 0
      if mergesBytes {
        id = byteTokens[Int(text[position])]
      } else {
        end = UTF8Text.scalar(text, at: position, limit: piece.upperBound).end
        id = index.id(text, position..<end)
      }
      scratch.merger.symbols.append(
        Symbol(start: Int32(position - piece.lowerBound), length: Int32(end - position), id: id))
      position = end
    }
    scratch.merger.merge(text, origin: piece.lowerBound, using: self)
    for symbol in scratch.merger.symbols {
      if symbol.id >= 0 {
        ids.append(TokenID(symbol.id))
      } else if !mergesBytes {
        appendBytes(text, symbol.range(from: piece.lowerBound), into: &ids)
      }
      // A byte without a token is dropped, as in the reference implementations.
    }
  }

  /// Appends the bytes of a character that has no token, or the unknown token.
  private func appendBytes(_ text: Span<UInt8>, _ character: Range<Int>, into ids: inout [TokenID]) {
    if character.allSatisfy({ byteTokens[Int(text[$0])] >= 0 }) {
      for position in character { ids.append(TokenID(byteTokens[Int(text[position])])) }
    } else if let unknown {
      ids.append(unknown)
    }
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
  /// Scratch memory of one encoding, reused from one range of text to the next.
  struct Scratch {
    var merger = SymbolMerger()
    /// A direct-mapped cache, indexed by id, of tokens whose bytes are known to merge into the token itself.
    private var cache: [Int32] = []

    mutating func prepare(length: Int) {
      // The cache pays off only if words repeat, which short texts rarely have.
      if cache.isEmpty, length >= 1024 { cache = Array(repeating: -1, count: 1 << 13) }
    }

    @inline(__always)
    func isCachedToken(_ id: Int32) -> Bool { !cache.isEmpty && cache[Int(id) & (cache.count - 1)] == id }

    @inline(__always)
    mutating func cacheToken(_ id: Int32) {
      if !cache.isEmpty { cache[Int(id) & (cache.count - 1)] = id }
    }
  }
}
