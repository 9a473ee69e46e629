#if arch(arm64)
  import SwiftletIntrinsics

  /// The 32-bit accumulator of products of 16-bit integer pairs for each row.
  ///
  /// `smlal` does not add the columns of a pair, so each row has two partial sums, which are added at the end.
  struct PairSum {
    /// The maximum number of tokens per tile: sixteen registers of sums and eight of results leave eight registers.
    static var tokens: Int { 4 }
    private var low = SIMD4<Int32>()
    private var high = SIMD4<Int32>()

    @inline(__always)
    init() {}

    /// Adds the products of 2 columns.
    @inline(__always)
    mutating func add(_ weights: SIMD4<Int32>, _ x: SIMD4<Int32>) {
      let (weights, x) = (unsafeBitCast(weights, to: SIMD8<Int16>.self), unsafeBitCast(x, to: SIMD8<Int16>.self))
      low = vmlal_s16(low, weights.lowHalf, x.lowHalf)
      high = vmlal_s16(high, weights.highHalf, x.highHalf)
    }

    @inline(__always)
    var sum: SIMD4<Int32> { vpaddq_s32(low, high) }
  }
#endif
