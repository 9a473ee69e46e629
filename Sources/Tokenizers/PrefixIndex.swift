/// An index for finding the tokens that are prefixes of a text.
///
/// The tokens are sorted by their bytes, and a range of them is narrowed byte by byte. This takes four bytes per token
/// of any length, where a trie would take about a hundred.
struct PrefixIndex: Sendable {
  private let texts: TokenTexts
  /// The tokens sorted by text, then by id.
  private let order: [Int32]
  /// The lower bound in `order` for each pair of first bytes, for tokens of two or more bytes.
  private let pairs: [Int32]
  /// The token of each single byte, negative if there is none.
  private let singles: [Int32]

  /// Indexes the given tokens.
  init(_ texts: TokenTexts, _ ids: [TokenID]) {
    self.texts = texts
    var singles = [Int32](repeating: -1, count: 0x100)
    var keys: [(key: UInt64, id: Int32)] = []
    keys.reserveCapacity(ids.count)
    for id in ids {
      let range = texts.range(of: id)
      guard let first = range.first else { continue }
      if range.count == 1 {
        let byte = Int(texts.storage[first])
        if singles[byte] < 0 { singles[byte] = Int32(id) }
        continue
      }
      var key: UInt64 = 0
      for offset in 0..<8 { key = key << 8 | (offset < range.count ? UInt64(texts.storage[first + offset]) : 0) }
      keys.append((key, Int32(id)))
    }
    keys.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      let (first, second) = (texts[Int(left.id)], texts[Int(right.id)])
      if first.lexicographicallyPrecedes(second) { return true }
      return left.id < right.id && !second.lexicographicallyPrecedes(first)
    }
    var pairs = [Int32](repeating: 0, count: 0x10001)
    for (key, _) in keys { pairs[Int(key >> 48) + 1] += 1 }
    for pair in 1...0x10000 { pairs[pair] += pairs[pair - 1] }
    order = keys.map(\.id)
    self.pairs = pairs
    self.singles = singles
  }

  /// A traversal of the tokens that are prefixes of the text at a position, in order of length.
  struct Walk {
    private var range = 0..<0
    /// The number of bytes traversed.
    private(set) var length = 0
    /// The token that equals those bytes, negative if there is none.
    private(set) var id: Int32 = -1

    /// Advances by one byte; returns false if no longer token is possible.
    @inline(__always)
    mutating func advance(_ text: Span<UInt8>, from start: Int, limit: Int, _ index: borrowing PrefixIndex) -> Bool {
      let position = start + length
      guard position < limit else { return false }
      switch length {
      case 0:
        id = index.singles[Int(text[position])]
      case 1:
        let pair = Int(text[start]) << 8 | Int(text[position])
        range = Int(index.pairs[pair])..<Int(index.pairs[pair + 1])
        id = index.exact(range, length: 2)
      default:
        range = index.narrowed(range, depth: length, to: text[position])
        id = index.exact(range, length: length + 1)
      }
      length += 1
      return length == 1 || !range.isEmpty
    }
  }

  /// The first token of a range if it has exactly `length` bytes; it sorts before its extensions.
  @inline(__always)
  private func exact(_ range: Range<Int>, length: Int) -> Int32 {
    guard let first = range.first else { return -1 }
    return texts.range(of: Int(order[first])).count == length ? order[first] : -1
  }

  /// The subrange of tokens with the given byte at `depth`, of a range of tokens that are equal up to there.
  private func narrowed(_ range: Range<Int>, depth: Int, to byte: UInt8) -> Range<Int> {
    let start = partition(range) { self.byte(at: $0, depth) < Int(byte) }
    return start..<partition(start..<range.upperBound) { self.byte(at: $0, depth) <= Int(byte) }
  }

  /// The byte of a token at a depth, -1 past its end.
  @inline(__always)
  private func byte(at index: Int, _ depth: Int) -> Int {
    let text = texts.range(of: Int(order[index]))
    return depth < text.count ? Int(texts.storage[text.lowerBound + depth]) : -1
  }

  @inline(__always)
  private func partition(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The longest token of at least `minimum` bytes that is a prefix of a range of text.
  func longestMatch(_ text: Span<UInt8>, from start: Int, limit: Int, minimum: Int = 1) -> (id: Int32, end: Int)? {
    var walk = Walk()
    var found: (id: Int32, end: Int)?
    while walk.advance(text, from: start, limit: limit, self) {
      if walk.id >= 0, walk.length >= minimum { found = (walk.id, start + walk.length) }
    }
    return found
  }
}
