#if arch(x86_64)
  import SwiftletIntrinsics

  /// The block functions in SHA instructions of x86-64.
  package enum Blocks {
    /// Hashes blocks into a state of SHA-256.
    ///
    /// The instructions keep the state in two registers, from the lowest lane: (f, e, b, a) and (h, g, d, c). A group is
    /// four rounds; its schedule is four words.
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
      var abef = vector(state[5], state[4], state[1], state[0])
      var cdgh = vector(state[7], state[6], state[3], state[2])
      let rows = UnsafeRawPointer(constants)
      for block in 0..<count {
        let (oldABEF, oldCDGH) = (abef, cdgh)
        var (w0, w1, w2, w3) = bigEndianWords(blocks + 64 * block)
        for group in 0..<3 {
          let row = rows + 64 * group
          fourRounds(&abef, &cdgh, w0, row)
          w0 = nextWords(w0, w1, w2, w3)
          fourRounds(&abef, &cdgh, w1, row + 16)
          w1 = nextWords(w1, w2, w3, w0)
          fourRounds(&abef, &cdgh, w2, row + 32)
          w2 = nextWords(w2, w3, w0, w1)
          fourRounds(&abef, &cdgh, w3, row + 48)
          w3 = nextWords(w3, w0, w1, w2)
        }
        fourRounds(&abef, &cdgh, w0, rows + 192)
        fourRounds(&abef, &cdgh, w1, rows + 208)
        fourRounds(&abef, &cdgh, w2, rows + 224)
        fourRounds(&abef, &cdgh, w3, rows + 240)
        abef = _mm_add_epi32(abef, oldABEF)
        cdgh = _mm_add_epi32(cdgh, oldCDGH)
      }
      let (high, low) = (words(abef), words(cdgh))
      (state[0], state[1], state[2], state[3]) = (high[3], high[2], low[3], low[2])
      (state[4], state[5], state[6], state[7]) = (high[1], high[0], low[1], low[0])
    }

    /// Performs four rounds with the schedule words `w` and the constants at `row`.
    @inline(__always)
    private static func fourRounds(_ abef: inout __m128i, _ cdgh: inout __m128i, _ w: __m128i, _ row: UnsafeRawPointer)
    {
      let sum = _mm_add_epi32(w, row.loadUnaligned(as: __m128i.self))
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum)
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_unpackhi_epi64(sum, sum))
    }

    /// The schedule words that follow the sixteen given ones.
    @inline(__always)
    private static func nextWords(_ w0: __m128i, _ w1: __m128i, _ w2: __m128i, _ w3: __m128i) -> __m128i {
      let (second, third) = (words(w2), words(w3))
      let shifted = vector(second[1], second[2], second[3], third[0])
      return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), shifted), w3)
    }

    /// The sixteen words of a block, in order from the lowest lane.
    @inline(__always)
    private static func bigEndianWords(_ block: UnsafeRawPointer) -> (__m128i, __m128i, __m128i, __m128i) {
      let order = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203)
      return (
        _mm_shuffle_epi8(block.loadUnaligned(as: __m128i.self), order),
        _mm_shuffle_epi8((block + 16).loadUnaligned(as: __m128i.self), order),
        _mm_shuffle_epi8((block + 32).loadUnaligned(as: __m128i.self), order),
        _mm_shuffle_epi8((block + 48).loadUnaligned(as: __m128i.self), order)
      )
    }
  }

  /// A register with the given lanes, from the lowest.
  @inline(__always)
  func vector(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> __m128i {
    unsafeBitCast(SIMD4<UInt32>(a, b, c, d), to: __m128i.self)
  }

  /// The lanes of a register.
  @inline(__always)
  func words(_ register: __m128i) -> SIMD4<UInt32> { unsafeBitCast(register, to: SIMD4<UInt32>.self) }
#endif
