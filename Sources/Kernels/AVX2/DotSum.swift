#if arch(x86_64)
  import SwiftletIntrinsics

  // `vpmaddubsw` leaves sums of pairs of columns in 16 bits, and saturates: so many of them are added up there as cannot
  // overflow, a whole run of 4-bit levels, before `vpmaddwd` widens them. Levels of 8 bits lose their offset before, as
  // only a sum of two products of a magnitude of 128 · 127 fits.

  /// What one step multiplies: levels of 4 columns.
  typealias DotLevels = IntegerLanes

  /// The sum of products of bytes, in 32 bits for each row.
  struct DotSum {
    private(set) var sum = _mm256_setzero_si256()
    private var pairs = _mm256_setzero_si256()

    @inline(__always)
    init() {}

    /// Whether levels meet the product with their sign, and thus without their offset.
    @inline(__always)
    static func isSigned<Layout: PanelLayout>(_ layout: Layout.Type) -> Bool { Layout.largestLevel > 127 }

    /// How many groups of 4 columns can be summed up in 16 bits, as pairs of columns.
    @inline(__always)
    static func groupsIn16Bits<Layout: PanelLayout>(_ layout: Layout.Type) -> Int {
      if isSigned(layout) { return 1 }
      // A power of two, so that runs are whole numbers of them.
      switch 32_767 / (2 * 127 * Layout.largestLevel) {
      case 8...: return 8 / Layout.runs
      case 4...: return 4
      default: return 2
      }
    }

    /// The activations of 4 columns, for each row.
    @inline(__always)
    static func activations(_ x: UnsafeRawPointer) -> __m256i { broadcastIntegers(x) }

    @inline(__always)
    mutating func begin(_ start: __m256i) { sum = start }

    /// Adds the products of 4 columns.
    ///
    /// The instruction wants one factor without a sign. Signed levels hand theirs to the activations.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: __m256i, _ x: __m256i) {
      if Self.isSigned(layout) {
        let products = _mm256_maddubs_epi16(_mm256_abs_epi8(levels), _mm256_sign_epi8(x, levels))
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(products, _mm256_set1_epi16(1)))
      } else {
        pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(levels, x))
      }
    }

    /// Adds the sums of pairs to the sum.
    @inline(__always)
    mutating func widen() {
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
      pairs = _mm256_setzero_si256()
    }
  }

  /// Adds the products of a run's columns to a tile.
  @inline(__always)
  func addDots<Layout: PanelLayout, Tile: TokenTile>(
    _ layout: Layout.Type, _ run: Int, to tile: inout Tile, _ strip: PairStrip, _ x: UnsafeRawPointer
  ) {
    let groups = DotSum.groupsIn16Bits(layout)
    let first = 4 * run

    @inline(__always)
    func dot(_ group: Int, _ tile: inout Tile) {
      tile.dot(layout, signed(layout, layout.levels(strip, first + group)), x + 4 * (first + group))
    }

    /// Adds group 0…7 of the run, and what has been summed up in 16 bits after the last that fits there.
    @inline(__always)
    func add(_ group: Int, _ tile: inout Tile) {
      dot(group, &tile)
      if groups > 1, (group + 1) % groups == 0 { tile.widen() }
    }

    // Where bits of several vectors make a level, or a token is alone, the places of bits have to be constants.
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
    // Loops that stay loops: written out, the compiler would take the tokens one by one and fetch the unpacked weights
    // from memory for each.
    for part in 0..<8 / Layout.runs / groups {
      for group in part * groups..<(part + 1) * groups { dot(group, &tile) }
      if groups > 1 { tile.widen() }
    }
  }

  /// Levels as the product takes them.
  @inline(__always)
  private func signed<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: IntegerLanes) -> IntegerLanes {
    guard DotSum.isSigned(layout) else { return levels }
    let bit = _mm256_set1_epi8(-128)
    return IntegerLanes(_mm256_xor_si256(levels.low, bit), _mm256_xor_si256(levels.high, bit))
  }
#endif
