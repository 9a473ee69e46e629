#if arch(x86_64)
  import SwiftletIntrinsics

  /// Activation quantisation, AVX-512: 32 floats to 32 signed bytes with their scale and sums.
  ///
  ///     scale = max |x| / 127,   q = x / scale to the nearest integer, ties to even; 0 below a maximum of 2⁻¹¹⁸

  /// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
  @inline(never)
  public func quantizeActivations(
    _ values: UnsafePointer<Float>, _ count: Int, _ blocks: UnsafeMutableRawPointer, _ stride: Int
  ) {
    for index in 0..<count / 32 {
      let low = _mm512_loadu_ps(values + 32 * index)
      let high = _mm512_loadu_ps(values + (32 * index + 16))
      let largest = _mm512_reduce_max_ps(_mm512_max_ps(_mm512_abs_ps(low), _mm512_abs_ps(high)))
      let inverse = _mm512_set1_ps(largest >= 0x1p-118 ? 127 / largest : 0)
      let lowQuants = _mm512_cvtps_epi32(_mm512_mul_ps(low, inverse))
      let highQuants = _mm512_cvtps_epi32(_mm512_mul_ps(high, inverse))
      let block = blocks + index * stride
      _mm_storeu_si128(block.assumingMemoryBound(to: __m128i.self), _mm512_cvtepi32_epi8(lowQuants))
      _mm_storeu_si128((block + 16).assumingMemoryBound(to: __m128i.self), _mm512_cvtepi32_epi8(highQuants))
      storeSums(block, largest / 127, _mm512_reduce_add_epi32(lowQuants), _mm512_reduce_add_epi32(highQuants))
    }
  }
#endif
