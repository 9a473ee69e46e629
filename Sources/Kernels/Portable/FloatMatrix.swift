/// Float weights × 32-bit float activations, portable.
///
///     y[row] = Σ_columns w · x
///
/// Each run of 32 columns is summed on its own before it joins the total, which keeps the rounding error of long rows
/// near that of short ones.

/// Panels × tokens.
@inline(__always)
func multiplyFloats(
  _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int, _ activations: UnsafeRawPointer,
  _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ nearFetch: Int, _ farFetch: Int
) {
  for firstRow in stride(from: 0, to: rows, by: Panel.rows) {
    let panel = PairPart(panels, panelByteCount, row: firstRow).place(0, 0, 4)
    for token in 0..<tokens {
      let (x, xStride) = tokenPlace(activations, token, of: tokens, columns, 4)
      var total = SIMD16<Float>()
      var weights = panel
      for start in stride(from: 0, to: columns, by: 32) {
        var sum = SIMD16<Float>()
        for column in start..<min(start + 32, columns) {
          sum += weights.load(as: SIMD16<Float>.self) * x.load(fromByteOffset: column * xStride, as: Float.self)
          weights += 4 * Panel.pairRows
        }
        total += sum
      }
      store(total, min(Panel.rows, rows - firstRow), to: output + (token * outputStride + firstRow))
    }
  }
}
