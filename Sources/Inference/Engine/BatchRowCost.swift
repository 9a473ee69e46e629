/// The cost of a further row in a batch, as a fraction of a step's time for each token without such rows.
///
/// The weights are read from memory once for all rows of a step, so a further row is cheap where memory bandwidth is
/// the limit. The cost depends on the model, the machine and the load on its caches, so it is measured while the engine
/// runs. A wrong measurement makes drafts too short or too long, and changes no result.
struct BatchRowCost {
  /// The seconds of a step with one row for each sequence, by the number of sequences.
  private var baseline: [Int: Double] = [:]
  /// The seconds of a further row; nil before any has been measured.
  private var row: Double?

  /// The cost that is assumed before anything is measured.
  private static let defaultCost = 0.1
  /// The range of the cost: a row is never free, and a higher cost would prevent drafts and so further measurements.
  private static let bounds = 0.01...0.35
  /// The weight of a new measurement in the moving average, and that of the default cost while there are none.
  private static let (weight, forgetting) = (0.1, 0.01)

  /// Records a step of `sequences` decoding sequences, without prefill.
  mutating func record(seconds: Double, sequences: Int, extraRows: Int) {
    guard let known = baseline[sequences] else {
      if extraRows == 0 { baseline[sequences] = seconds }
      return
    }
    // An outlier says something about the machine, not about the model.
    let seconds = min(seconds, 2 * known * (1 + Double(extraRows) * Self.bounds.upperBound))
    if extraRows == 0 {
      baseline[sequences] = known + Self.weight * (seconds - known)
      if let row { self.row = row + Self.forgetting * (Self.defaultCost * known / Double(sequences) - row) }
    } else {
      let new = max(0, seconds - known) / Double(extraRows)
      let old = row ?? Self.defaultCost * known / Double(sequences)
      row = old + Self.weight * (new - old)
    }
  }

  /// Returns true if a step without further rows has been measured.
  func isMeasured(sequences: Int) -> Bool { baseline[sequences] != nil }

  /// The cost while `sequences` decode, relative to a step's time divided by the number of sequences.
  func relative(sequences: Int) -> Double {
    guard let row, let baseline = baseline[sequences], baseline > 0 else { return Self.defaultCost }
    return min(max(row * Double(sequences) / baseline, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// The relative cost of additional seconds for each draft token; 0 before a step has been measured.
  func relative(seconds: Double, sequences: Int) -> Double {
    guard let baseline = baseline[sequences], baseline > 0 else { return 0 }
    return seconds * Double(sequences) / baseline
  }
}
