/// A symbol: a part of a piece that is, or may become part of, one token.
struct Symbol: Sendable {
  /// The offset from the start of the piece.
  var start: Int32
  var length: Int32
  /// The token of this text, negative if there is none.
  var id: Int32

  /// The range in the text, for a piece that starts at `origin`.
  @inline(__always)
  func range(from origin: Int) -> Range<Int> { origin + Int(start)..<origin + Int(start) + Int(length) }
}

/// The merge of two adjacent symbols.
struct Merge: Sendable {
  /// The priority: the lowest rank merges first; of equal ranks, the leftmost.
  var rank: UInt32
  var id: Int32

  /// The absence of a merge; its rank sorts after all others.
  static let none = Merge(rank: .max, id: -1)
}

/// A rule that decides which adjacent symbols merge.
protocol MergeRule {
  /// The merge of two adjacent symbols of the piece that starts at `origin`, or ``Merge/none``.
  func merge(_ left: Symbol, _ right: Symbol, _ text: Span<UInt8>, origin: Int) -> Merge
}

/// A merger of the symbols of a piece, the best pair first, until no pair merges.
///
/// Short pieces are scanned for the best pair before each merge, in quadratic time but without bookkeeping. Long pieces
/// use a heap of candidates and take O(n log n).
struct SymbolMerger: Sendable {
  /// The symbols: the initial ones before `merge`, the result after it.
  var symbols: [Symbol] = []
  /// The merge of each symbol with the one after it.
  private var merges: [Merge] = []
  private var queue = MergeQueue()

  /// The number of symbols above which the heap is faster.
  private static let linearScanLimit = 40

  /// Merges `symbols` in place.
  mutating func merge(_ text: Span<UInt8>, origin: Int, using rule: some MergeRule) {
    if symbols.count <= Self.linearScanLimit {
      scan(text, origin, rule)
    } else {
      queue.merge(&symbols, text, origin: origin, using: rule)
    }
  }

  @inline(__always)
  private mutating func scan(_ text: Span<UInt8>, _ origin: Int, _ rule: some MergeRule) {
    merges.removeAll(keepingCapacity: true)
    for index in 1..<max(symbols.count, 1) {
      merges.append(rule.merge(symbols[index - 1], symbols[index], text, origin: origin))
    }
    while true {
      var best = 0
      var rank = UInt32.max
      for index in 0..<merges.count where merges[index].rank < rank { (best, rank) = (index, merges[index].rank) }
      guard rank != .max else { return }
      symbols[best].id = merges[best].id
      symbols[best].length += symbols[best + 1].length
      symbols.remove(at: best + 1)
      merges.remove(at: best)
      if best > 0 { merges[best - 1] = rule.merge(symbols[best - 1], symbols[best], text, origin: origin) }
      if best < merges.count { merges[best] = rule.merge(symbols[best], symbols[best + 1], text, origin: origin) }
    }
  }
}
