/// How many tokens a draft model proposes for a sequence at once: as many as pay, by how often it was right there.
///
/// What pays is decided as in ``FollowingOdds``, with the same odds for each token. A draft that does not pay proposes a
/// single token now and then, so that it is seen when it would.
struct DraftLength {
  /// Hits and tries, of which older ones count less and less; at first what drafts usually do.
  private var (hits, tries) = (3.2, 4.0)
  /// Steps to go without a proposal, and how many there were the last time.
  private var (pause, lastPause) = (0, 0)

  private static let memory = 0.95
  private static let longest = 16
  private static let longestPause = 64

  /// The number of tokens to propose now; `cost` is what each takes, in parts of what a token takes without proposals.
  mutating func next(cost: Double) -> Int {
    guard pause == 0 else {
      pause -= 1
      return 0
    }
    let odds = hits / tries
    let length = FollowingOdds.payingLength(cost: cost, limit: Self.longest) { _ in odds }
    guard length == 0 else {
      lastPause = 0
      return length
    }
    lastPause = min(max(1, 2 * lastPause), Self.longestPause)
    pause = lastPause
    return 1
  }

  /// Learns how many tokens of a proposal were right, up to the first wrong one.
  mutating func learn(proposed: Int, accepted: Int) {
    for place in 0..<min(accepted + 1, proposed) {
      hits = Self.memory * hits + (place < accepted ? 1 : 0)
      tries = Self.memory * tries + 1
    }
  }
}
