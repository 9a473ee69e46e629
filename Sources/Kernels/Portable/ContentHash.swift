#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// The blocks of contents that are hashed: 32 stripes of 64 bytes, which are 8 words.
  ///
  /// To the lane of a word w of 64 bits, with lower half a and upper half b, a stripe adds
  ///
  ///     sum       w                                   mod 2⁶⁴
  ///     product   (a + k mod 2³²) · (b + k′ mod 2³²)  mod 2⁶⁴
  ///
  /// where k and k′ are the halves of a word of the keys, of which each word of a block has its own. After each complete
  /// block, every lane x is replaced by (x ⊕ x ≫ 32) · ``factor``.
  package enum HashBlock {
    /// The size of a stripe in bytes.
    package static var stripeByteCount: Int { 64 }
    /// The number of stripes per block.
    package static var stripes: Int { 32 }
    /// The odd factor at the end of a block: the fraction of √2 in 64 bits.
    package static var factor: UInt64 { 0x6A09_E667_F3BC_C909 }
  }

  /// The loop of the content hash in vector operations, the same integers on every instruction set.
  extension Vectors {
    @inline(never)
    package static func addToHash(
      _ start: UnsafeRawPointer, count: Int, keys: UnsafeRawPointer, state: UnsafeMutablePointer<HashState>
    ) {
      var (sums, products) = (state.pointee.sums, state.pointee.products)
      var (stripe, left) = (start, count)
      while left > 0 {
        let stripes = left < HashBlock.stripes ? left : HashBlock.stripes
        let end = stripe + HashBlock.stripeByteCount * stripes
        var key = keys
        while stripe < end {
          let words = stripe.loadUnaligned(as: SIMD16<UInt32>.self)
          sums &+= unsafeBitCast(words, to: SIMD8<UInt64>.self)
          products &+= halfProducts(words &+ key.loadUnaligned(as: SIMD16<UInt32>.self))
          stripe += HashBlock.stripeByteCount
          key += HashBlock.stripeByteCount
        }
        if stripes == HashBlock.stripes { (sums, products) = (blockEnd(sums), blockEnd(products)) }
        left -= stripes
      }
      state.pointee = HashState(sums: sums, products: products)
    }
  }

  /// Multiplies the lower half of each 64-bit lane by the upper half.
  ///
  /// The expressions are those that the compiler recognises as `pmuludq` and `umlal`.
  @inline(__always)
  private func halfProducts(_ words: SIMD16<UInt32>) -> SIMD8<UInt64> {
    #if arch(arm64)
      return SIMD8<UInt64>(truncatingIfNeeded: words.evenHalf) &* SIMD8<UInt64>(truncatingIfNeeded: words.oddHalf)
    #else
      let lanes = unsafeBitCast(words, to: SIMD8<UInt64>.self)
      return (lanes & 0xFFFF_FFFF) &* (lanes &>> 32)
    #endif
  }

  /// Mixes each lane bijectively, so that the order of blocks counts.
  @inline(__always)
  private func blockEnd(_ lanes: SIMD8<UInt64>) -> SIMD8<UInt64> { (lanes ^ (lanes &>> 32)) &* HashBlock.factor }
#endif
