/// How much of the prompts is read in a step while other sequences generate.
///
/// A step takes about a + b · n, with n rows besides one for each sequence: tokens of prompts, or forced ones. Both are
/// measured as the engine goes: a in steps without such rows, b in the others, where it grows with the length of what has
/// been read. Of n there is as much as keeps a step within some multiple of a: then no stream pauses for much longer than
/// that, however long the prompts of others are.
struct ReadingPace {
  /// Seconds of a step with one row for each sequence, nil before there was a step at all.
  private var plain: Double?
  /// Further rows of the last steps, and the seconds that they took; older ones count less and less.
  private var extra = (rows: 0.0, seconds: 0.0)

  /// How many times as long a step may take as one without further rows; pauses are to stay below 4 times, noise included.
  private static let stretch = 2.5
  /// How fast the measured times follow: the part of a new one in the average.
  private static let weight = 0.2
  /// The rows that there are at least, that prompts get on whatever the times say.
  private static let fewest = 4

  /// Takes note of a step in which sequences generated.
  mutating func note(seconds: Double, extraRows: Int) {
    guard let old = plain else {
      plain = seconds
      // A guess that is rather too high, worth some rows: a first measurement that came out too short changes it little.
      extra = (16, 16 * seconds / 4)
      return
    }
    if extraRows > 0 {
      extra.rows += Double(extraRows) - Self.weight * extra.rows
      extra.seconds += max(seconds - old, 0) - Self.weight * extra.seconds
    } else {
      // An outlier says something about the machine, not about the model.
      plain = old + Self.weight * (min(seconds, 2 * old) - old)
    }
  }

  /// How many further rows the next step may have, at most `most`.
  func budget(most: Int) -> Int {
    // Once nothing at all, for the measure.
    guard let plain else { return 0 }
    guard extra.seconds > 0 else { return most }
    let count = (Self.stretch - 1) * plain * extra.rows / extra.seconds
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
