internal import SwiftletKernelInterface

/// Output gates of attention, which are projected together with the queries.
extension Kernels {
  /// Splits rows of `x`, in which the query of each head is followed by its gate, into QKV projections and gates.
  public func splitGates(
    _ x: FloatRows, rows: Int, shape: AttentionShape, into projections: FloatRows, gates: FloatRows
  ) {
    let (width, rest) = (shape.headWidth, 2 * shape.keyColumns)
    precondition(x.columns >= 2 * shape.queryColumns + rest, "extents differ")
    precondition(
      projections.columns >= shape.queryColumns + rest && gates.columns == shape.queryColumns, "extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { _, range in
      for row in range {
        let (source, queries, gate) = unsafe (x.row(row), projections.row(row), gates.row(row))
        for head in 0..<shape.headCount {
          let address = unsafe source + 2 * head * width
          unsafe (queries + head * width).update(from: address, count: width)
          unsafe (gate + head * width).update(from: address + width, count: width)
        }
        unsafe (queries + shape.queryColumns).update(from: source + 2 * shape.queryColumns, count: rest)
      }
    }
  }

  /// Multiplies rows of `x` by the sigmoid of those of `gates`, before conversion to other forms.
  public func gate(_ x: Activations, rows: Int, by gates: FloatRows) {
    precondition(x.columns == gates.columns && rows <= gates.rows, "extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let values = unsafe x.values.row(row)
        unsafe vectors.apply(.sigmoid, to: gates.row(row), times: values, count: x.columns, into: values)
      }
    }
  }
}
