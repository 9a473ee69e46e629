/// The results of a run as a table.
struct Report {
  var ledger: Ledger.State
  var seconds: Double
  var medians: (first: Double, last: Double)?

  var text: String {
    var lines = [
      "| activity   | answered |  aborted |  refused |    wrong |",
      "| :--------- | -------: | -------: | -------: | -------: |",
    ]
    for activity in Activity.allCases {
      let count = ledger.counts[activity] ?? Ledger.Count()
      let cells = [count.answered, count.cancelled, count.refused, count.wrong].map { cell("\($0)", 8) }
      let name = activity.rawValue + String(repeating: " ", count: max(0, 10 - activity.rawValue.count))
      lines.append("| \(name) | " + cells.joined(separator: " | ") + " |")
    }
    lines.append("longest time without progress: \((ledger.longestWait / .seconds(1)).tenths) s; \(memory)")
    lines.append(ledger.failures.isEmpty ? "no failures" : "\(ledger.failures.count) failures")
    return (lines + ledger.failures.prefix(20)).joined(separator: "\n")
  }

  private var memory: String {
    guard let medians else { return "resident memory unknown" }
    let growth = (medians.last / medians.first - 1) * 100
    let judgement = seconds < Memory.shortest ? " (run too short to assess growth)" : ""
    return "resident after warm-up \(medians.first.tenths) MiB, at the end \(medians.last.tenths) MiB: "
      + "\(growth < 0 ? "" : "+")\(growth.tenths) %\(judgement)"
  }

  private func cell(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
