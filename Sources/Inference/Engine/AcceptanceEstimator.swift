/// Estimates the acceptance rate of prompt-lookup drafts by the length of the match that they continue.
///
/// A draft of n tokens, of which the first i are accepted with probability qᵢ = p₁ · … · pᵢ, gives 1 + Σ qᵢ tokens at
/// the cost 1 + r · n, with r the cost of a row. The draft grows as long as a further token improves that ratio.
struct AcceptanceEstimator {
  /// Exponentially weighted hits and trials by match length, which begin with typical acceptance rates.
  private var buckets: [(hits: Double, trials: Double)] = [0.4, 0.4, 0.6, 0.85].map { (4 * $0, 4) }

  /// The factor by which each trial reduces the weight of the earlier ones.
  private static let decay = 0.95

  /// The bucket of a match of some length: below 3, 3, up to 7, or more.
  private static func bucket(_ matchLength: Int) -> Int {
    matchLength < 3 ? 0 : matchLength == 3 ? 1 : matchLength < 8 ? 2 : 3
  }

  private func acceptanceRate(_ matchLength: Int) -> Double {
    let (hits, trials) = buckets[Self.bucket(matchLength)]
    return hits / trials
  }

  /// Records whether the token after a match of some length continued it.
  mutating func record(isHit: Bool, matchLength: Int) {
    let bucket = Self.bucket(matchLength)
    buckets[bucket].hits = Self.decay * buckets[bucket].hits + (isHit ? 1 : 0)
    buckets[bucket].trials = Self.decay * buckets[bucket].trials + 1
  }

  /// The draft length with the best expected throughput, at most `limit`.
  func draftLength(matchLength: Int, rowCost: Double, limit: Int) -> Int {
    Self.optimalLength(cost: rowCost, limit: limit) { acceptanceRate(matchLength + $0) }
  }

  /// The draft length with the best expected throughput, at most `limit`, for any acceptance rates.
  ///
  /// `acceptanceRate` gives the probability that a token is accepted after that many accepted draft tokens.
  static func optimalLength(cost: Double, limit: Int, acceptanceRate: (Int) -> Double) -> Int {
    var (count, probability, tokens) = (0, 1.0, 1.0)
    while count < limit {
      probability *= acceptanceRate(count)
      guard probability * (1 + cost * Double(count)) > cost * tokens else { break }
      tokens += probability
      count += 1
    }
    return count
  }
}
