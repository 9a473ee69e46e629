#if arch(x86_64)
  internal import SwiftletKernelInterface
  import SwiftletIntrinsics

  // `vpmaddubsw` produces saturating 16-bit sums of column pairs. They are accumulated in 16 bits as long as they
  // cannot overflow, for 4-bit levels a whole run, before `vpmaddwd` widens them. The offset of 8-bit levels is removed
  // first, as two products of at most 128 · 127 each are all that fits; with 7-bit levels nothing need be removed.

  /// The operand of one step: levels of 4 columns.
  typealias DotLevels = IntegerLanes

  /// The 32-bit accumulator of byte products for each row.
  struct DotSum {
    private(set) var sum = _mm256_setzero_si256()
    private var pairs = _mm256_setzero_si256()

    @inline(__always)
    init() {}

    /// True if levels are converted to signed bytes before the product, which removes their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { Layout.largestLevel > 127 }

    /// True if the initial value of a sum is added last, so that it does not occupy registers during the products.
    @inline(__always)
    static var addsStartLast: Bool { true }

    /// The number of groups of 4 columns that can be accumulated in 16 bits, as pairs of columns; 1 if each is widened.
    @inline(__always)
    static func groupsIn16Bits<Layout: PanelLayout>(_ layout: Layout.Type) -> Int {
      if isSigned(layout) { return 1 }
      // A power of two, so that it divides the number of groups in a run.
      switch 32_767 / (2 * 127 * Layout.largestLevel) {
      case 8...: return 8 / Layout.runs
      case 4...: return 4
      case 2...: return 2
      default: return 1
      }
    }

    /// Broadcasts the activations of 4 columns to all rows.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> __m256i { broadcastIntegers(x) }

    @inline(__always)
    mutating func begin(_ start: __m256i) { sum = start }

    /// Adds the products of 4 columns.
    ///
    /// The instruction requires one unsigned operand, so the sign of signed levels is applied to the activations.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: __m256i, _ x: __m256i) {
      if Self.isSigned(layout) {
        let products = _mm256_maddubs_epi16(_mm256_abs_epi8(levels), _mm256_sign_epi8(x, levels))
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(products, _mm256_set1_epi16(1)))
      } else if Self.groupsIn16Bits(layout) == 1 {
        let products = _mm256_maddubs_epi16(levels, x)
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(products, _mm256_set1_epi16(1)))
      } else {
        pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(levels, x))
      }
    }

    /// Adds the 16-bit pair sums to the 32-bit sum.
    @inline(__always)
    mutating func widen() {
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
      pairs = _mm256_setzero_si256()
    }
  }

  extension Matrices {
    /// True, as the weights of large batches are unpacked block by block.
    package static var blocksIntegerColumns: Bool { true }
  }

  /// Multiplies panels of an integer layout by 8-bit activations.
  ///
  /// From 12 tokens on, unpacking weights once costs less than decoding them for each token tile.
  @inline(__always)
  func multiply<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
    if product.tokens >= ActivationGroup.tokens {
      multiplyUnpacked(product, layout)
    } else {
      multiplyPacked(product, layout)
    }
  }

  /// Adds the products of a run's columns to a tile.
  @inline(__always)
  func addDots<Layout: PanelLayout, Tile: TokenTile>(
    _ layout: Layout.Type, _ run: Int, to tile: inout Tile, _ rowTile: PairRowTile, _ x: UnsafeRawPointer
  ) {
    let groups = DotSum.groupsIn16Bits(layout)
    let first = 4 * run

    @inline(__always)
    func dot(_ group: Int, _ tile: inout Tile) {
      tile.dot(layout, signed(layout, layout.levels(rowTile, first + group)), x + 4 * (first + group))
    }

    /// Adds group 0…7 of the run, and widens the 16-bit sums after the last group that fits.
    @inline(__always)
    func add(_ group: Int, _ tile: inout Tile) {
      dot(group, &tile)
      if groups > 1, (group + 1) % groups == 0 { tile.widen() }
    }

    // Where a level is composed from several vectors, or for a single token, bit positions have to be constants.
    if Layout.lowBits == 6 || Tile.tokens == 1 {
      add(0, &tile)
      add(1, &tile)
      add(2, &tile)
      add(3, &tile)
      guard Layout.runs == 1 else { return }
      add(4, &tile)
      add(5, &tile)
      add(6, &tile)
      add(7, &tile)
      return
    }
    // Not unrolled: otherwise the compiler processes the tokens one by one and reloads the unpacked weights for each.
    for part in 0..<8 / Layout.runs / groups {
      for group in part * groups..<(part + 1) * groups { dot(group, &tile) }
      if groups > 1 { tile.widen() }
    }
  }

  /// Adds the products of a run's columns to a tile, whose levels are `levels(0)` and so on for each group of 4 columns.
  @inline(__always)
  func addDots<Layout: PanelLayout, Tile: TokenTile>(
    _ layout: Layout.Type, to tile: inout Tile, _ x: UnsafeRawPointer, levels: (Int) -> DotLevels
  ) {
    let groups = DotSum.groupsIn16Bits(layout)
    var group = 0
    // Not unrolled further: otherwise the compiler processes the tokens one by one and reloads the weights for each.
    for _ in 0..<8 / Layout.runs / max(groups, 2) {
      for _ in 0..<max(groups, 2) / 2 {
        tile.dot(layout, levels(group), x + 4 &* group)
        tile.dot(layout, levels(group &+ 1), x + (4 &* group &+ 4))
        group &+= 2
      }
      if groups > 1 { tile.widen() }
    }
  }

  extension PanelLayout {
    /// Decodes the levels of 4 columns as the product requires them.
    @inline(__always)
    static func dotLevels(_ rowTile: PairRowTile, _ group: Int) -> DotLevels {
      signed(self, levels(rowTile, group))
    }
  }

  /// Converts levels to signed bytes if the product requires that.
  @inline(__always)
  private func signed<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerLanes) -> IntegerLanes {
    guard DotSum.isSigned(layout) else { return levels }
    let bit = _mm256_set1_epi8(-128)
    return IntegerLanes(_mm256_xor_si256(levels.low, bit), _mm256_xor_si256(levels.high, bit))
  }
#endif
