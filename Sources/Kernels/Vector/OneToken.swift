#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// A token tile of one token, with one lane for each row of the row tile.
  struct OneToken: TokenTile {
    static var tokens: Int { 1 }
    private var low = DotSum()
    private var high = DotSum()
    private var lowPairs = PairSum()
    private var highPairs = PairSum()
    private var runSum = FloatLanes()
    private var result = FloatLanes()

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func load(_ output: UnsafePointer<Float>, _ outputStride: Int) {
      result = FloatLanes(loadFloats(output), loadFloats(output + registerLanes))
    }

    @inline(__always)
    mutating func begin<Layout: PanelLayout>(_ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer) {
      let start = DotSum.addsStartLast ? zeroIntegers() : Self.start(layout, run, x)
      low.begin(start)
      high.begin(start)
    }

    /// The initial value of a run's sum: −offset · Σ x, computed by a shift, where levels have an offset.
    @inline(__always)
    static func start<Layout: PanelLayout>(_ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer) -> IntegerVector {
      guard let bits = Layout.offsetBits, !DotSum.isSigned(layout) else { return zeroIntegers() }
      return shiftedLeft(narrow: negativeSum(layout, run, x), bits)
    }

    @inline(__always)
    mutating func dot<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: DotLevels, _ x: UnsafeRawPointer) {
      let x = DotSum.activations(x)
      low.add(layout, levels.low, x)
      high.add(layout, levels.high, x)
    }

    @inline(__always)
    mutating func widen() {
      low.widen()
      high.widen()
    }

    @inline(__always)
    mutating func end<Layout: PanelLayout>(
      _ layout: Layout.Type, _ run: Int, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer
    ) {
      var sums = IntegerLanes(low.sum, high.sum)
      if DotSum.addsStartLast { sums.add(Self.start(layout, run, x)) }
      add(sums, of: layout, run, scales: scales, minimums: minimums, x)
    }

    /// Scales the sums of a run and adds them to the results.
    @inline(__always)
    mutating func add<Layout: PanelLayout>(
      _ sums: IntegerLanes, of layout: Layout.Type, _ run: Int, scales: FloatLanes, minimums: FloatLanes,
      _ x: UnsafeRawPointer
    ) {
      let scale = broadcastFloat(x + ActivationBlock.scaleOffset)
      result.addProduct(FloatLanes(floats(sums.low), floats(sums.high)), scales.times(scale))
      guard Layout.hasMinimum else { return }
      if Layout.runs == 1 {
        result.addProduct(minimums, broadcastFloat(x + ActivationBlock.scaledSumOffset))
      } else {
        let negativeSum = floats(Self.negativeSum(layout, run, x))
        result.addProduct(minimums, product(negate(scale), negativeSum))
      }
    }

    /// −Σ x over the columns of a run.
    @inline(__always)
    private static func negativeSum<Layout: PanelLayout>(
      _ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer
    ) -> IntegerVector {
      if Layout.runs == 1 { return broadcastIntegers(x + ActivationBlock.negativeSumOffset) }
      let half = broadcastIntegers(x + ActivationBlock.negativeHalfSumOffset)
      return run == 0 ? half : difference(broadcastIntegers(x + ActivationBlock.negativeSumOffset), half)
    }

    @inline(__always)
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int) {
      runSum.addProduct(weights, broadcastFloat(x))
    }

    @inline(__always)
    mutating func endRun() {
      result.add(runSum)
      runSum = FloatLanes()
    }

    @inline(__always)
    mutating func endRun(scaledBy scales: FloatLanes) {
      result.addProduct(runSum, scales)
      runSum = FloatLanes()
    }

    @inline(__always)
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int) {
      var total = runSum
      total.addProduct(
        FloatLanes(loadFloats(sums), loadFloats(sums + registerLanes)), broadcastFloat(sums + factor))
      total.store(2 * registerLanes, sums)
    }

    @inline(__always)
    mutating func multiply(pairs weights: IntegerLanes, _ x: UnsafeRawPointer) {
      let x = broadcastIntegers(x)
      lowPairs.add(weights.low, x)
      highPairs.add(weights.high, x)
    }

    @inline(__always)
    mutating func endPairs(_ factors: FloatLanes, _ x: UnsafeRawPointer) {
      let sums = FloatLanes(floats(lowPairs.sum), floats(highPairs.sum))
      result.addProduct(sums, factors.times(broadcastFloat(x)))
      (lowPairs, highPairs) = (PairSum(), PairSum())
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      result.store(rows, output)
    }
  }
#endif
