#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Rows of floats side by side: for each column the elements of up to 12 rows, as float kernels read activations.
  extension Vectors {
    /// Writes rows into a group of ``ActivationGroup``.
    @inline(never)
    package static func interleave(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>) {
      let count = rows.columns
      if rows.rows == 1 { return group.update(from: rows.values, count: count) }
      // Blocks of columns that stay in the first-level cache while row after row is spread over them.
      for start in stride(from: 0, to: count, by: 64) {
        for row in 0..<rows.rows {
          let source = rows.values + row * rows.stride
          var target = group + (start * rows.rows + row)
          for column in start..<min(start + 64, count) {
            target.pointee = source[column]
            target += rows.rows
          }
        }
      }
    }
  }
#endif
