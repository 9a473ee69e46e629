internal import SwiftletKernelInterface

/// Gates of attention's result, which come out of the same matrix as queries.
extension Kernels {
  /// Parts rows of `x`, in which each head's query is followed by its gate, into queries, keys and values, and gates.
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
          let place = unsafe source + 2 * head * width
          unsafe (queries + head * width).update(from: place, count: width)
          unsafe (gate + head * width).update(from: place + width, count: width)
        }
        unsafe (queries + shape.queryColumns).update(from: source + 2 * shape.queryColumns, count: rest)
      }
    }
  }

  /// Multiplies rows of `x` with the sigmoids of those of `gates`, before they are prepared.
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
