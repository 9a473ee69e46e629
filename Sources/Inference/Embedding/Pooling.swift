import SwiftletKernels

/// How the vectors of a text's tokens become one, with the numbers that `pooling_type` has.
public enum Pooling: Int, Sendable, CaseIterable {
  /// They do not.
  case unpooled = 0
  /// By their mean.
  case mean
  /// By taking the first, which is that of `[CLS]` in models made so.
  case cls
  /// By taking the last.
  case last
  /// By a network that says how well a query and an answer fit: such files are refused, as they have no vectors.
  case rank

  /// The vector of a text whose tokens' vectors are in the given rows; with ``unpooled`` all of these, side by side.
  func vector(_ rows: Range<Int>, of vectors: FloatRows) -> [Float] {
    switch self {
    case .unpooled, .rank: return rows.flatMap { vectors[row: $0] }
    case .cls: return vectors[row: rows.lowerBound]
    case .last: return vectors[row: rows.upperBound - 1]
    case .mean:
      var sums = [Double](repeating: 0, count: vectors.columns)
      for row in rows {
        vectors.withRow(row) { vector in
          for column in 0..<vector.count { sums[column] += Double(vector[column]) }
        }
      }
      return sums.map { Float($0 / Double(rows.count)) }
    }
  }
}
