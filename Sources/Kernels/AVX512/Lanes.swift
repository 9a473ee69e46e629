#if arch(x86_64)
  import SwiftletIntrinsics

  /// 16 floats, one for each row of a panel.
  struct FloatLanes {
    var vector: __m512

    @inline(__always)
    init(_ vector: __m512) { self.vector = vector }

    /// All zero.
    @inline(__always)
    init() { self.init(_mm512_setzero_ps()) }

    /// 16 floats in memory.
    @inline(__always)
    init(at pointer: UnsafeRawPointer) { self.init(_mm512_loadu_ps(pointer)) }

    /// 16 binary16 numbers in memory.
    @inline(__always)
    init(f16 pointer: UnsafeRawPointer) {
      self.init(_mm512_cvtph_ps(_mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self))))
    }

    /// 16 bfloat16 numbers in memory.
    @inline(__always)
    init(bf16 pointer: UnsafeRawPointer) {
      let bits = _mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self))
      self.init(_mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16)))
    }

    /// 16 signed bytes in memory.
    @inline(__always)
    init(bytes pointer: UnsafeRawPointer) {
      let bytes = _mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self))
      self.init(_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes)))
    }

    /// Each lane times the same number.
    @inline(__always)
    func times(_ factor: __m512) -> FloatLanes { FloatLanes(_mm512_mul_ps(vector, factor)) }
  }

  /// 4 columns of unsigned weights for each of 16 rows.
  struct IntegerLanes {
    var vector: __m512i

    @inline(__always)
    init(_ vector: __m512i) { self.vector = vector }
  }

  /// Four bytes of activations in each lane.
  @inline(__always)
  func broadcast(_ x: UnsafeRawPointer) -> __m512i { _mm512_set1_epi32(x.load(as: Int32.self)) }

  /// A float in each lane.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> __m512 { _mm512_set1_ps(x.load(as: Float.self)) }
#endif
