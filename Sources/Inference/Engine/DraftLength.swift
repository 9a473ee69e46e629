/// The draft length of a draft model for a sequence, by its acceptance rate there.
///
/// It is chosen as in ``AcceptanceEstimator``, with the same rate for each token. Where drafts cost more than they
/// save, a single token is still proposed now and then, so that a change of the rate is noticed.
struct DraftLength {
  /// Exponentially weighted hits and trials, which begin with a typical acceptance rate.
  private var (hits, trials) = (3.2, 4.0)
  /// The remaining steps of the current pause, and the length of the last pause.
  private var (pause, lastPause) = (0, 0)

  private static let decay = 0.95
  private static let maximumLength = 16
  private static let maximumPause = 64

  /// The number of tokens to propose in this step; for `cost` see ``SpeculationCost``.
  mutating func next(cost: Double) -> Int {
    guard pause == 0 else {
      pause -= 1
      return 0
    }
    let rate = hits / trials
    let length = AcceptanceEstimator.optimalLength(cost: cost, limit: Self.maximumLength) { _ in rate }
    guard length == 0 else {
      lastPause = 0
      return length
    }
    lastPause = min(max(1, 2 * lastPause), Self.maximumPause)
    pause = lastPause
    return 1
  }

  /// Records how many tokens of a proposal were accepted, up to the first that was rejected.
  mutating func record(proposed: Int, accepted: Int) {
    for index in 0..<min(accepted + 1, proposed) {
      hits = Self.decay * hits + (index < accepted ? 1 : 0)
      trials = Self.decay * trials + 1
    }
  }
}
