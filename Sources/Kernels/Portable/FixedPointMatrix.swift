/// Weights × activations in fixed point, portable.
///
///     y[row] = Σ_blocks f · d · Σ i·j
///
/// The sums of integers are exact, so they are the same on every instruction set.

/// Panels × tokens.
@inline(__always)
func multiplyFixedPoint(
  _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
  _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
  _ nearFetch: Int, _ farFetch: Int
) {
  for firstRow in stride(from: 0, to: rows, by: Panel.rows) {
    for token in 0..<tokens {
      var (x, stride) = tokenPlace(activations, token, of: tokens, FixedPoint.units(columns), 4)
      var part = PairPart(panels, panelByteCount, row: firstRow)
      var result = SIMD16<Float>()
      var left = FixedPoint.steps(columns)
      while left > 0 {
        let factors = floats(bf16: part.place(0, 0, 2).loadUnaligned(as: SIMD16<UInt16>.self))
        part.advance(by: 2 * FixedPoint.factorByteCount)
        let steps = min(FixedPoint.steps(FixedPoint.blockColumns), left)
        var sum = SIMD16<Int32>()
        for _ in 0..<steps {
          let weights = part.place(0, 0, 4).loadUnaligned(as: SIMD16<Int32>.self)
          let pair = SIMD16(repeating: x.load(as: Int32.self))
          sum &+= low(weights) &* low(pair) &+ (weights &>> 16) &* (pair &>> 16)
          part.advance(by: 2 * FixedPoint.stepByteCount)
          x += stride
        }
        result += floats(sum) * (factors * x.load(as: Float.self))
        x += stride
        left -= steps
      }
      store(result, min(Panel.rows, rows - firstRow), to: output + (token * outputStride + firstRow))
    }
  }
}

/// The low halves, with their signs.
@inline(__always)
private func low(_ lanes: SIMD16<Int32>) -> SIMD16<Int32> { (lanes &<< 16) &>> 16 }

/// Integers of any size.
@inline(__always)
private func floats(_ integers: SIMD16<Int32>) -> SIMD16<Float> {
  var result = SIMD16<Float>()
  for lane in 0..<16 { result[lane] = Float(integers[lane]) }
  return result
}
