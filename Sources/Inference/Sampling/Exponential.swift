import SwiftletGGUF

/// Returns eˣ from additions and products alone, so that sampling is the same on every platform.
///
/// The relative error is below 10⁻¹⁵.
///
///     x = n · ln 2 + r,  |r| ≤ ln 2 / 2,   eˣ = 2ⁿ · Σ rᵏ / k!
///
/// Results below 2⁻¹⁰⁰⁰ are 0.
func exponential(_ x: Double) -> Double {
  guard x > -690 else { return 0 }
  let n = (x * 1.4426950408889634).rounded(.toNearestOrEven)
  // ln 2 in two parts: the first has so few bits that its product with n is exact.
  let r = x - n * 0.693147180369123816490 - n * 1.90821492927058770002e-10
  var sum = 1.0
  for k in stride(from: 14.0, to: 0, by: -1) { sum = sum * r / k + 1 }
  return sum * Double(sign: .plus, exponent: Int(clamping: min(n, 1023)), significand: 1)
}

/// Returns ln x for finite x, by Halley's method on ``exponential(_:)``; −∞ for x that is not above 0.
func logarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
  var y = Double(x.exponent) * 0.6931471805599453
  for _ in 0..<40 {
    let power = exponential(y)
    let step = 2 * (x - power) / (x + power)
    y += step
    if abs(step) < 1e-15 * max(1, abs(y)) { break }
  }
  return y
}

/// Returns ``exponential(_:)`` of eight x up to 0, to the last bit; 0 for NaN.
///
/// The same operations in the same order; n comes from the low bits of a sum, as in single precision.
@inline(__always)
func preciseExponentials(_ x: SIMD8<Double>) -> SIMD8<Double> {
  let inRange = x .> -690
  let bounded = SIMD8<Double>(repeating: 0).replacing(with: x, where: inRange)
  let shifted = bounded * 1.4426950408889634 + 0x1.8p52
  let n = shifted - 0x1.8p52
  let high = n * 0.693147180369123816490
  let low = n * 1.90821492927058770002e-10
  let r = bounded - high - low
  var sum = SIMD8<Double>(repeating: 1)
  for k in stride(from: 14.0, to: 0, by: -1) {
    let term = sum * r / k
    sum = term + 1
  }
  // Safe: both have eight 64-bit lanes, and every bit pattern is valid.
  let exponents = unsafe unsafeBitCast(shifted, to: SIMD8<UInt64>.self) &<< 52
  let scaled = unsafe unsafeBitCast(unsafeBitCast(sum, to: SIMD8<UInt64>.self) &+ exponents, to: SIMD8<Double>.self)
  return SIMD8(repeating: 0).replacing(with: scaled, where: inRange)
}

/// The lowest x of which ``exponentials(_:)`` is above 0.
var lowestExponent: Float { -87 }

/// Returns eˣ for eight x up to 0, with a relative error below 2⁻²¹; 0 below −87 and for NaN.
///
/// As ``exponential(_:)`` in single precision, for sums over a whole vocabulary. n comes from the low bits of x · log₂
/// e plus a number so large that its last bit counts 1.
@inline(__always)
func exponentials(_ x: SIMD8<Float>) -> SIMD8<Float> {
  let inRange = x .>= lowestExponent
  let bounded = SIMD8<Float>(repeating: 0).replacing(with: x, where: inRange)
  let shifted = bounded * 1.44269504 + 0x1.8p23
  let n = shifted - 0x1.8p23
  let r = bounded - n * 0.693359375 + n * 2.12194440e-4
  let (c3, c4, c5, c6): (Float, Float, Float, Float) = (1 / 6, 1 / 24, 1 / 120, 1 / 720)
  var sum = r * c6 + c5
  sum = sum * r + c4
  sum = sum * r + c3
  sum = sum * r + 0.5
  sum = sum * r + 1
  sum = sum * r + 1
  // Safe: both have eight 32-bit lanes, and every bit pattern is valid.
  let exponents = unsafe unsafeBitCast(shifted, to: SIMD8<UInt32>.self) &<< 23
  let scaled = unsafe unsafeBitCast(unsafeBitCast(sum, to: SIMD8<UInt32>.self) &+ exponents, to: SIMD8<Float>.self)
  return SIMD8(repeating: 0).replacing(with: scaled, where: inRange)
}
