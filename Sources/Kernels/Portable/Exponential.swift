/// Computes eˣ of 16 floats, with a relative error below 2·10⁻⁷ where the result is normal.
///
///     x = n · ln 2 + r,  |r| ≤ ln 2 / 2,   eˣ = 2ⁿ · eʳ
///
/// ln 2 is subtracted in two parts so that r keeps its precision. eʳ is its Taylor series up to r⁷/7!, whose remainder
/// at the ends of the interval is 5·10⁻⁹. Arguments are clamped to ±87, where 2ⁿ is still normal; the difference is
/// lost to rounding in softmax and SiLU.
@inline(__always)
func exponential(_ argument: SIMD16<Float>) -> SIMD16<Float> {
  // The standard library's `clamped` is not inlined.
  let bounded = argument.replacing(with: 87, where: argument .> 87)
  let x = bounded.replacing(with: -87, where: bounded .< -87)
  let rounded = x * 1.442_695_04 + 12_582_912
  let n = rounded - 12_582_912
  let r = x - n * 0.693_359_375 + n * 2.121_944_4e-4
  var series = SIMD16<Float>(repeating: 1 / 5040)
  series = series * r + 1 / 720
  series = series * r + 1 / 120
  series = series * r + 1 / 24
  series = series * r + 1 / 6
  series = series * r + 0.5
  series = series * r + 1
  series = series * r + 1
  let power = (unsafeBitCast(rounded, to: SIMD16<UInt32>.self) &- 0x4B40_0000) &<< 23
  return unsafeBitCast(unsafeBitCast(series, to: SIMD16<UInt32>.self) &+ power, to: SIMD16<Float>.self)
}
