#if arch(x86_64)
  import SwiftletIntrinsics

  // Blocks for `vpmaddubsw`, which leaves sums of pairs of columns in 16 bits, and saturates: so many of them are added up
  // there as cannot overflow, a whole block of 4-bit weights, before `vpmaddwd` widens them. 8-bit weights lose their
  // offset when they are loaded, as only a sum of two products of a magnitude of 128 · 127 fits.

  extension VectorBlock {
    /// How many groups of 4 columns can be summed up in 16 bits, as pairs of columns.
    ///
    /// Eight pairs of 4-bit weights are at most 8 · 2 · 15 · 127 = 30 480, four pairs of 5-bit weights 4 · 2 · 31 · 127 =
    /// 31 496, and one pair of signed bytes 2 · 128 · 127 = 32 512.
    @inline(__always)
    static var groupsIn16Bits: Int { isNibble ? hasFifth ? 4 : 8 : 1 }

    /// What the product still has to take off the weights: bytes lose their offset in `load`.
    @inline(__always)
    static var remainingOffset: Int32 { isNibble ? offset : 0 }

    /// The weights of 4 columns × 16 rows, the even or the odd one of two groups: nibbles without a sign, bytes with it.
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer, _ pair: Int, odd: Bool) -> IntegerLanes {
      IntegerLanes(load(weights, pair, odd, half: 0), load(weights, pair, odd, half: 1))
    }

    /// The same for 8 of the rows.
    @inline(__always)
    private static func load(_ weights: UnsafeRawPointer, _ pair: Int, _ odd: Bool, half: Int) -> __m256i {
      let place = quantsOffset + 32 * half + (isNibble ? 64 * pair : 128 * pair + (odd ? 64 : 0))
      let vector = _mm256_loadu_si256((weights + place).assumingMemoryBound(to: __m256i.self))
      if !isNibble { return _mm256_xor_si256(vector, _mm256_set1_epi8(-128)) }
      let low = _mm256_and_si256(odd ? _mm256_srli_epi16(vector, 4) : vector, _mm256_set1_epi8(15))
      guard hasFifth else { return low }
      // Byte n of the vector has its fifth bit in bit n of this word: bring it there, and look at the bit alone.
      let fifths = broadcast(weights + (quantsOffset - 64 + 16 * pair + (odd ? 8 : 0) + 4 * half))
      let eighths = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303)
      let bits = _mm256_set1_epi64x(-0x7FBF_DFEF_F7FB_FDFF)  // 0x8040201008040201
      let isSet = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(fifths, eighths), bits), bits)
      return _mm256_or_si256(low, _mm256_and_si256(isSet, _mm256_set1_epi8(16)))
    }

    /// Adds the products of a block's 32 columns to a tile.
    @inline(__always)
    static func addDots(
      to tile: inout some TokenTile, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      // Loops that stay loops: written out, the compiler would take the tokens one by one and fetch the unpacked weights
      // from memory for each.
      let pairs = groupsIn16Bits == 1 ? 4 : groupsIn16Bits / 2
      for run in 0..<4 / pairs {
        for pair in run * pairs..<(run + 1) * pairs {
          tile.dot(Self.self, load(weights, pair, odd: false), x + 8 * pair, stride)
          tile.dot(Self.self, load(weights, pair, odd: true), x + (8 * pair + 4), stride)
        }
        if groupsIn16Bits > 1 { tile.widen() }
      }
    }

    /// The sums of pairs of products, in 16 bits.
    ///
    /// The instruction wants one factor without a sign. Signed weights hand theirs to the activations.
    @inline(__always)
    static func products(_ weights: __m256i, _ x: __m256i) -> __m256i {
      isNibble
        ? _mm256_maddubs_epi16(weights, x)
        : _mm256_maddubs_epi16(_mm256_abs_epi8(weights), _mm256_sign_epi8(x, weights))
    }
  }
#endif
