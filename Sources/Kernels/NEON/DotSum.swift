#if arch(arm64)
  internal import SwiftletKernelInterface
  import SwiftletIntrinsics

  // `sdot` multiplies and accumulates 4 columns of 4 rows in one instruction, and reads the activations from any
  // quarter of a register. So a plain load provides 8 columns, whereas broadcasting would compete with the products for
  // vector units: six tokens and 8 columns take 24 products and otherwise only the unpacking of the levels.
  //
  // Both operands are signed. The offset of 8-bit levels is removed first; other levels fit a signed byte.

  /// The levels of 8 columns × the rows of a row tile, 4 columns in each element of a pair.
  struct DotLevels {
    var low: (IntegerVector, IntegerVector)
    var high: (IntegerVector, IntegerVector)

    @inline(__always)
    init(_ first: IntegerLanes, _ second: IntegerLanes) {
      low = (first.low, second.low)
      high = (first.high, second.high)
    }
  }

  /// The 32-bit accumulator of byte products for each row.
  struct DotSum {
    private(set) var sum = SIMD4<Int32>()

    @inline(__always)
    init() {}

    /// True if levels are converted to signed bytes before the product, which removes their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { Layout.largestLevel > 127 }

    /// Loads the activations of 8 columns.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> SIMD2<Int32> { x.loadUnaligned(as: SIMD2<Int32>.self) }

    /// False, as an accumulator begins with the initial value.
    @inline(__always)
    static var addsStartLast: Bool { false }

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

    /// Does nothing, as there are no 16-bit sums.
    @inline(__always)
    mutating func widen() {}
  }

  /// Multiplies panels of an integer layout by 8-bit activations.
  @inline(__always)
  func multiply<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
    multiplyPacked(product, layout)
  }

  /// Adds the products of a run's columns to a tile.
  @inline(__always)
  func addDots<Layout: PanelLayout>(
    _ layout: Layout.Type, _ run: Int, to tile: inout some TokenTile, _ rowTile: PairRowTile, _ x: UnsafeRawPointer
  ) {
    let pairs = 4 / Layout.runs
    for pair in run * pairs..<(run + 1) * pairs {
      tile.dot(
        layout,
        DotLevels(
          signed(layout, layout.levels(rowTile, 2 * pair)), signed(layout, layout.levels(rowTile, 2 * pair + 1))),
        x + 8 * pair)
    }
  }

  /// Converts levels to signed bytes if the product requires that.
  @inline(__always)
  private func signed<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerLanes) -> IntegerLanes {
    guard DotSum.isSigned(layout) else { return levels }
    let bits = SIMD4<Int32>(repeating: -0x7F7F_7F80)  // 0x80808080
    return IntegerLanes(levels.low ^ bits, levels.high ^ bits)
  }
#endif
