// The compiler of Swift 6.2 in Debian does not know the instruction of four rounds.
#if arch(x86_64) && compiler(>=6.3)
  import Builtin
  import SwiftletIntrinsics

  extension Blocks {
    /// Hashes blocks into a state of SHA-1.
    ///
    /// The instructions keep the state in a register with a in the highest lane, and e in the highest lane of another;
    /// words of the schedule are in the same order. A group is four rounds.
    ///
    /// - Parameters:
    ///   - state: The five words a to e.
    ///   - blocks: Blocks of 64 bytes.
    ///   - count: The number of blocks.
    @inline(never)
    package static func sha1(_ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int) {
      var abcd = vector(state[3], state[2], state[1], state[0])
      var e = vector(0, 0, 0, state[4])
      for block in 0..<count {
        let (oldABCD, oldE) = (abcd, e)
        var schedule = Schedule(blocks + 64 * block)
        // The first e is added itself; later ones are rotated by the instruction for the next e.
        var sum = _mm_add_epi32(e, schedule.w0)
        var before = abcd
        abcd = Self.choice(abcd, sum)
        for group in 1..<20 {
          schedule.advance()
          sum = _mm_sha1nexte_epu32(before, schedule.w0)
          before = abcd
          abcd =
            switch group / 5 {
            case 0: Self.choice(abcd, sum)
            case 1: Self.parity(abcd, sum)
            case 2: Self.majority(abcd, sum)
            default: Self.lastParity(abcd, sum)
            }
        }
        e = _mm_sha1nexte_epu32(before, oldE)
        abcd = _mm_add_epi32(abcd, oldABCD)
      }
      let lanes = words(abcd)
      (state[0], state[1], state[2], state[3]) = (lanes[3], lanes[2], lanes[1], lanes[0])
      state[4] = words(e)[3]
    }

    /// Sixteen words of the schedule, the next four of which are `w0`.
    private struct Schedule {
      var w0, w1, w2, w3: __m128i

      /// Reads the words of a block.
      @inline(__always)
      init(_ block: UnsafeRawPointer) {
        let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f)
        w0 = _mm_shuffle_epi8(block.loadUnaligned(as: __m128i.self), order)
        w1 = _mm_shuffle_epi8((block + 16).loadUnaligned(as: __m128i.self), order)
        w2 = _mm_shuffle_epi8((block + 32).loadUnaligned(as: __m128i.self), order)
        w3 = _mm_shuffle_epi8((block + 48).loadUnaligned(as: __m128i.self), order)
      }

      @inline(__always)
      mutating func advance() {
        let next = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w0, w1), w2), w3)
        (w0, w1, w2, w3) = (w1, w2, w3, next)
      }
    }

    // The header defines four rounds as a macro, as the function of the rounds is part of the instruction.

    @inline(__always)
    private static func choice(_ abcd: __m128i, _ sum: __m128i) -> __m128i {
      register(
        Builtin.int_x86_sha1rnds4(words(abcd)._storage._value, words(sum)._storage._value, Int8(0)._value))
    }

    @inline(__always)
    private static func parity(_ abcd: __m128i, _ sum: __m128i) -> __m128i {
      register(
        Builtin.int_x86_sha1rnds4(words(abcd)._storage._value, words(sum)._storage._value, Int8(1)._value))
    }

    @inline(__always)
    private static func majority(_ abcd: __m128i, _ sum: __m128i) -> __m128i {
      register(
        Builtin.int_x86_sha1rnds4(words(abcd)._storage._value, words(sum)._storage._value, Int8(2)._value))
    }

    @inline(__always)
    private static func lastParity(_ abcd: __m128i, _ sum: __m128i) -> __m128i {
      register(
        Builtin.int_x86_sha1rnds4(words(abcd)._storage._value, words(sum)._storage._value, Int8(3)._value))
    }

    @inline(__always)
    private static func register(_ value: Builtin.Vec4xInt32) -> __m128i {
      unsafeBitCast(value, to: __m128i.self)
    }
  }
#endif
