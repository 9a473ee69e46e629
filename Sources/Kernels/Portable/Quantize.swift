/// Activation quantisation: 32 floats to 32 signed bytes with their scale and sums, the same on every instruction set.
///
///     q = x · f · 127 / max |x| to the nearest integer, ties to even;   d = Σ x·q / Σ q²
///
/// d is the scale with the least square error for these q (least squares). Of three factors f, the first a bare maximum,
/// that one is taken whose rounding happens to lose least: the error power is 13 % below that of d = max |x| / 127
/// for Gaussian values. Below a maximum of 2⁻¹¹⁸, where the inverse might leave the range of normal floats, all q are 0.
extension Vectors {
  /// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
  @inline(never)
  package static func quantize(
    _ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int
  ) {
    for index in 0..<count / 32 {
      let (low, high) = (vector(values + 32 * index), vector(values + (32 * index + 16)))
      let block = blocks + index * stride
      let largest = greatest(in: larger(of: low, high))
      guard largest >= 0x1p-118, largest <= .greatestFiniteMagnitude else {
        storeBytes(SIMD16(), block)
        storeBytes(SIMD16(), block + 16)
        storeSums(block, 0, 0, 0)
        continue
      }
      // Relative to the maximum, so that no product leaves the range.
      let inverse = 1 / largest
      let (x, y) = (low * inverse, high * inverse)
      var best = Candidate(x, y, 127)
      best.take(Candidate(x, y, 0.985 * 127))
      best.take(Candidate(x, y, 0.97 * 127))
      let (lowQuants, highQuants) = (bits(best.low), bits(best.high))
      storeBytes(lowQuants, block)
      storeBytes(highQuants, block + 16)
      storeSums(block, largest * (best.product / best.square), sum(lowQuants), sum(highQuants))
    }
  }
}

/// Integers for 32 values, as floats with the integers in their low bits, and the sums that rate them.
private struct Candidate {
  var low: SIMD16<Float>
  var high: SIMD16<Float>
  var product: Float
  var square: Float

  @inline(__always)
  init(_ x: SIMD16<Float>, _ y: SIMD16<Float>, _ factor: Float) {
    low = x * factor + 12_582_912
    high = y * factor + 12_582_912
    let (q, r) = (low - 12_582_912, high - 12_582_912)
    product = total(x * q + y * r)
    square = total(q * q + r * r)
  }

  /// Becomes the other one if its square error, Σ x² − (Σ x·q)² / Σ q², is less.
  @inline(__always)
  mutating func take(_ other: Candidate) {
    if other.product * other.product * square > product * product * other.square { self = other }
  }
}

@inline(__always)
private func bits(_ values: SIMD16<Float>) -> SIMD16<Int32> {
  unsafeBitCast(values, to: SIMD16<Int32>.self) &- 0x4B40_0000
}

/// The sum of the lanes, as a tree.
@inline(__always)
private func sum(_ lanes: SIMD16<Int32>) -> Int32 {
  let eight = lanes.lowHalf &+ lanes.highHalf
  let four = eight.lowHalf &+ eight.highHalf
  let two = four.lowHalf &+ four.highHalf
  return two[0] &+ two[1]
}
