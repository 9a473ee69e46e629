#if arch(x86_64)
  // For processors with VNNI: `vpdpbusd` multiplies and sums up 4 columns in one step. For each run of 32 columns and each
  // token that is 8 such steps for each register, and three operations besides: int → float, the product of the scales,
  // the final addition. The multiplier does all but the first, 10 a run, so a tile reaches at most 80 % of its peak.

  /// What one step multiplies: levels of 4 columns.
  typealias DotLevels = IntegerLanes

  /// The sum of products of bytes, in 32 bits for each row.
  struct DotSum {
    private(set) var sum = zeroIntegers()

    @inline(__always)
    init() {}

    /// Whether levels meet the product with their sign, and thus without their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { false }

    /// The activations of 4 columns, for each row.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> IntegerVector { broadcastIntegers(x) }

    @inline(__always)
    mutating func begin(_ start: IntegerVector) { sum = start }

    /// Adds the products of 4 columns.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerVector, _ x: IntegerVector) {
      sum = addingByteProducts(sum, levels, x)
    }

    /// Nothing is narrow here.
    @inline(__always)
    mutating func widen() {}
  }

  /// Adds the products of a run's columns to a tile.
  ///
  /// Transparent: the inliner gives up on the largest of its callers, and `run` has to be a constant.
  @_transparent
  func addDots<Layout: PanelLayout>(
    _ layout: Layout.Type, _ run: Int, to tile: inout some TokenTile, _ strip: PairStrip, _ x: UnsafeRawPointer
  ) {
    // Written out: a loop with a large tile in it the compiler would leave rolled.
    let first = 4 * run
    let x = x + 16 * run
    tile.dot(layout, layout.levels(strip, first), x)
    tile.dot(layout, layout.levels(strip, first + 1), x + 4)
    tile.dot(layout, layout.levels(strip, first + 2), x + 8)
    tile.dot(layout, layout.levels(strip, first + 3), x + 12)
    guard Layout.runs == 1 else { return }
    tile.dot(layout, layout.levels(strip, 4), x + 16)
    tile.dot(layout, layout.levels(strip, 5), x + 20)
    tile.dot(layout, layout.levels(strip, 6), x + 24)
    tile.dot(layout, layout.levels(strip, 7), x + 28)
  }
#endif
