#if arch(arm64)
  import SwiftletIntrinsics

  // `smmla` multiplies 2 tokens × 8 columns with 2 rows × 8 columns and adds to 2 × 2 sums: twice the products of `sdot`
  // in one step. Levels come as 4 rows × 4 columns, as everywhere: what `sdot` takes for 8 columns, two registers, is
  // zipped into rows, once for all tokens of a tile. For six tokens, 8 rows and 8 columns that is 12 products, 4 zips
  // and 3 insertions, where `sdot` takes 24 products.
  //
  // The integers are the same, so the results are those of `sdot` to the last bit.

  /// A tile of two tokens, which are multiplied together.
  struct TwoTokens: TokenTile {
    static var tokens: Int { 2 }
    private var tokens = Pair<OneToken, OneToken>()
    /// A sum for each pair of rows, two of each token.
    private var sums = (SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>())

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func begin<Layout: PanelLayout>(_ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer) {
      let start = firstHalves(
        OneToken.start(layout, run, x), OneToken.start(layout, run, x + ActivationBlock.byteCount))
      sums = (start, start, start, start)
    }

    @inline(__always)
    mutating func dot<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: DotLevels, _ x: UnsafeRawPointer) {
      let both = SIMD2<Int64>(
        x.loadUnaligned(as: Int64.self), (x + ActivationBlock.byteCount).loadUnaligned(as: Int64.self))
      let x = unsafeBitCast(both, to: SIMD16<Int8>.self)
      sums.0 = vmmlaq_s32(sums.0, x, bytes(vzip1q_s32(levels.low.0, levels.low.1)))
      sums.1 = vmmlaq_s32(sums.1, x, bytes(vzip2q_s32(levels.low.0, levels.low.1)))
      sums.2 = vmmlaq_s32(sums.2, x, bytes(vzip1q_s32(levels.high.0, levels.high.1)))
      sums.3 = vmmlaq_s32(sums.3, x, bytes(vzip2q_s32(levels.high.0, levels.high.1)))
    }

    /// Nothing is narrow here.
    @inline(__always)
    mutating func widen() {}

    @inline(__always)
    mutating func end<Layout: PanelLayout>(
      _ layout: Layout.Type, _ run: Int, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer
    ) {
      tokens.first.add(
        IntegerLanes(firstHalves(sums.0, sums.1), firstHalves(sums.2, sums.3)), of: layout, run, scales: scales,
        minimums: minimums, x)
      tokens.second.add(
        IntegerLanes(secondHalves(sums.0, sums.1), secondHalves(sums.2, sums.3)), of: layout, run, scales: scales,
        minimums: minimums, x + ActivationBlock.byteCount)
    }

    // Floats and 16-bit integers are multiplied token by token.

    @inline(__always)
    mutating func load(_ output: UnsafePointer<Float>, _ outputStride: Int) { tokens.load(output, outputStride) }
    @inline(__always)
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int) {
      tokens.multiply(weights, x, stride)
    }
    @inline(__always)
    mutating func endRun() { tokens.endRun() }
    @inline(__always)
    mutating func endRun(scaledBy scales: FloatLanes) { tokens.endRun(scaledBy: scales) }
    @inline(__always)
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int) {
      tokens.addRun(sums, factor: factor, stride)
    }
    @inline(__always)
    mutating func multiply(pairs weights: IntegerLanes, _ x: UnsafeRawPointer) { tokens.multiply(pairs: weights, x) }
    @inline(__always)
    mutating func endPairs(_ factors: FloatLanes, _ x: UnsafeRawPointer) { tokens.endPairs(factors, x) }
    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      tokens.store(rows, output, outputStride)
    }
  }

  /// The first two lanes of both.
  @inline(__always)
  private func firstHalves(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(lowHalf: x.lowHalf, highHalf: y.lowHalf)
  }

  /// The last two lanes of both.
  @inline(__always)
  private func secondHalves(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(lowHalf: x.highHalf, highHalf: y.highHalf)
  }

  @inline(__always)
  private func bytes(_ x: SIMD4<Int32>) -> SIMD16<Int8> { unsafeBitCast(x, to: SIMD16<Int8>.self) }
#endif
