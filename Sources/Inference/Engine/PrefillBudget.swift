import SwiftletGGUF

/// The number of prompt tokens that a step may process while other sequences decode (chunked prefill).
///
/// A step takes about a + b · n, with n rows besides one for each sequence: prompt tokens or forced tokens. Both
/// constants are measured while the engine runs: a in steps without such rows, b in the others, where it grows with the
/// length of the context. The budget is the n that keeps a step within a multiple of a, which bounds the time between
/// two tokens of a stream, however long the prompts of other requests are.
struct PrefillBudget {
  /// The seconds of a step with one row for each sequence; nil before the first step.
  private var baseline: Double?
  /// Exponentially weighted further rows of recent steps, and the seconds that they took.
  private var extra = (rows: 0.0, seconds: 0.0)

  /// The target length of a step relative to the baseline; with measurement noise, pauses should stay below 4 times.
  private static let stretch = 2.5
  /// The weight of a new measurement in the moving average.
  private static let weight = 0.2
  /// The minimum number of rows, so that prefill always progresses.
  private static let minimum = 4

  /// Records a step in which sequences decoded.
  mutating func record(seconds: Double, extraRows: Int) {
    guard let old = baseline else {
      baseline = seconds
      // A rather high estimate, worth some rows: a first measurement that came out too short changes it little.
      extra = (16, 16 * seconds / 4)
      return
    }
    if extraRows > 0 {
      extra.rows += Double(extraRows) - Self.weight * extra.rows
      extra.seconds += max(seconds - old, 0) - Self.weight * extra.seconds
    } else {
      // An outlier says something about the machine, not about the model.
      baseline = old + Self.weight * (min(seconds, 2 * old) - old)
    }
  }

  /// The number of further rows in the next step, at most `limit`.
  func rows(limit: Int) -> Int {
    // The first step has none, to measure the baseline.
    guard let baseline else { return 0 }
    guard extra.seconds > 0 else { return limit }
    let count = (Self.stretch - 1) * baseline * extra.rows / extra.seconds
    return min(limit, max(Self.minimum, Int(clamping: count)))
  }
}

/// Divides a number among requests in proportion to their weights.
///
/// The unused part of a share goes to the others. Each request gets at least one in turn, as far as the total suffices,
/// so none starves.
func shares(of total: Int, requested: [Int], weights: [Int]) -> [Int] {
  var given = requested.map { _ in 0 }
  var left = max(0, total)
  var open = requested.indices.filter { requested[$0] > 0 }
  while left > 0, !open.isEmpty {
    let sum = open.reduce(0) { $0 + max(1, weights[$1]) }
    let before = left
    for index in open {
      let part = min(requested[index] - given[index], max(1, before * max(1, weights[index]) / sum), left)
      given[index] += part
      left -= part
    }
    open.removeAll { given[$0] == requested[$0] }
  }
  return given
}
