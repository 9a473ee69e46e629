#if arch(x86_64)
  import SwiftletIntrinsics

  /// Adds the dot product of two pairs of 16-bit integers to each lane.
  @inline(__always)
  func addingPairProducts(_ sum: __m256i, _ weights: __m256i, _ x: __m256i) -> __m256i {
    _mm256_add_epi32(sum, _mm256_madd_epi16(weights, x))
  }
#endif
