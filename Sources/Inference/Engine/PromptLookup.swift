/// Drafts tokens by prompt lookup: those that followed an earlier occurrence of the sequence's last tokens.
///
/// Answers that repeat their prompt (extraction, rewriting, code) are then verified in batches, at nearly the cost of
/// one token, instead of token by token (prompt lookup decoding, Saxena 2023). A draft never changes a result: tokens
/// are sampled as they would have been, and the draft is discarded from the first token on that differs.
///
/// A match is followed for as long as the text agrees with it, with or without drafts. So the acceptance rate of
/// matches is known at no cost, and determines the draft length.
struct PromptLookup {
  /// The index that the next token is expected to equal; nil without a match.
  private var matchPosition: Int?
  /// The number of tokens before that index that agree with the end of the text, without forced ones.
  ///
  /// Forced tokens do not count, since a record with the same keys as another need not have the same values.
  private var matchLength = 0
  /// The number of consecutive tokens that differed from the match.
  private var misses = 0
  private var index = NGramIndex(length: 3)
  /// The bigrams, for guided answers: a value begins behind its key, and may be short.
  private var pairs = NGramIndex(length: 2)
  private var acceptance = AcceptanceEstimator()
  /// The indices of forced tokens.
  private var forced: Set<Int> = []

  /// The maximum draft length.
  static let maximumLength = 16
  /// The match length from which on a single token that differs does not end the match.
  private static let trustedLength = 4
  /// The maximum number of consecutive tokens that differ, as where a word has been replaced.
  private static let maximumMisses = 3
  /// The range around a match in which it is resumed after tokens were inserted or deleted.
  private static let (before, after) = (3, 8)

  /// Drafts the next tokens; none without a match, or where verification would cost more than it saves.
  ///
  /// - Parameters:
  ///   - tokens: The text so far, which extends that of the last call.
  ///   - limit: The maximum number of tokens.
  ///   - rowCost: The cost of a further row in a step; see ``BatchRowCost``.
  /// - Returns: The draft tokens.
  mutating func draft(after tokens: [Int], limit: Int, rowCost: Double) -> [Int] {
    for end in index.count..<max(index.count, tokens.count) { follow(tokens[end], at: end, in: tokens) }
    index.add(tokens)
    if matchPosition == nil || matchLength < index.length, let found = longestMatch(in: tokens) {
      let sampled = (tokens.count - found.length..<tokens.count).count { !forced.contains($0) }
      if sampled > matchLength { (matchPosition, matchLength, misses) = (found.position, sampled, 0) }
    }
    guard let matchPosition else { return [] }
    let count = acceptance.draftLength(
      matchLength: matchLength, rowCost: rowCost, limit: min(limit, Self.maximumLength))
    // A match that reaches the end of the text continues periodically with the draft itself.
    let period = tokens.count - matchPosition
    return (0..<count).map { tokens[matchPosition + $0 % period] }
  }

  private mutating func longestMatch(in tokens: [Int]) -> (position: Int, length: Int)? {
    if let found = index.longestMatch(in: tokens) { return found }
    guard !forced.isEmpty else { return nil }
    pairs.add(tokens)
    return pairs.longestMatch(in: tokens)
  }

  /// Records that the token at an index is forced; called before the next draft.
  mutating func recordForced(at index: Int) { forced.insert(index) }

  /// Advances the match by a token that was sampled or forced.
  private mutating func follow(_ token: Int, at end: Int, in tokens: [Int]) {
    guard let known = matchPosition else { return }
    let (isHit, isForced) = (tokens[known] == token, forced.contains(end))
    if !isForced { acceptance.record(isHit: isHit, matchLength: matchLength) }
    if isHit {
      (matchPosition, matchLength, misses) = (known + 1, matchLength + (isForced ? 0 : 1), 0)
      return
    }
    misses += 1
    let isTrusted = matchLength >= Self.trustedLength || misses > 1
    matchLength = 0
    guard isTrusted, misses <= Self.maximumMisses else {
      matchPosition = nil
      return
    }
    let around = max(0, known - Self.before)..<min(known + Self.after, end)
    matchPosition = (tokens[around].firstIndex(of: token) ?? known) + 1
  }
}
