package import SwiftletKernelInterface

/// Float weights × 32-bit float activations, portable.
///
///     y[row] = Σ_columns w · x
///
/// Each run of 32 columns is summed on its own before it joins the total, which keeps the rounding error of long rows
/// near that of short ones.
extension Matrices {
  /// Multiplies panels with tokens.
  @inline(never)
  package static func multiplyFloats(_ product: MatrixProduct) {
    for firstRow in stride(from: 0, to: product.rows, by: Panel.rows) {
      let panel = PairPart(product.panels, product.panelByteCount, row: firstRow).place(0, 0, 4)
      for token in 0..<product.tokens {
        let (x, xStride) = tokenPlace(product.activations, token, of: product.tokens, product.columns, 4)
        var total = SIMD16<Float>()
        var weights = panel
        for start in stride(from: 0, to: product.columns, by: 32) {
          var sum = SIMD16<Float>()
          for column in start..<min(start + 32, product.columns) {
            sum += weights.load(as: SIMD16<Float>.self) * x.load(fromByteOffset: column * xStride, as: Float.self)
            weights += 4 * Panel.pairRows
          }
          total += sum
        }
        store(
          total, min(Panel.rows, product.rows - firstRow),
          to: product.output + (token * product.outputStride + firstRow))
      }
    }
  }
}
