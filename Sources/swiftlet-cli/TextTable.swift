/// A table of text with aligned columns.
struct TextTable {
  private let rows: [[String]]
  private let indent: Int

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - rows: The rows, each with as many cells as the first one.
  ///   - indent: The number of spaces before each line.
  init(_ rows: [[String]], indent: Int = 0) { (self.rows, self.indent) = (rows, indent) }

  /// Creates a table with a line of titles.
  init(_ titles: [String], _ rows: [[String]]) { self.init([titles] + rows) }

  /// The lines, with two spaces between the columns.
  var text: String {
    let widths = rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return String(repeating: " ", count: indent) + cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
