/// Activation quantisation, portable: 32 floats to 32 signed bytes with their scale and sums.
///
///     scale = max |x| / 127,   q = x / scale to the nearest integer, ties to even
///
/// The quotient is taken as x · (127 / max |x|). Below a maximum of 2⁻¹¹⁸, where scale or its inverse might leave the
/// range of normal floats, all q are 0.

/// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
@inline(never)
public func quantizeActivations(
  _ values: UnsafePointer<Float>, _ count: Int, _ blocks: UnsafeMutableRawPointer, _ stride: Int
) {
  for index in 0..<count / 32 {
    let source = UnsafeRawPointer(values + 32 * index)
    let low = source.loadUnaligned(as: SIMD16<Float>.self)
    let high = source.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
    let largest = pointwiseMax(magnitude(low), magnitude(high)).max()
    let inverse = largest >= 0x1p-118 ? 127 / largest : 0
    let (lowQuants, highQuants) = (integers(small: low * inverse), integers(small: high * inverse))
    let block = blocks + index * stride
    storeBytes(lowQuants, block)
    storeBytes(highQuants, block + 16)
    storeSums(block, largest / 127, lowQuants.wrappedSum(), highQuants.wrappedSum())
  }
}

@inline(__always)
private func magnitude(_ lanes: SIMD16<Float>) -> SIMD16<Float> {
  unsafeBitCast(unsafeBitCast(lanes, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF, to: SIMD16<Float>.self)
}
