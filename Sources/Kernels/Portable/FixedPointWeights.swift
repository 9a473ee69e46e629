/// Weights of 16 bits as the integers and powers of two of ``FixedPoint``; for packing, once and for all.

/// Takes the patterns of up to 64 weights of a row, binary16 or bfloat16 numbers, with zeros behind them up to 64.
///
/// Writes as many integers, and returns the factor as a bfloat16 number: 0 if there are only zeros, NaN if one is no finite
/// number. No factor is below 2⁻¹²⁶: bits below that are lost.
@inline(never)
public func fixWeights(
  _ patterns: UnsafePointer<UInt16>, areBrainFloats: Bool, _ integers: UnsafeMutablePointer<Int16>
) -> UInt16 {
  let starts = stride(from: 0, to: FixedPoint.blockColumns, by: 16)
  // Without their signs patterns have the order of what they stand for.
  var largest = SIMD16<UInt16>()
  for start in starts {
    let magnitudes = load(patterns + start) & 0x7FFF
    largest.replace(with: magnitudes, where: magnitudes .> largest)
  }
  let greatest = largest.max()
  guard greatest > 0, greatest < (areBrainFloats ? 0x7F80 : 0x7C00) else {
    integers.update(repeating: 0, count: FixedPoint.blockColumns)
    return greatest == 0 ? 0 : 0x7FC0
  }

  // Powers of two that bring the largest to between 1 and 2: two, as one may be beyond what a float is.
  let wide = floats(SIMD16(repeating: greatest), areBrainFloats)[0]
  let lift = wide < 0x1p-64 ? 64 : 0
  let exponent = Int((wide * power(lift)).exponent)
  let (first, second) = (power(lift), power(-exponent))
  var squares = SIMD16<Float>()
  for start in starts {
    let x = floats(load(patterns + start), areBrainFloats) * first * second
    squares += x * x
  }
  let length = total(squares).squareRoot()
  var unit = -14
  while length > FixedPoint.weightLength * power(unit) { unit += 1 }
  let factor = max(exponent - lift + unit, -126)
  unit = factor - (exponent - lift)
  for start in starts {
    let x = floats(load(patterns + start), areBrainFloats) * first * second * power(-unit)
    let lanes = SwiftletKernelsPortable.integers(small: x)
    for lane in 0..<16 { integers[start + lane] = Int16(truncatingIfNeeded: lanes[lane]) }
  }
  return UInt16(factor + 127) << 7
}

/// 2ⁿ.
@inline(__always)
private func power(_ n: Int) -> Float { Float(sign: .plus, exponent: n, significand: 1) }

@inline(__always)
private func load(_ patterns: UnsafePointer<UInt16>) -> SIMD16<UInt16> {
  UnsafeRawPointer(patterns).loadUnaligned(as: SIMD16<UInt16>.self)
}

@inline(__always)
private func floats(_ patterns: SIMD16<UInt16>, _ areBrainFloats: Bool) -> SIMD16<Float> {
  areBrainFloats ? floats(bf16: patterns) : floats(f16: patterns)
}
