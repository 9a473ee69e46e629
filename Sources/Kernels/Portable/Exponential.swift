/// eˣ for 16 floats, portable; relative error below 2·10⁻⁷ where the result is normal.
///
///     x = n · ln 2 + r,  |r| ≤ ln 2 / 2,   eˣ = 2ⁿ · eʳ
///
/// ln 2 is taken off in two parts so that r keeps its bits. eʳ is its Taylor series to r⁷/7!, whose remainder at the
/// ends is 5·10⁻⁹. Arguments are cut at ±87, where 2ⁿ is still normal: softmax and SiLU round such results away.
@inline(__always)
func exponential(_ argument: SIMD16<Float>) -> SIMD16<Float> {
  // The standard library's `clamped` is a call.
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
