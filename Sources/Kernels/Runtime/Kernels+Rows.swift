internal import SwiftletKernelInterface

/// Gathering, compaction and scattered addition of rows.
extension Kernels {
  /// Copies selected rows of `x`, scaled by a factor, into the first rows of `output`, which may have fewer columns.
  public func gather(_ x: FloatRows, rows: [Int], scaledBy factor: Float = 1, into output: FloatRows) {
    precondition(x.columns >= output.columns && rows.count <= output.rows, "copied extents differ")
    pool.forEach(rows.count, chunk: Self.rowChunk) { _, range in
      for index in range {
        let (source, target) = unsafe (x.row(rows[index]), output.row(index))
        for column in 0..<output.columns { unsafe target[column] = source[column] * factor }
      }
    }
  }

  /// Moves selected rows of `x`, given in ascending order, to the front.
  public func compact(_ x: FloatRows, rows: [Int]) {
    precondition(rows.allSatisfy { (0..<x.rows).contains($0) }, "rows outside the matrix")
    // Sequential, in ascending order, so that no row is overwritten before it has been moved.
    for (target, source) in rows.enumerated() where source != target {
      precondition(source > target, "rows are not in ascending order")
      unsafe x.row(target).update(from: x.row(source), count: x.columns)
    }
  }

  /// Adds the first `count` columns of the first rows of `x` to selected rows of `sum`, starting at a column.
  public func add(_ x: FloatRows, to sum: FloatRows, rows: [Int], column: Int, count: Int) {
    precondition(column >= 0 && count >= 0 && count <= x.columns && column + count <= sum.columns, "sum extents differ")
    precondition(rows.count <= x.rows, "sum extents differ")
    pool.forEach(rows.count, chunk: Self.rowChunk) { [vectors] _, range in
      for index in range { unsafe vectors.add(x.row(index), to: sum.row(rows[index]) + column, count: count) }
    }
  }
}
