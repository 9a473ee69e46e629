/// Where in a text the same two or three tokens stood before.
struct PassageIndex {
  /// How many tokens have to be the same.
  let length: Int
  /// How much of a long prompt is looked at.
  private static let reach = 1 << 15
  /// How many earlier places are compared.
  private static let mostPlaces = 8
  /// The longest agreement that makes a difference.
  private static let longestRun = 32

  /// How many tokens have been looked at.
  private(set) var count = 0
  /// Behind the last occurrence of some tokens, where the text goes on; of two tokens the first in the key is -1.
  private var places: [SIMD3<Int>: Int] = [:]
  /// For each of those places the one before it with the same tokens, beginning with the place `first`.
  private var earlier: [Int] = []
  private var first = 0

  /// An index of passages of 2 or 3 tokens.
  init(length: Int) { self.length = min(max(length, 2), 3) }

  /// Takes in the tokens that are new.
  mutating func add(_ tokens: [Int]) {
    let start = max(count, length - 1, count == 0 ? tokens.count - Self.reach : 0)
    if earlier.isEmpty { first = start + 1 }
    for end in stride(from: start + 1, through: tokens.count, by: 1) {
      let key = SIMD3(length == 3 ? tokens[end - 3] : -1, tokens[end - 2], tokens[end - 1])
      earlier.append(places.updateValue(end, forKey: key) ?? 0)
    }
    count = max(count, tokens.count)
  }

  /// Where the text went on after the longest passage that it also ends with, and that passage's length; of several the
  /// last.
  func longestMatch(in tokens: [Int]) -> (place: Int, run: Int)? {
    guard tokens.count == count, count >= first, !earlier.isEmpty else { return nil }
    var best: (place: Int, run: Int)?
    var place = earlier[count - first]
    for _ in 0..<Self.mostPlaces where place > 0 {
      var run = length
      while run < min(place, Self.longestRun), tokens[place - 1 - run] == tokens[count - 1 - run] { run += 1 }
      if run > best?.run ?? 0 { best = (place, run) }
      place = earlier[place - first]
    }
    return best
  }
}
