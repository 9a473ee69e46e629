#if arch(x86_64)
  import SwiftletIntrinsics

  /// Adds the dot product of 4 unsigned levels and 4 activations to each lane.
  @inline(__always)
  func addingByteProducts(_ sum: __m512i, _ levels: __m512i, _ x: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(sum, levels, x)
  }

  /// Adds the dot product of two pairs of 16-bit integers to each lane.
  @inline(__always)
  func addingPairProducts(_ sum: __m512i, _ weights: __m512i, _ x: __m512i) -> __m512i {
    _mm512_dpwssd_epi32(sum, weights, x)
  }
#endif
