#if arch(x86_64)
  /// The 32-bit accumulator of products of 16-bit integer pairs for each row.
  struct PairSum {
    /// The maximum number of tokens per tile.
    static var tokens: Int { LargestTile.tokens }
    private(set) var sum = zeroIntegers()

    @inline(__always)
    init() {}

    /// Adds the products of 2 columns.
    @inline(__always)
    mutating func add(_ weights: IntegerVector, _ x: IntegerVector) { sum = addingPairProducts(sum, weights, x) }
  }
#endif
