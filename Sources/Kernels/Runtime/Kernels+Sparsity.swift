/// Activation sparsity with a threshold derived from the statistics of a row (Gemma 3n).
extension Kernels {
  /// Applies Gaussian top-k to the first columns of each row: `max(x − threshold, 0)`.
  ///
  /// The threshold is `deviations` standard deviations above the mean, so a known fraction of normally distributed
  /// values remains.
  public func applyGaussianTopK(_ x: FloatRows, rows: Int, columns: Int, above deviations: Float) {
    precondition(columns > 0 && columns <= x.columns && rows <= x.rows, "more columns or rows than there are")
    pool.forEach(rows) { _, range in
      for row in range {
        let values = unsafe x.row(row)
        let whole = columns / 16 * 16
        var (sums, tail) = (SIMD16<Float>(), Float(0))
        for start in stride(from: 0, to: whole, by: 16) { unsafe sums += loadVector(values + start) }
        for column in whole..<columns { unsafe tail += values[column] }
        let mean = (sums.sum() + tail) / Float(columns)
        (sums, tail) = (SIMD16(), 0)
        for start in stride(from: 0, to: whole, by: 16) {
          let difference = unsafe loadVector(values + start) - mean
          sums += difference * difference
        }
        for column in whole..<columns { unsafe tail += (values[column] - mean) * (values[column] - mean) }
        let bound = mean + deviations * ((sums.sum() + tail) / Float(columns)).squareRoot()
        for column in 0..<columns { unsafe values[column] = max(values[column] - bound, 0) }
      }
    }
  }
}
