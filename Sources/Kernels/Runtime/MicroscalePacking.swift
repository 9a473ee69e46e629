internal import SwiftletKernelsPortable

/// Packs blocks of 64 columns of NVFP4 with a scale for each 16.
///
/// A block has 4 scales, then 8 bytes for each with the first half of its columns in the low nibbles.
func packMicroscales(_ quad: RowQuad, _ blocks: Int, _ pair: UnsafeMutableRawPointer) {
  let blockSize = 36
  for index in 0..<2 * blocks {
    let (block, half) = (index / 2 * blockSize, index % 2)
    let target = unsafe pair + 2 * index * PanelNVFP4.blockByteCount
    for run in 0..<2 {
      let scales = unsafe quad.map(at: block + 2 * half + run) { line in
        // The pattern of NaN stands for 0, and the sign is ignored, of NaN too.
        let pattern = unsafe line.load(as: UInt8.self)
        return pattern == 0x7F ? 0 : pattern & 0x7F
      }
      unsafe quad.store(bytes: scales, target, 16 * run)
    }
    let codes = unsafe quad.map(at: block + 4 + 16 * half) { line in
      let words = unsafe line.loadUnaligned(as: SIMD4<UInt32>.self)
      let (low, high) = (words & 0x0F0F_0F0F, words &>> 4 & 0x0F0F_0F0F)
      return SIMD8(
        lowHalf: SIMD4(lowHalf: low.lowHalf, highHalf: high.lowHalf),
        highHalf: SIMD4(lowHalf: low.highHalf, highHalf: high.highHalf))
    }
    unsafe packLow(PanelNVFP4.self, quad, codes, target)
  }
}
