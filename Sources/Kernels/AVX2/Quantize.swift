#if arch(x86_64)
  import SwiftletIntrinsics

  /// Activation quantisation, AVX2: 32 floats to 32 signed bytes with their scale and sums.
  ///
  ///     scale = max |x| / 127,   q = x / scale to the nearest integer, ties to even; 0 below a maximum of 2⁻¹¹⁸

  /// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
  @inline(never)
  public func quantizeActivations(
    _ values: UnsafePointer<Float>, _ count: Int, _ blocks: UnsafeMutableRawPointer, _ stride: Int
  ) {
    for index in 0..<count / 32 {
      let source = values + 32 * index
      let (a, b) = (_mm256_loadu_ps(source), _mm256_loadu_ps(source + 8))
      let (c, d) = (_mm256_loadu_ps(source + 16), _mm256_loadu_ps(source + 24))
      let largest = greatest(
        _mm256_max_ps(_mm256_max_ps(magnitude(a), magnitude(b)), _mm256_max_ps(magnitude(c), magnitude(d))))
      let inverse = _mm256_set1_ps(largest >= 0x1p-118 ? 127 / largest : 0)
      // Packing works on each half of a register: 4 bytes of a, b, c and d, then their other 4.
      let words = (
        _mm256_packs_epi32(quants(a, inverse), quants(b, inverse)),
        _mm256_packs_epi32(quants(c, inverse), quants(d, inverse))
      )
      let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)
      let bytes = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(words.0, words.1), order)
      let block = blocks + index * stride
      _mm256_storeu_si256(block.assumingMemoryBound(to: __m256i.self), bytes)
      let ones = _mm256_set1_epi8(1)
      // Sums of pairs, then of fours; the halves of the register are those of the block.
      let pairs = _mm256_maddubs_epi16(ones, bytes)
      let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
      storeSums(block, largest / 127, total(fours.lowHalf), total(fours.highHalf))
    }
  }

  @inline(__always)
  private func quants(_ values: __m256, _ inverse: __m256) -> __m256i {
    _mm256_cvtps_epi32(_mm256_mul_ps(values, inverse))
  }

  @inline(__always)
  private func magnitude(_ values: __m256) -> __m256 { _mm256_andnot_ps(_mm256_set1_ps(-0.0), values) }

  @inline(__always)
  private func greatest(_ lanes: __m256) -> Float {
    let four = _mm_max_ps(lanes.lowHalf, lanes.highHalf)
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four))
    return max(two[0], two[1])
  }

  @inline(__always)
  private func total(_ four: __m128i) -> Int32 {
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four))
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_srli_epi64(two, 32)))
  }
#endif
