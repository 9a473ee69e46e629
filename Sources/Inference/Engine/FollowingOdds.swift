/// How often a text goes on as it did at a place that it agrees with, by how long they have agreed.
///
/// A guess of n tokens, of which the i-th is right with the odds qᵢ = p₁ · … · pᵢ that all up to it are, gives
/// 1 + Σ qᵢ tokens at the price of 1 + r · n, with r the cost of a row. It is lengthened while that is a gain.
struct FollowingOdds {
  /// Hits and tries, of which older ones count less and less; at first what texts usually do.
  private var classes: [(hits: Double, tries: Double)] = [0.4, 0.4, 0.6, 0.85].map { (4 * $0, 4) }

  /// The part of their weight that tries keep with each further one.
  private static let memory = 0.95

  /// Which kind of place it is after `run` tokens in agreement: too few to be sure of it, 3, up to 7, or more.
  private static func kind(run: Int) -> Int { run < 3 ? 0 : run == 3 ? 1 : run < 8 ? 2 : 3 }

  private func odds(run: Int) -> Double {
    let (hits, tries) = classes[Self.kind(run: run)]
    return hits / tries
  }

  /// Takes note of whether the token after `run` in agreement agreed too.
  mutating func note(isHit: Bool, run: Int) {
    let kind = Self.kind(run: run)
    classes[kind].hits = Self.memory * classes[kind].hits + (isHit ? 1 : 0)
    classes[kind].tries = Self.memory * classes[kind].tries + 1
  }

  /// The number of tokens that it pays best to guess, at most `limit`.
  func length(run: Int, rowCost: Double, limit: Int) -> Int {
    Self.payingLength(cost: rowCost, limit: limit) { odds(run: run + $0) }
  }

  /// The same for any odds: `odds` are those of the token behind so many that were right.
  static func payingLength(cost: Double, limit: Int, odds: (Int) -> Double) -> Int {
    var (count, right, tokens) = (0, 1.0, 1.0)
    while count < limit {
      right *= odds(count)
      guard right * (1 + cost * Double(count)) > cost * tokens else { break }
      tokens += right
      count += 1
    }
    return count
  }
}
