#if arch(arm64)
  import SwiftletIntrinsics

  extension Blocks {
    /// Hashes blocks into a state of SHA-1.
    ///
    /// - Parameters:
    ///   - state: The five words a to e.
    ///   - blocks: Blocks of 64 bytes.
    ///   - count: The number of blocks.
    @inline(never)
    package static func sha1(_ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int) {
      let rows = UnsafeMutableRawPointer(state)
      var abcd = rows.loadUnaligned(as: uint32x4_t.self)
      var e = state[4]
      for block in 0..<count {
        let (oldABCD, oldE) = (abcd, e)
        var (w0, w1, w2, w3) = bigEndianWords(blocks + 64 * block)
        for group in 0..<20 {
          let constant: UInt32 =
            switch group / 5 {
            case 0: 0x5a82_7999
            case 1: 0x6ed9_eba1
            case 2: 0x8f1b_bcdc
            default: 0xca62_c1d6
            }
          let sum = vaddq_u32(w0, vdupq_n_u32(constant))
          let next = vsha1h_u32(abcd[0])
          abcd =
            switch group / 5 {
            case 0: vsha1cq_u32(abcd, e, sum)
            case 2: vsha1mq_u32(abcd, e, sum)
            default: vsha1pq_u32(abcd, e, sum)
            }
          e = next
          (w0, w1, w2, w3) = (w1, w2, w3, vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3))
        }
        abcd = vaddq_u32(abcd, oldABCD)
        e &+= oldE
      }
      rows.storeBytes(of: abcd, as: uint32x4_t.self)
      state[4] = e
    }
  }
#endif
