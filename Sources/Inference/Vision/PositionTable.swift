import SwiftletGGUF
import SwiftletImages

/// The resizing of tables of position embeddings, by bilinear interpolation unless stated otherwise.
enum TableResizing: Sendable, Equatable {
  /// The corners of table and grid coincide: position y of H is entry y·(G − 1) / (H − 1) of G.
  case alignedCorners
  /// Entries have centres at half numbers, and filters are widened where the grid is smaller (antialiasing).
  case antialiased
  /// Entries have centres at half numbers; cubic filters with a = -3/4, which are not widened.
  case cubic
}

/// A square table of position embeddings, or two of columns and rows.
struct PositionTable: Sendable {
  /// The side of the square, or the number of columns and of rows.
  let side: Int
  /// The number of elements of an embedding.
  let width: Int
  /// The embedding of the class token, which precedes the others; empty without one.
  let ofClassToken: [Float]
  /// The embeddings by row, then column; or those of columns, then rows.
  private let values: [Float]  // (side · side, width), or (2 · side, width)

  /// Creates a table from its rows, whose number is a square, after that of a class token.
  init?(_ values: [Float], width: Int, hasClassToken: Bool) {
    let count = values.count / width - (hasClassToken ? 1 : 0)
    let side = Int(clamping: Double(max(0, count)).squareRoot())
    guard side > 0, side * side == count, values.count % width == 0 else { return nil }
    (self.side, self.width) = (side, width)
    ofClassToken = hasClassToken ? Array(values[..<width]) : []
    self.values = Array(values[ofClassToken.count...])
  }

  /// Creates tables of columns and of rows, one after the other.
  init(axes values: [Float], width: Int) {
    (side, self.width, ofClassToken, self.values) = (values.count / (2 * width), width, [], values)
  }

  /// Returns the embeddings of a grid, by row, then column.
  func embeddings(of grid: PatchGrid, _ rule: PositionRule) -> [Float] {
    if rule == .axes { return sums(of: grid) }
    if rule == .nearest { return nearest(of: grid) }
    guard case .resized(let resizing) = rule, grid.rows != side || grid.columns != side else { return values }
    if resizing == .antialiased {
      return FloatResampling.resized(
        values, width: side, height: side, channels: width, newWidth: grid.columns, newHeight: grid.rows, .bilinear)
    }
    let entries = resizing == .cubic ? cubicEntries : alignedEntries
    let (rows, columns) = (entries(grid.rows), entries(grid.columns))
    // First along rows, then along columns.
    var wide = [Float](repeating: 0, count: side * grid.columns * width)
    for row in 0..<side {
      for column in 0..<grid.columns {
        for (entry, weight) in columns[column] {
          let (source, target) = ((row * side + entry) * width, (row * grid.columns + column) * width)
          for element in 0..<width { wide[target + element] += weight * values[source + element] }
        }
      }
    }
    var result = [Float](repeating: 0, count: grid.count * width)
    for row in 0..<grid.rows {
      for (entry, weight) in rows[row] {
        let (source, target) = (entry * grid.columns * width, row * grid.columns * width)
        for element in 0..<grid.columns * width { result[target + element] += weight * wide[source + element] }
      }
    }
    return result
  }
}

extension PositionTable {
  /// Returns the entries whose place in the table is that of a patch in the grid, rounded down.
  private func nearest(of grid: PatchGrid) -> [Float] {
    // In single precision, as in the reference: the number of boundaries k / side that are not beyond i / count.
    let step = 1 / Double(side)
    let boundaries = (0..<side - 1).map { Float(step + Double($0) * step) }
    func entries(_ count: Int) -> [Int] {
      (0..<count).map { position in boundaries.prefix { $0 <= Float(position) / Float(count) }.count }
    }
    let (rows, columns) = (entries(grid.rows), entries(grid.columns))
    var result: [Float] = []
    for row in rows {
      for column in columns {
        let start = (row * side + column) * width
        result += values[start..<start + width]
      }
    }
    return result
  }

  /// Returns the sums of the embeddings of a grid's columns and rows, which the tables have.
  private func sums(of grid: PatchGrid) -> [Float] {
    precondition(max(grid.rows, grid.columns) <= side, "a grid outside the tables")
    var result = [Float](repeating: 0, count: grid.count * width)
    for patch in 0..<grid.count {
      let (row, column) = patch.quotientAndRemainder(dividingBy: grid.columns)
      for element in 0..<width {
        result[patch * width + element] = values[column * width + element] + values[(side + row) * width + element]
      }
    }
    return result
  }

  /// Returns the entries and their weights for each position of a grid as wide as the table, of cubic interpolation.
  ///
  /// Entries outside the table are those at its edge.
  private func cubicEntries(for count: Int) -> [[(entry: Int, weight: Float)]] {
    let a = -0.75
    func near(_ x: Double) -> Double { ((a + 2) * x - (a + 3)) * x * x + 1 }
    func far(_ x: Double) -> Double { ((a * x - 5 * a) * x + 8 * a) * x - 4 * a }
    return (0..<count).map { position in
      let center = (Double(position) + 0.5) / Double(count) * Double(side) - 0.5
      let first = Int(clamping: center.rounded(.down))
      let t = center - center.rounded(.down)
      let weights = [far(t + 1), near(t), near(1 - t), far(2 - t)]
      return weights.enumerated().map { (min(max(first - 1 + $0.offset, 0), side - 1), Float($0.element)) }
    }
  }

  /// Returns the entries and their weights for each position of a grid whose corners coincide with the table's.
  private func alignedEntries(for count: Int) -> [[(entry: Int, weight: Float)]] {
    (0..<count).map { position in
      guard count > 1 else { return [(0, 1)] }
      let center = Float(position) * Float(side - 1) / Float(count - 1)
      let entry = min(Int(clamping: Double(center)), side - 1)
      return [(entry, 1 - (center - Float(entry))), (min(entry + 1, side - 1), center - Float(entry))]
    }
  }
}

/// A grid of patches.
struct PatchGrid: Sendable, Hashable {
  var rows: Int
  var columns: Int

  /// The number of patches.
  var count: Int { rows * columns }
}
