/// Which numbers of further characters lead from a state of an automaton to acceptance.
///
/// The set of states from which exactly `k` characters suffice follows from that for `k - 1`, so the sequence of sets is
/// periodic from some point on, in practice soon: that keeps the table small whatever the bounds are.
struct LengthTable: Sendable {
  private static let maximumEntries = 8_000_000

  /// For each `k`, whether exactly `k` more characters can lead to acceptance, by state.
  private let rows: [[Bool]]
  /// Where the sequence goes on after its last row.
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
        // No length beyond the maximum is asked for.
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

  /// The least number of further characters, within the bounds, that leads from the state to acceptance.
  func shortest(_ state: Int32, from least: Int, through most: Int) -> Int? {
    guard least <= most else { return nil }
    // One turn around the loop shows everything.
    let last = min(most, max(least, loop) + rows.count)
    return (least...last).first { rows[row($0)][Int(state)] }
  }
}
