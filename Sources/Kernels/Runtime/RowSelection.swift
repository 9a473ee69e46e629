/// A selection of rows of a projection to compute.
///
/// Products are computed for whole pairs of panels, 32 rows at a time, so neighbours of a selected row are included.
///
/// ```swift
/// var selection = RowSelection(of: projection)
/// for row in [5, 1000] { selection.insert(row) }
/// kernels.multiply(projection, selection, input, rows: 1, into: output)
/// ```
public struct RowSelection: Sendable {
  /// A bit set of the selected pairs of panels.
  private var words: [UInt64]
  /// The first row and the first pair of each matrix.
  private let starts: [(row: Int, pair: Int)]
  private let rowCount: Int
  let pairCount: Int

  /// Creates an empty selection.
  public init(of projection: Projection) {
    pairCount = projection.pairCount
    rowCount = projection.rows
    words = [UInt64](repeating: 0, count: (projection.pairCount + 63) / 64)
    var (row, pair) = (0, 0)
    starts = projection.matrices.map { matrix in
      defer { (row, pair) = (row + matrix.rows, pair + matrix.pairCount) }
      return (row, pair)
    }
  }

  /// Adds a row; rows out of range are ignored.
  public mutating func insert(_ row: Int) {
    guard row >= 0, row < rowCount, let start = starts.last(where: { $0.row <= row }) else { return }
    let pair = start.pair + (row - start.row) / PackedMatrix.pairRows
    words[pair >> 6] |= 1 << UInt64(pair & 63)
  }

  /// The fraction of the projection's rows that is computed, from 0 to 1.
  public var share: Double {
    Double(words.reduce(0) { $0 + $1.nonzeroBitCount }) / Double(max(1, pairCount))
  }

  /// The selected pairs of panels in ascending order.
  var pairs: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}
