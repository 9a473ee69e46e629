package import SwiftletKernelInterface

/// Weights × activations in fixed point, portable.
///
///     y[row] = Σ_blocks f · d · Σ i·j
///
/// The sums of integers are exact, so they are the same on every instruction set.
extension Matrices {
  /// Multiplies panels with tokens.
  @inline(never)
  package static func multiplyFixedPoint(_ product: MatrixProduct) {
    for firstRow in stride(from: 0, to: product.rows, by: Panel.rows) {
      for token in 0..<product.tokens {
        var (x, stride) = tokenPlace(
          product.activations, token, of: product.tokens, FixedPoint.units(product.columns), 4)
        var part = PairPart(product.panels, product.panelByteCount, row: firstRow)
        var result = SIMD16<Float>()
        var left = FixedPoint.steps(product.columns)
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
        store(
          result, min(Panel.rows, product.rows - firstRow),
          to: product.output + (token * product.outputStride + firstRow))
      }
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
