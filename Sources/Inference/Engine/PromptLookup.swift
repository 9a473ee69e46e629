/// Guesses what a sequence goes on with: what followed the last time that it was at a place like this.
///
/// Answers that repeat their prompt (extraction, rewriting, code) are read in batches in this way, at nearly the cost of
/// one token, instead of token by token (prompt lookup decoding, Saxena 2023). A guess never changes a result: the
/// tokens are chosen as they would have been, and the guess is dropped from the first one on that differs.
///
/// A place is followed for as long as the text goes on as it did there, whether that is guessed or not. So it is known
/// at no cost how often such places are right, and a guess is as long as pays at these odds.
struct PromptLookup {
  /// Where the text is compared with: the next token is thought to be the one there.
  private var place: Int?
  /// How many tokens before the place are those before the end of the text.
  private var run = 0
  /// Tokens in a row that were not those at the place.
  private var misses = 0
  private var index = TrigramIndex()
  private var odds = FollowingOdds()

  /// The longest guess.
  static let longest = 16
  /// After as many tokens in agreement a place is not given up for a single token that differs.
  private static let trustedRun = 4
  /// How many tokens in a row may differ: somebody has changed a word.
  private static let mostMisses = 3
  /// How far around a place one looks for where the text goes on, if tokens were put in or left out.
  private static let (before, after) = (3, 8)

  /// The tokens that may follow; none where there is no sign of any, or it would not pay.
  ///
  /// - Parameters:
  ///   - tokens: The text so far: what it was the last time, and more.
  ///   - limit: The most tokens.
  ///   - rowCost: What a further token in a step costs, in parts of what it takes to get a token without.
  /// - Returns: The tokens, of which nobody knows whether they will be chosen.
  mutating func guess(after tokens: [Int], limit: Int, rowCost: Double) -> [Int] {
    for end in index.count..<max(index.count, tokens.count) { follow(tokens[end], at: end, in: tokens) }
    index.add(tokens)
    if place == nil || run < TrigramIndex.length, let found = index.longestMatch(in: tokens), found.run > run {
      (place, run, misses) = (found.place, found.run, 0)
    }
    guard let place else { return [] }
    let count = odds.length(run: run, rowCost: rowCost, limit: min(limit, Self.longest))
    // A text may go on as it does now: beyond its end it is what has been guessed.
    let period = tokens.count - place
    return (0..<count).map { tokens[place + $0 % period] }
  }

  /// Takes note of a token that has been chosen.
  private mutating func follow(_ token: Int, at end: Int, in tokens: [Int]) {
    guard let known = place else { return }
    let isHit = tokens[known] == token
    odds.note(isHit: isHit, run: run)
    if isHit {
      (place, run, misses) = (known + 1, run + 1, 0)
      return
    }
    misses += 1
    let isTrusted = run >= Self.trustedRun || misses > 1
    run = 0
    guard isTrusted, misses <= Self.mostMisses else {
      place = nil
      return
    }
    let around = max(0, known - Self.before)..<min(known + Self.after, end)
    place = (tokens[around].firstIndex(of: token) ?? known) + 1
  }
}

/// Where in a text the same three tokens stood before.
struct TrigramIndex {
  /// How many tokens have to be the same.
  static let length = 3
  /// How much of a long prompt is looked at.
  private static let reach = 1 << 15
  /// How many earlier places are compared.
  private static let mostPlaces = 8
  /// The longest agreement that makes a difference.
  private static let longestRun = 32

  /// How many tokens have been looked at.
  private(set) var count = 0
  /// Behind the last occurrence of three tokens: where the text goes on.
  private var places: [SIMD3<Int>: Int] = [:]
  /// For each of those places the one before it with the same three tokens, beginning with the place `first`.
  private var earlier: [Int] = []
  private var first = 0

  /// Takes in the tokens that are new.
  mutating func add(_ tokens: [Int]) {
    let start = max(count, Self.length - 1, count == 0 ? tokens.count - Self.reach : 0)
    if earlier.isEmpty { first = start + 1 }
    for end in stride(from: start + 1, through: tokens.count, by: 1) {
      let key = SIMD3(tokens[end - 3], tokens[end - 2], tokens[end - 1])
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
      var run = Self.length
      while run < min(place, Self.longestRun), tokens[place - 1 - run] == tokens[count - 1 - run] { run += 1 }
      if run > best?.run ?? 0 { best = (place, run) }
      place = earlier[place - first]
    }
    return best
  }
}
