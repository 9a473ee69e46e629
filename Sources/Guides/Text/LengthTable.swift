/// A table of the numbers of further characters that lead from each state of an automaton to acceptance.
///
/// The set of states from which exactly `k` characters suffice is determined by that for `k - 1`, so the sequence of
/// sets is eventually periodic, in practice soon, which keeps the table small for any bounds.
struct LengthTable: Sendable {
  private static let maximumEntries = 8_000_000

  /// For each `k`, the states from which exactly `k` more characters can lead to acceptance.
  private let rows: [[Bool]]
  /// The row at which the period begins.
  private let loop: Int

  init(_ automaton: TextAutomaton, maximum: Int) throws(GuideError) {
    let width = automaton.alphabet.count
    var rows = [automaton.accepts]
    var known = [automaton.accepts: 0]
    var loop = 0
    while true {
      let last = rows[rows.count - 1]
      let row = last.indices.map { state in
        (0..<width).contains { symbol in
          let target = automaton.next[state * width + symbol]
          return target >= 0 && last[Int(target)]
        }
      }
      if let earlier = known[row] {
        loop = earlier
        break
      }
      if rows.count > maximum {
        // Lengths beyond the maximum are never looked up.
        loop = rows.count - 1
        break
      }
      guard (rows.count + 1) * row.count < Self.maximumEntries else {
        throw .tooComplex(pointer: "", reason: "a pattern together with bounds of length")
      }
      known[row] = rows.count
      rows.append(row)
    }
    self.rows = rows
    self.loop = loop
  }

  private func row(_ count: Int) -> Int {
    count < rows.count ? count : loop + (count - loop) % (rows.count - loop)
  }

  /// Returns the least number of further characters, within the bounds, that leads from a state to acceptance.
  func shortest(_ state: Int32, from minimum: Int, through maximum: Int) -> Int? {
    guard minimum <= maximum else { return nil }
    // One period covers all cases.
    let last = min(maximum, max(minimum, loop) + rows.count)
    return (minimum...last).first { rows[row($0)][Int(state)] }
  }
}
