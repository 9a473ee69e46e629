#if arch(x86_64)
  import SwiftletIntrinsics

  /// Adds the products of 4 levels, without a sign, with 4 activations to each lane.
  @inline(__always)
  func addingByteProducts(_ sum: __m512i, _ levels: __m512i, _ x: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(sum, levels, x)
  }
#endif
