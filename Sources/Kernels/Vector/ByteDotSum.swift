#if arch(x86_64)
  internal import SwiftletKernelInterface

  // For processors with VNNI: `vpdpbusd` multiplies and accumulates 4 columns in one instruction. A run of 32 columns
  // takes 8 of them per register and token, plus three operations: int to float, the product of the scales, and the
  // final multiply-add. All but the first use the multiplier, 10 per run, so a tile reaches at most 80 % of peak.

  /// The operand of one step: levels of 4 columns.
  typealias DotLevels = IntegerLanes

  /// The 32-bit accumulator of byte products for each row.
  struct DotSum {
    private(set) var sum = zeroIntegers()

    @inline(__always)
    init() {}

    /// True if levels are converted to signed bytes before the product, which removes their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { false }

    /// Broadcasts the activations of 4 columns to all rows.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> IntegerVector { broadcastIntegers(x) }

    /// False, as an accumulator begins with the initial value.
    @inline(__always)
    static var addsStartLast: Bool { false }

    @inline(__always)
    mutating func begin(_ start: IntegerVector) { sum = start }

    /// Adds the products of 4 columns.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerVector, _ x: IntegerVector) {
      sum = addingByteProducts(sum, levels, x)
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
  ///
  /// The function is transparent because the inliner gives up on its largest callers, and `run` has to be a constant.
  @_transparent
  func addDots<Layout: PanelLayout>(
    _ layout: Layout.Type, _ run: Int, to tile: inout some TokenTile, _ rowTile: PairRowTile, _ x: UnsafeRawPointer
  ) {
    // Unrolled by hand: the compiler does not unroll a loop over a large tile.
    let first = 4 * run
    let x = x + 16 * run
    tile.dot(layout, layout.levels(rowTile, first), x)
    tile.dot(layout, layout.levels(rowTile, first + 1), x + 4)
    tile.dot(layout, layout.levels(rowTile, first + 2), x + 8)
    tile.dot(layout, layout.levels(rowTile, first + 3), x + 12)
    guard Layout.runs == 1 else { return }
    tile.dot(layout, layout.levels(rowTile, 4), x + 16)
    tile.dot(layout, layout.levels(rowTile, 5), x + 20)
    tile.dot(layout, layout.levels(rowTile, 6), x + 24)
    tile.dot(layout, layout.levels(rowTile, 7), x + 28)
  }
#endif
