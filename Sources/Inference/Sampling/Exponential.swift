/// eˣ from additions and products alone, so that draws are the same on every platform; relative error below 10⁻¹⁵.
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
  return sum * Double(sign: .plus, exponent: Int(min(n, 1023)), significand: 1)
}
