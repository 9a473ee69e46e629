/// Portable quantisation of activations to 8 bits, with identical results on every instruction set.
///
///     q = x · f · 127 / max |x| to the nearest integer, ties to even;   d = Σ x·q / Σ q²
///
/// d is the scale with the least squared error for these q. Of three factors f, the first of which is 1, the one with
/// the least error is used: for Gaussian values the squared error is 13 % below that of d = max |x| / 127. If the
/// maximum is below 2⁻¹¹⁸, where the inverse might not be a normal float, all q are 0.
extension Vectors {
  /// Quantises `count` floats, a multiple of 32, into ``ActivationBlock``s that are `stride` bytes apart.
  @inline(never)
  package static func quantize(
    _ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int
  ) {
    for index in 0..<count / 32 {
      let (low, high) = (loadVector(values + 32 * index), loadVector(values + (32 * index + 16)))
      let block = blocks + index * stride
      let largest = greatest(in: larger(of: low, high))
      guard largest >= 0x1p-118, largest <= .greatestFiniteMagnitude else {
        storeBytes(SIMD16(), block)
        storeBytes(SIMD16(), block + 16)
        storeSums(block, 0, 0, 0)
        continue
      }
      // Normalised by the maximum, so that no product overflows.
      let inverse = 1 / largest
      let (x, y) = (low * inverse, high * inverse)
      var best = Candidate(x, y, 127)
      best.keepBetter(Candidate(x, y, 0.985 * 127))
      best.keepBetter(Candidate(x, y, 0.97 * 127))
      let (lowQuants, highQuants) = (bits(best.low), bits(best.high))
      storeBytes(lowQuants, block)
      storeBytes(highQuants, block + 16)
      storeSums(block, largest * (best.product / best.square), sum(lowQuants), sum(highQuants))
    }
  }
}

/// A candidate quantisation of 32 values: floats with the integers in their low bits, and the sums for its error.
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

  /// Replaces the candidate with the other one if that has the smaller squared error, Σ x² − (Σ x·q)² / Σ q².
  @inline(__always)
  mutating func keepBetter(_ other: Candidate) {
    if other.product * other.product * square > product * product * other.square { self = other }
  }
}

@inline(__always)
private func bits(_ values: SIMD16<Float>) -> SIMD16<Int32> {
  unsafeBitCast(values, to: SIMD16<Int32>.self) &- 0x4B40_0000
}

/// Sums the lanes as a tree.
@inline(__always)
private func sum(_ lanes: SIMD16<Int32>) -> Int32 {
  let eight = lanes.lowHalf &+ lanes.highHalf
  let four = eight.lowHalf &+ eight.highHalf
  let two = four.lowHalf &+ four.highHalf
  return two[0] &+ two[1]
}
