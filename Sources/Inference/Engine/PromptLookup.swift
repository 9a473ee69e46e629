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
  /// How many tokens before the place are those before the end of the text, forced ones not counted: that a record has
  /// the same keys as the one before it does not mean that it has the same values.
  private var run = 0
  /// Tokens in a row that were not those at the place.
  private var misses = 0
  private var index = PassageIndex(length: 3)
  /// Asked in guided answers: a value begins anew behind its key, and may be over soon.
  private var pairs = PassageIndex(length: 2)
  private var odds = FollowingOdds()
  /// Where tokens stand that a guide left no choice about.
  private var forced: Set<Int> = []

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
    if place == nil || run < index.length, let found = longestMatch(in: tokens) {
      let chosen = (tokens.count - found.run..<tokens.count).count { !forced.contains($0) }
      if chosen > run { (place, run, misses) = (found.place, chosen, 0) }
    }
    guard let place else { return [] }
    let count = odds.length(run: run, rowCost: rowCost, limit: min(limit, Self.longest))
    // A text may go on as it does now: beyond its end it is what has been guessed.
    let period = tokens.count - place
    return (0..<count).map { tokens[place + $0 % period] }
  }

  private mutating func longestMatch(in tokens: [Int]) -> (place: Int, run: Int)? {
    if let found = index.longestMatch(in: tokens) { return found }
    guard !forced.isEmpty else { return nil }
    pairs.add(tokens)
    return pairs.longestMatch(in: tokens)
  }

  /// Takes note of a token that nobody chose; before anything is guessed behind it.
  mutating func noteForced(at place: Int) { forced.insert(place) }

  /// Takes note of a token that has been chosen, or forced.
  private mutating func follow(_ token: Int, at end: Int, in tokens: [Int]) {
    guard let known = place else { return }
    let (isHit, isForced) = (tokens[known] == token, forced.contains(end))
    if !isForced { odds.note(isHit: isHit, run: run) }
    if isHit {
      (place, run, misses) = (known + 1, run + (isForced ? 0 : 1), 0)
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
