#if arch(x86_64)
  import SwiftletIntrinsics

  /// Adds the dot product of 4 unsigned levels and 4 activations to each lane.
  @inline(__always)
  func addingByteProducts(_ sum: __m256i, _ levels: __m256i, _ x: __m256i) -> __m256i {
    _mm256_dpbusd_avx_epi32(sum, levels, x)
  }

  /// Adds the dot product of two pairs of 16-bit integers to each lane.
  @inline(__always)
  func addingPairProducts(_ sum: __m256i, _ weights: __m256i, _ x: __m256i) -> __m256i {
    _mm256_dpwssd_avx_epi32(sum, weights, x)
  }
#endif
