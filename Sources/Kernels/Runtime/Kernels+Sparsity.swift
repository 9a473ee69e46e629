/// Sparse activations by a bound that follows from a row's own numbers (Gemma 3n).
extension Kernels {
  /// Leaves of the first columns of each row what is above a bound, less the bound, and 0 of the rest.
  ///
  /// The bound lies so many standard deviations above the mean: of normally distributed numbers a known share is left.
  public func keepOutliers(_ x: FloatRows, rows: Int, columns: Int, above deviations: Float) {
    precondition(columns > 0 && columns <= x.columns && rows <= x.rows, "more columns or rows than there are")
    pool.forEach(rows) { _, range in
      for row in range {
        let values = unsafe x.row(row)
        let whole = columns / 16 * 16
        var (sums, tail) = (SIMD16<Float>(), Float(0))
        for start in stride(from: 0, to: whole, by: 16) { unsafe sums += lanes(values + start) }
        for column in whole..<columns { unsafe tail += values[column] }
        let mean = (sums.sum() + tail) / Float(columns)
        (sums, tail) = (SIMD16(), 0)
        for start in stride(from: 0, to: whole, by: 16) {
          let difference = unsafe lanes(values + start) - mean
          sums += difference * difference
        }
        for column in whole..<columns { unsafe tail += (values[column] - mean) * (values[column] - mean) }
        let bound = mean + deviations * ((sums.sum() + tail) / Float(columns)).squareRoot()
        for column in 0..<columns { unsafe values[column] = max(values[column] - bound, 0) }
      }
    }
  }
}
