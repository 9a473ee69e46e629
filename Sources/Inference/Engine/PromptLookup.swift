/// Guesses what a sequence goes on with: what followed the last time that it was at a place like this.
///
/// Answers that repeat their prompt (extraction, rewriting, code) are read in batches in this way, at nearly the cost of
/// one token, instead of token by token (prompt lookup decoding, Saxena 2023). A guess never changes a result: the
/// tokens are chosen as they would have been, and the guess is dropped from the first one on that differs.
struct PromptLookup {
  /// Behind the last occurrence of three tokens: where the text goes on.
  private var places: [SIMD3<Int>: Int] = [:]
  /// How many tokens have been looked at.
  private var knownCount = 0
  private var length = GuessLength(3...12)

  /// How much of a long prompt is looked at.
  private static let reach = 1 << 15

  /// The tokens that may follow `tokens`, at most `limit`; none where there is no sign of any, or guesses have failed.
  mutating func guess(after tokens: [Int], limit: Int) -> ArraySlice<Int> {
    guard tokens.count >= 3, limit > 0 else { return [] }
    guard let place = index(tokens) else { return [] }
    return tokens[place..<min(place + min(length.next(), limit), tokens.count)]
  }

  /// Learns how much of a guess was right.
  mutating func learn(guessed: Int, accepted: Int) { length.learn(guessed: guessed, accepted: accepted) }

  /// Takes in the tokens that are new.
  ///
  /// - Returns: Where the text went on the last time that the last three tokens came, nil if they never did.
  private mutating func index(_ tokens: [Int]) -> Int? {
    var found: Int?
    let start = max(knownCount, 2, tokens.count - Self.reach)
    for end in stride(from: start + 1, through: tokens.count, by: 1) {
      found = places.updateValue(end, forKey: SIMD3(tokens[end - 3], tokens[end - 2], tokens[end - 1]))
    }
    knownCount = tokens.count
    return found
  }
}
