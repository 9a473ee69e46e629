#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Interleaving of float rows: for each column the elements of up to 12 rows, as the float kernels read activations.
  extension Vectors {
    /// Interleaves rows into one ``ActivationGroup``.
    @inline(never)
    package static func interleave(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>) {
      let count = rows.columns
      if rows.rows == 1 { return group.update(from: rows.values, count: count) }
      // Blocks of columns stay in the L1 cache while one row after another is scattered over them.
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
