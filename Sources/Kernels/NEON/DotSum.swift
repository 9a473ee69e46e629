#if arch(arm64)
  import SwiftletIntrinsics

  // `sdot` multiplies and sums up 4 columns in one step, of 4 rows, and takes the activations from any quarter of a
  // register. So 8 columns of them come in one plain load, where spreading them over a register would take a vector unit
  // from the products: for six tokens and 8 columns that is 24 products, and besides only what unpacks the levels.
  //
  // Both factors have a sign. Levels of 8 bits lose their offset before, others are small enough to be taken as they are.

  /// Levels of 8 columns × a strip's rows, 4 columns in each part of a pair.
  struct DotLevels {
    var low: (IntegerVector, IntegerVector)
    var high: (IntegerVector, IntegerVector)

    @inline(__always)
    init(_ first: IntegerLanes, _ second: IntegerLanes) {
      low = (first.low, second.low)
      high = (first.high, second.high)
    }
  }

  /// The sum of products of bytes, in 32 bits for each row.
  struct DotSum {
    private(set) var sum = SIMD4<Int32>()

    @inline(__always)
    init() {}

    /// Whether levels meet the product with their sign, and thus without their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { Layout.largestLevel > 127 }

    /// The activations of 8 columns.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> SIMD2<Int32> { x.loadUnaligned(as: SIMD2<Int32>.self) }

    @inline(__always)
    mutating func begin(_ start: SIMD4<Int32>) { sum = start }

    /// Adds the products of 8 columns.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(
      _ layout: Layout.Type, _ levels: (IntegerVector, IntegerVector), _ x: SIMD2<Int32>
    ) {
      add(levels.0, x[0])
      add(levels.1, x[1])
    }

    @inline(__always)
    private mutating func add(_ levels: SIMD4<Int32>, _ x: Int32) {
      sum = vdotq_s32(
        sum, unsafeBitCast(levels, to: SIMD16<Int8>.self),
        unsafeBitCast(SIMD4<Int32>(repeating: x), to: SIMD16<Int8>.self))
    }

    /// Nothing is narrow here.
    @inline(__always)
    mutating func widen() {}
  }

  /// Adds the products of a run's columns to a tile.
  @inline(__always)
  func addDots<Layout: PanelLayout>(
    _ layout: Layout.Type, _ run: Int, to tile: inout some TokenTile, _ strip: PairStrip, _ x: UnsafeRawPointer
  ) {
    let pairs = 4 / Layout.runs
    for pair in run * pairs..<(run + 1) * pairs {
      tile.dot(
        layout,
        DotLevels(
          signed(layout, layout.levels(strip, 2 * pair)), signed(layout, layout.levels(strip, 2 * pair + 1))),
        x + 8 * pair)
    }
  }

  /// Levels as the product takes them.
  @inline(__always)
  private func signed<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerLanes) -> IntegerLanes {
    guard DotSum.isSigned(layout) else { return levels }
    let bits = SIMD4<Int32>(repeating: -0x7F7F_7F80)  // 0x80808080
    return IntegerLanes(levels.low ^ bits, levels.high ^ bits)
  }
#endif
