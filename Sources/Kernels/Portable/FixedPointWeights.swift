/// Weights of 16 bits as the integers and powers of two of ``FixedPoint``; for packing, once and for all.

/// Takes the patterns of up to 64 weights of a row, binary16 or bfloat16 numbers, with zeros behind them up to 64.
///
/// Writes the integers, and returns the factor as a bfloat16 number: 0 if there are only zeros, NaN if one is no finite
/// number. No factor is below 2⁻¹²⁶: bits below that are lost.
@inline(never)
public func fixWeights(
  _ patterns: UnsafePointer<UInt16>, areBrainFloats: Bool, _ integers: UnsafeMutableRawPointer
) -> UInt16 {
  let bits = (load(patterns), load(patterns + 16), load(patterns + 32), load(patterns + 48))
  // Without their signs patterns have the order of what they stand for.
  let largest = greatest(larger(larger(bits.0, bits.1), larger(bits.2, bits.3)))
  guard largest > 0, largest < (areBrainFloats ? 0x7F80 : 0x7C00) else {
    integers.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * FixedPoint.blockColumns)
    return largest == 0 ? 0 : 0x7FC0
  }

  // Powers of two that bring the largest to between 1 and 2: two, as one may be beyond what a float is.
  let maximum = floats(SIMD16(repeating: UInt16(largest)), areBrainFloats)[0]
  let lift = maximum < 0x1p-63 ? 64 : maximum < 0x1p64 ? 0 : -64
  let exponent = Int((maximum * power(lift)).bitPattern >> 23) - 127
  @inline(__always)
  func near1(_ bits: SIMD16<Int16>) -> SIMD16<Float> {
    floats(unsafeBitCast(bits, to: SIMD16<UInt16>.self), areBrainFloats) * power(lift) * power(-exponent)
  }
  let (a, b, c, d) = (near1(bits.0), near1(bits.1), near1(bits.2), near1(bits.3))
  let length = total((a * a + b * b) + (c * c + d * d)).squareRoot()
  var unit = -14
  while length > FixedPoint.weightLength * power(unit) { unit += 1 }
  let factor = max(exponent - lift + unit, -126)
  let scale = power(exponent - lift - factor)
  @inline(__always)
  func store(_ x: SIMD16<Float>, _ first: Int) {
    let rounded = SwiftletKernelsPortable.integers(small: x * scale)
    integers.storeBytes(of: pairs(rounded), toByteOffset: 2 * first, as: SIMD8<Int32>.self)
  }
  store(a, 0)
  store(b, 16)
  store(c, 32)
  store(d, 48)
  return UInt16(factor + 127) << 7
}

/// 2ⁿ for n from −126 to 127.
@inline(__always)
private func power(_ n: Int) -> Float { Float(bitPattern: UInt32(n + 127) << 23) }

@inline(__always)
private func load(_ patterns: UnsafePointer<UInt16>) -> SIMD16<Int16> {
  UnsafeRawPointer(patterns).loadUnaligned(as: SIMD16<Int16>.self)
}

/// The larger patterns without their signs, lane by lane.
@inline(__always)
private func larger(_ x: SIMD16<Int16>, _ y: SIMD16<Int16>) -> SIMD16<Int16> {
  let (x, y) = (x & 0x7FFF, y & 0x7FFF)
  return x.replacing(with: y, where: y .> x)
}

@inline(__always)
private func greatest(_ lanes: SIMD16<Int16>) -> Int16 {
  let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
  var greatest: Int16 = 0
  for lane in 0..<8 { greatest = max(greatest, eight[lane]) }
  return greatest
}

@inline(__always)
private func floats(_ patterns: SIMD16<UInt16>, _ areBrainFloats: Bool) -> SIMD16<Float> {
  areBrainFloats ? floats(bf16: patterns) : floats(f16: patterns)
}
