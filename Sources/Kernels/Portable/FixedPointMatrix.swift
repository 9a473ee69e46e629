package import SwiftletKernelInterface

/// Portable fixed-point matrix products.
///
///     y[row] = Σ_blocks f · d · Σ i·j
///
/// Integer sums are exact and therefore identical on every instruction set.
extension Matrices {
  /// Multiplies 16-bit weights by activations, both in ``FixedPoint``.
  @inline(never)
  package static func multiplyFixedPoint(_ product: MatrixProduct) {
    for firstRow in stride(from: 0, to: product.rows, by: Panel.rows) {
      for token in 0..<product.tokens {
        var (x, stride) = tokenAddress(
          product.activations, token, of: product.tokens, FixedPoint.units(product.columns), 4)
        var cursor = PairCursor(product.panels, product.panelByteCount, row: firstRow)
        var result = SIMD16<Float>()
        var left = FixedPoint.steps(product.columns)
        while left > 0 {
          let factors = floats(bf16: cursor.address(0, 0, 2).loadUnaligned(as: SIMD16<UInt16>.self))
          cursor.advance(by: 2 * FixedPoint.factorByteCount)
          let steps = min(FixedPoint.steps(FixedPoint.blockColumns), left)
          var sum = SIMD16<Int32>()
          for _ in 0..<steps {
            let weights = cursor.address(0, 0, 4).loadUnaligned(as: SIMD16<Int32>.self)
            let pair = SIMD16(repeating: x.load(as: Int32.self))
            sum &+= low(weights) &* low(pair) &+ (weights &>> 16) &* (pair &>> 16)
            cursor.advance(by: 2 * FixedPoint.stepByteCount)
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

/// Sign-extends the low 16 bits of each lane.
@inline(__always)
private func low(_ lanes: SIMD16<Int32>) -> SIMD16<Int32> { (lanes &<< 16) &>> 16 }

/// Converts integers of any magnitude to floats.
@inline(__always)
private func floats(_ integers: SIMD16<Int32>) -> SIMD16<Float> {
  var result = SIMD16<Float>()
  for lane in 0..<16 { result[lane] = Float(integers[lane]) }
  return result
}
