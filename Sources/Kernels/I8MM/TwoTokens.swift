#if arch(arm64)
  import SwiftletIntrinsics

  // `smmla` multiplies 2 tokens × 8 columns by 2 rows × 8 columns and adds to 2 × 2 sums: twice the products per
  // instruction of `sdot`. Levels are unpacked as 4 rows × 4 columns, as on all instruction sets; the two registers of
  // 8 columns are zipped into rows once for all tokens of a tile. Six tokens, 8 rows and 8 columns take 12 products, 4
  // zips and 3 insertions, versus 24 products with `sdot`.
  //
  // The integers are the same, so results are bit-identical to those of `sdot`.

  /// A token tile of two tokens that are multiplied by the same instructions.
  struct TwoTokens: TokenTile {
    static var tokens: Int { 2 }
    private var tokens = Pair<OneToken, OneToken>()
    /// The accumulators, one for each pair of rows, with two lanes per token.
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

    /// Does nothing, as there are no 16-bit sums.
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

  /// Concatenates the first two lanes of both vectors.
  @inline(__always)
  private func firstHalves(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(lowHalf: x.lowHalf, highHalf: y.lowHalf)
  }

  /// Concatenates the last two lanes of both vectors.
  @inline(__always)
  private func secondHalves(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(lowHalf: x.highHalf, highHalf: y.highHalf)
  }

  @inline(__always)
  private func bytes(_ x: SIMD4<Int32>) -> SIMD16<Int8> { unsafeBitCast(x, to: SIMD16<Int8>.self) }
#endif
