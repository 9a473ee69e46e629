#if arch(x86_64)
  /// The sum of products of pairs of 16-bit integers, in 32 bits for each row.
  struct PairSum {
    /// How many tokens a strip meets at once.
    static var tokens: Int { LargestTile.tokens }
    private(set) var sum = zeroIntegers()

    @inline(__always)
    init() {}

    /// Adds the products of 2 columns.
    @inline(__always)
    mutating func add(_ weights: IntegerVector, _ x: IntegerVector) { sum = addingPairProducts(sum, weights, x) }
  }
#endif
