/// How much of the prompts is read in a step while other sequences generate.
///
/// A step takes about a + b · n, with n tokens of prompts. Both are measured as the engine goes: a in steps without
/// prompts, b in the others, where it grows with the length of what has been read. Of n there is as much as keeps a step
/// within some multiple of a: then no stream pauses for much longer than that, however long the prompts of others are.
struct ReadingPace {
  /// Seconds of a step that reads nothing, nil before there was one.
  private var plain: Double?
  /// Seconds that each token of a prompt adds.
  private var perToken: Double?

  /// How many times as long a step may take as one that reads nothing; pauses are to stay below 4 times, noise included.
  private static let stretch = 2.75
  /// How fast the measured times follow: the part of a new one in the average.
  private static let weight = 0.2
  /// What is read at least, that prompts get on whatever the times say.
  private static let fewest = 4

  /// Takes note of a step in which sequences generated.
  mutating func note(seconds: Double, promptTokens: Int) {
    guard promptTokens > 0 else {
      // An outlier says something about the machine, not about the model.
      let bounded = plain.map { min(seconds, 2 * $0) } ?? seconds
      plain = average(plain, bounded)
      return
    }
    guard let plain else { return }
    perToken = average(perToken, max(seconds - plain, 0) / Double(promptTokens))
  }

  private func average(_ old: Double?, _ new: Double) -> Double {
    old.map { $0 + Self.weight * (new - $0) } ?? new
  }

  /// How many tokens of prompts the next step reads, at most `most`.
  func budget(most: Int) -> Int {
    // Once nothing at all, for the measure.
    guard let plain else { return 0 }
    let perToken = perToken ?? plain / 16
    guard perToken > 0 else { return most }
    let count = (Self.stretch - 1) * plain / perToken
    return min(most, max(Self.fewest, count < Double(most) ? Int(count) : most))
  }
}

/// Shares out a number among several that ask for parts of it: each as much as its weight entitles it to.
///
/// What one does not need goes to the others. Nobody who asks and has a weight is left out for ever: each gets at least
/// one in turn, as far as there is enough.
func shares(of total: Int, asked: [Int], weights: [Int]) -> [Int] {
  var given = asked.map { _ in 0 }
  var left = max(0, total)
  var open = asked.indices.filter { asked[$0] > 0 }
  while left > 0, !open.isEmpty {
    let sum = open.reduce(0) { $0 + max(1, weights[$1]) }
    let before = left
    for index in open {
      let part = min(asked[index] - given[index], max(1, before * max(1, weights[index]) / sum), left)
      given[index] += part
      left -= part
    }
    open.removeAll { given[$0] == asked[$0] }
  }
  return given
}
