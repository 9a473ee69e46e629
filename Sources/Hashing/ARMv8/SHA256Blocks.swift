#if arch(arm64)
  import SwiftletIntrinsics

  /// The block functions in the cryptographic instructions of ARMv8.
  package enum Blocks {
    /// Hashes blocks into a state of SHA-256.
    ///
    /// - Parameters:
    ///   - state: The eight words a to h.
    ///   - blocks: Blocks of 64 bytes.
    ///   - count: The number of blocks.
    ///   - constants: The 64 round constants.
    @inline(never)
    package static func sha256(
      _ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int,
      _ constants: UnsafePointer<UInt32>
    ) {
      let rows = UnsafeMutableRawPointer(state)
      var abcd = rows.loadUnaligned(as: uint32x4_t.self)
      var efgh = rows.loadUnaligned(fromByteOffset: 16, as: uint32x4_t.self)
      for block in 0..<count {
        let (oldABCD, oldEFGH) = (abcd, efgh)
        var (w0, w1, w2, w3) = bigEndianWords(blocks + 64 * block)
        for group in 0..<3 {
          let row = constants + 16 * group
          fourRounds(&abcd, &efgh, w0, row)
          w0 = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3)
          fourRounds(&abcd, &efgh, w1, row + 4)
          w1 = vsha256su1q_u32(vsha256su0q_u32(w1, w2), w3, w0)
          fourRounds(&abcd, &efgh, w2, row + 8)
          w2 = vsha256su1q_u32(vsha256su0q_u32(w2, w3), w0, w1)
          fourRounds(&abcd, &efgh, w3, row + 12)
          w3 = vsha256su1q_u32(vsha256su0q_u32(w3, w0), w1, w2)
        }
        fourRounds(&abcd, &efgh, w0, constants + 48)
        fourRounds(&abcd, &efgh, w1, constants + 52)
        fourRounds(&abcd, &efgh, w2, constants + 56)
        fourRounds(&abcd, &efgh, w3, constants + 60)
        abcd = vaddq_u32(abcd, oldABCD)
        efgh = vaddq_u32(efgh, oldEFGH)
      }
      rows.storeBytes(of: abcd, as: uint32x4_t.self)
      rows.storeBytes(of: efgh, toByteOffset: 16, as: uint32x4_t.self)
    }

    /// Performs four rounds with the schedule words `w` and the constants at `row`.
    @inline(__always)
    private static func fourRounds(
      _ abcd: inout uint32x4_t, _ efgh: inout uint32x4_t, _ w: uint32x4_t, _ row: UnsafePointer<UInt32>
    ) {
      let sum = vaddq_u32(w, UnsafeRawPointer(row).loadUnaligned(as: uint32x4_t.self))
      let before = abcd
      abcd = vsha256hq_u32(before, efgh, sum)
      efgh = vsha256h2q_u32(efgh, before, sum)
    }

    /// The sixteen words of a block, in order from the lowest lane.
    @inline(__always)
    static func bigEndianWords(_ block: UnsafeRawPointer) -> (uint32x4_t, uint32x4_t, uint32x4_t, uint32x4_t) {
      (bigEndian(block), bigEndian(block + 16), bigEndian(block + 32), bigEndian(block + 48))
    }

    @inline(__always)
    private static func bigEndian(_ bytes: UnsafeRawPointer) -> uint32x4_t {
      vreinterpretq_u32_u8(vrev32q_u8(bytes.loadUnaligned(as: uint8x16_t.self)))
    }
  }
#endif
