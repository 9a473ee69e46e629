/// A text table with aligned columns.
struct Table {
  private var title: String
  private var rows: [[String]]

  /// Creates a table with column titles; the first column is left-aligned, the others are right-aligned.
  init(_ title: String, _ heads: [String]) { (self.title, rows) = (title, [heads]) }

  /// Adds a row.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The table as text.
  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    var lines = rows.map { cells in
      cells.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        return index == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
    lines.insert(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "), at: 1)
    return "\(title)\n\n" + lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// The number with about three significant digits.
  var short: String {
    guard isFinite else { return "–" }
    let decimals = magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0
    return fixed(decimals)
  }

  /// Formats the number with a fixed number of decimals.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "–" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let digits = String(Int((magnitude * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let text = decimals == 0 ? padded : padded.dropLast(decimals) + "." + padded.suffix(decimals)
    return (self < 0 ? "-" : "") + text
  }

  /// Formats the percentage of a limit; a dash if the limit is unknown.
  func percent(of limit: Double?) -> String {
    guard let limit, limit > 0 else { return "–" }
    return (self / limit * 100).fixed(0) + " %"
  }
}
