#if arch(x86_64)
  import SwiftletIntrinsics

  /// The layout of a block of some integer format; see ``Panel``.
  protocol VectorBlock {
    static var byteCount: Int { get }
    static var offset: Int32 { get }
    static var hasMinimum: Bool { get }
    /// Where the low bits begin.
    static var quantsOffset: Int { get }
    /// Whether a vector holds 8 columns in nibbles instead of 4 in bytes.
    static var isNibble: Bool { get }
    static var hasFifth: Bool { get }
  }

  enum VectorQ8_0: VectorBlock {
    static var byteCount: Int { 544 }
    static var offset: Int32 { 128 }
    static var hasMinimum: Bool { false }
    static var quantsOffset: Int { 32 }
    static var isNibble: Bool { false }
    static var hasFifth: Bool { false }
  }

  enum VectorQ4_0: VectorBlock {
    static var byteCount: Int { 288 }
    static var offset: Int32 { 8 }
    static var hasMinimum: Bool { false }
    static var quantsOffset: Int { 32 }
    static var isNibble: Bool { true }
    static var hasFifth: Bool { false }
  }

  enum VectorQ4_1: VectorBlock {
    static var byteCount: Int { 320 }
    static var offset: Int32 { 0 }
    static var hasMinimum: Bool { true }
    static var quantsOffset: Int { 64 }
    static var isNibble: Bool { true }
    static var hasFifth: Bool { false }
  }

  enum VectorQ5_0: VectorBlock {
    static var byteCount: Int { 352 }
    static var offset: Int32 { 16 }
    static var hasMinimum: Bool { false }
    static var quantsOffset: Int { 96 }
    static var isNibble: Bool { true }
    static var hasFifth: Bool { true }
  }

  enum VectorQ5_1: VectorBlock {
    static var byteCount: Int { 384 }
    static var offset: Int32 { 0 }
    static var hasMinimum: Bool { true }
    static var quantsOffset: Int { 128 }
    static var isNibble: Bool { true }
    static var hasFifth: Bool { true }
  }

  extension VectorBlock {
    /// The weights of 4 columns × 16 rows, unsigned: group 0…7 of the block at `weights`.
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer, _ group: Int) -> __m512i {
      if !isNibble {
        return _mm512_loadu_si512(weights + (quantsOffset + 64 * group))
      }
      let pair = _mm512_loadu_si512(weights + (quantsOffset + 64 * (group / 2)))
      let mask = _mm512_set1_epi8(15)
      let low = _mm512_and_si512(group % 2 == 0 ? pair : _mm512_srli_epi16(pair, 4), mask)
      guard hasFifth else { return low }
      let fifths = weights.load(fromByteOffset: quantsOffset - 64 + 8 * group, as: UInt64.self)
      return _mm512_mask_add_epi8(low, fifths, low, _mm512_set1_epi8(16))
    }

    /// The 16 scales or minimums at an offset in the block.
    @inline(__always)
    static func scales(_ weights: UnsafeRawPointer, _ offset: Int) -> __m512 {
      _mm512_cvtph_ps(_mm256_loadu_si256((weights + offset).assumingMemoryBound(to: __m256i.self)))
    }
  }

  /// Four bytes of activations in each lane.
  @inline(__always)
  func broadcast(_ x: UnsafeRawPointer) -> __m512i { _mm512_set1_epi32(x.load(as: Int32.self)) }

  /// A float in each lane.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> __m512 { _mm512_set1_ps(x.load(as: Float.self)) }
#endif
