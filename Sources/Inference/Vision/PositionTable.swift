import SwiftletGGUF

/// The resizing of tables of position embeddings, by bilinear interpolation.
enum TableResizing: Sendable, Equatable {
  /// The corners of table and grid coincide: entry y·(G − 1) / (H − 1).
  case alignedCorners
  /// Pixels have centres at half numbers, and the triangle is widened where the grid is smaller (antialiasing).
  case antialiased

  /// Returns the entries of a table of length `length` and their weights, for each position of a grid.
  func weights(from length: Int, to count: Int) -> [[(entry: Int, weight: Float)]] {
    (0..<count).map { position in
      switch self {
      case .alignedCorners:
        guard count > 1 else { return [(0, 1)] }
        let center = Float(position) * Float(length - 1) / Float(count - 1)
        let entry = min(Int(clamping: Double(center)), length - 1)
        let rest = center - Float(entry)
        return [(entry, 1 - rest), (min(entry + 1, length - 1), rest)]
      case .antialiased:
        let ratio = Double(length) / Double(count)
        let (support, center) = (max(ratio, 1), (Double(position) + 0.5) * ratio)
        let first = max(0, Int(clamping: center - support + 0.5))
        let end = min(length, Int(clamping: center + support + 0.5))
        let weights = (first..<max(end, first + 1)).map { max(0, 1 - abs((Double($0) - center + 0.5) / support)) }
        let sum = weights.reduce(0, +)
        return weights.enumerated().map { (first + $0, Float($1 / sum)) }
      }
    }
  }
}

/// A square table of position embeddings.
struct PositionTable: Sendable {
  /// The side of the square.
  let side: Int
  /// The number of elements of an embedding.
  let width: Int
  /// The embedding of the class token, which precedes the others; empty without one.
  let ofClassToken: [Float]
  /// The embeddings by row, then column.
  private let values: [Float]  // (side · side, width)

  /// Creates a table from its rows, whose number is a square, after that of a class token.
  init?(_ values: [Float], width: Int, hasClassToken: Bool) {
    let count = values.count / width - (hasClassToken ? 1 : 0)
    let side = Int(clamping: Double(max(0, count)).squareRoot())
    guard side > 0, side * side == count, values.count % width == 0 else { return nil }
    (self.side, self.width) = (side, width)
    ofClassToken = hasClassToken ? Array(values[..<width]) : []
    self.values = Array(values[ofClassToken.count...])
  }

  /// Returns the embeddings of a grid, by row, then column.
  func embeddings(of grid: PatchGrid, _ rule: PositionRule) -> [Float] {
    guard case .resized(let resizing) = rule, grid.rows != side || grid.columns != side else { return values }
    let (rows, columns) = (
      resizing.weights(from: side, to: grid.rows), resizing.weights(from: side, to: grid.columns)
    )
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

/// A grid of patches.
struct PatchGrid: Sendable, Hashable {
  var rows: Int
  var columns: Int

  /// The number of patches.
  var count: Int { rows * columns }
}
