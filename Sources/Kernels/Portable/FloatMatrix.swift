package import SwiftletKernelInterface

/// Portable products of 32-bit float weights and activations.
///
///     y[row] = Σ_columns w · x
///
/// Each run of 32 columns is summed separately before it is added to the total, which keeps the rounding error of long
/// rows close to that of short ones.
extension Matrices {
  /// Multiplies 32-bit float weights by 32-bit float activations.
  @inline(never)
  package static func multiplyFloats(_ product: MatrixProduct) {
    for firstRow in stride(from: 0, to: product.rows, by: Panel.rows) {
      let panel = PairCursor(product.panels, product.panelByteCount, row: firstRow).address(0, 0, 4)
      for token in 0..<product.tokens {
        let (x, xStride) = tokenAddress(product.activations, token, of: product.tokens, product.columns, 4)
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
