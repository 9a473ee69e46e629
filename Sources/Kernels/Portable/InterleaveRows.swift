/// Rows of floats side by side: for each column the elements of up to 12 rows, as float kernels read activations.

/// Writes `count` columns of `rows` rows, `stride` floats apart, into a group of ``ActivationGroup``.
@inline(never)
public func interleaveRows(
  _ values: UnsafePointer<Float>, _ stride: Int, _ rows: Int, _ count: Int, _ group: UnsafeMutablePointer<Float>
) {
  if rows == 1 { return group.update(from: values, count: count) }
  // Blocks of columns that stay in the first-level cache while row after row is spread over them.
  for start in Swift.stride(from: 0, to: count, by: 64) {
    for row in 0..<rows {
      let source = values + row * stride
      var target = group + (start * rows + row)
      for column in start..<min(start + 64, count) {
        target.pointee = source[column]
        target += rows
      }
    }
  }
}
