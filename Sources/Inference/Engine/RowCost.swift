/// What a guessed token costs, in parts of what it takes to get a token without a guess.
///
/// The weights are read from memory once for all rows of a step, so a row more costs little where that takes most of the
/// time. How little depends on the model, the machine and on how much of its caches others use; it is measured as the
/// engine goes. A wrong measurement makes guesses too short or too long, and nothing else.
struct RowCost {
  /// Seconds of a step with one row for each sequence, by the number of those.
  private var plain: [Int: Double] = [:]
  /// Seconds of a further row, nil before there was one.
  private var row: Double?

  /// What is thought before anything is known.
  private static let usual = 0.1
  /// However it was measured: a row is never free, and with a cost of more nothing would be guessed and measured again.
  private static let bounds = 0.01...0.35
  /// The part of a new measurement in the average, and that of the usual cost while there are no measurements.
  private static let (weight, forgetting) = (0.1, 0.01)

  /// Takes note of a step in which `sequences` generated and nobody read.
  mutating func note(seconds: Double, sequences: Int, extraRows: Int) {
    guard let known = plain[sequences] else {
      if extraRows == 0 { plain[sequences] = seconds }
      return
    }
    // An outlier says something about the machine, not about the model.
    let seconds = min(seconds, 2 * known * (1 + Double(extraRows) * Self.bounds.upperBound))
    if extraRows == 0 {
      plain[sequences] = known + Self.weight * (seconds - known)
      if let row { self.row = row + Self.forgetting * (Self.usual * known / Double(sequences) - row) }
    } else {
      let new = max(0, seconds - known) / Double(extraRows)
      let old = row ?? Self.usual * known / Double(sequences)
      row = old + Self.weight * (new - old)
    }
  }

  /// Whether a step without further rows has been measured.
  func isMeasured(sequences: Int) -> Bool { plain[sequences] != nil }

  /// The cost while `sequences` generate: of what a step takes, a sequence's token is that part.
  func relative(sequences: Int) -> Double {
    guard let row, let plain = plain[sequences], plain > 0 else { return Self.usual }
    return min(max(row * Double(sequences) / plain, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// The same of what takes some time besides for each guessed token; nothing while no step has been measured.
  func relative(seconds: Double, sequences: Int) -> Double {
    guard let plain = plain[sequences], plain > 0 else { return 0 }
    return seconds * Double(sequences) / plain
  }
}
