/// A counter of the tokens of texts, of which many have the same end.
///
/// As each token is as long as possible, the tokens from a place on depend on the rest of the text only. They are known
/// where the text before had the same rest and a token began at the same place.
struct TokenCounter {
  /// The text before.
  private var text: [UInt8] = []
  /// The number of tokens from each place of that text on, -1 where no token begins.
  private var counts: [Int32] = []

  /// Returns the number of tokens of a text, each of which is as long as possible.
  ///
  /// - Complexity: O(*n*), with a search of the trie for each token that is not known.
  mutating func count(of text: [UInt8], _ trie: TokenTrie) -> Int {
    let end = commonEnd(self.text, text)
    var counts = [Int32](repeating: -1, count: text.count)
    var places: [Int] = []
    var place = 0
    var rest: Int32 = 0
    while place < text.count {
      let left = text.count - place
      if left <= end, self.counts[self.counts.count - left] >= 0 {
        counts.replaceSubrange(place..., with: self.counts.suffix(left))
        rest = counts[place]
        break
      }
      guard let (_, length) = trie.longestToken(text[place...]) else { break }
      places.append(place)
      place += length
    }
    for place in places.reversed() {
      rest += 1
      counts[place] = rest
    }
    (self.text, self.counts) = (text, counts)
    return Int(rest)
  }

  private func commonEnd(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let limit = min(one.count, other.count)
    var result = 0
    while result < limit, one[one.count - 1 - result] == other[other.count - 1 - result] { result += 1 }
    return result
  }
}
