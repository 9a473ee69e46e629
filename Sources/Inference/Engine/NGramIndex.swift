/// An index of the earlier occurrences of a text's last n tokens.
struct NGramIndex {
  /// The number of tokens of an n-gram, 2 or 3.
  let length: Int
  /// The number of tokens at the end of a long prompt that are indexed.
  private static let maximumScanLength = 1 << 15
  /// The number of earlier occurrences that are compared.
  private static let maximumCandidates = 8
  /// The length beyond which matches count as equally long.
  private static let maximumMatchLength = 32

  /// The number of tokens that have been indexed.
  private(set) var count = 0
  /// The index behind the last occurrence of each n-gram, whose tokens make up a number of 21 bits each.
  ///
  /// No vocabulary is that large; if one were, a draft might be of no use.
  private var positions: [Int: Int] = [:]
  /// The previous position with the same n-gram, for each position from `first` on; 0 for none.
  private var previous: [Int] = []
  private var first = 0

  /// Creates an index of n-grams of 2 or 3 tokens.
  init(length: Int) { self.length = min(max(length, 2), 3) }

  /// Adds the tokens that are new since the last call.
  mutating func add(_ tokens: [Int]) {
    let start = max(count, length - 1, count == 0 ? tokens.count - Self.maximumScanLength : 0)
    if previous.isEmpty { first = start + 1 }
    for end in stride(from: start + 1, through: tokens.count, by: 1) {
      let before = length == 3 ? tokens[end - 3] : 0
      let key = before &<< 42 ^ tokens[end - 2] &<< 21 ^ tokens[end - 1]
      previous.append(positions.updateValue(end, forKey: key) ?? 0)
    }
    count = max(count, tokens.count)
  }

  /// The position behind the longest earlier match of the text's end, and the length of the match.
  ///
  /// Of several equally long matches it is the last.
  func longestMatch(in tokens: [Int]) -> (position: Int, length: Int)? {
    guard tokens.count == count, count >= first, !previous.isEmpty else { return nil }
    var best: (position: Int, length: Int)?
    var position = previous[count - first]
    for _ in 0..<Self.maximumCandidates where position > 0 {
      var matched = length
      while matched < min(position, Self.maximumMatchLength),
        tokens[position - 1 - matched] == tokens[count - 1 - matched]
      { matched += 1 }
      if matched > best?.length ?? 0 { best = (position, matched) }
      position = previous[position - first]
    }
    return best
  }
}
