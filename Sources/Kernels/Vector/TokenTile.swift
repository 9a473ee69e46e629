#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// The accumulators of one row tile × a number of tokens, kept in registers.
  ///
  /// A tile of several tokens is a ``Pair`` of smaller ones, down to a single token. So the compiler sees a struct of
  /// named values, which it keeps in registers, whereas an array would be in memory. `x` is always the address of the
  /// tile's first token.
  protocol TokenTile {
    static var tokens: Int { get }
    init()
    /// Loads results that were stored for all rows of the row tile.
    mutating func load(_ output: UnsafePointer<Float>, _ outputStride: Int)
    /// Begins a run of integer weights, which is the first or second of its block.
    mutating func begin<Layout: PanelLayout>(_ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer)
    /// Adds the products of the columns of `levels`, to 16-bit sums where several products fit.
    mutating func dot<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: DotLevels, _ x: UnsafeRawPointer)
    /// Adds the 16-bit sums to the 32-bit sums.
    mutating func widen()
    /// Scales the sums of the run and adds them to the results.
    mutating func end<Layout: PanelLayout>(
      _ layout: Layout.Type, _ run: Int, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer)
    /// Adds the products of a column of float weights to the sum of a run; activations are `stride` bytes apart.
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the sum of a run of columns to the results.
    mutating func endRun()
    /// Multiplies the sum of a run of columns by a scale for each row and adds it to the results.
    mutating func endRun(scaledBy scales: FloatLanes)
    /// Multiplies sums in memory by the factor that is `factor` floats after them, and adds the sum of a run.
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int)
    /// Adds the products of two columns of fixed-point weights to the sum of a block of columns.
    mutating func multiply(pairs weights: IntegerLanes, _ x: UnsafeRawPointer)
    /// Multiplies the sum of a block by the factors of weights and tokens and adds it to the results.
    mutating func endPairs(_ factors: FloatLanes, _ x: UnsafeRawPointer)
    /// Writes the first `rows` results of each token.
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int)
  }

  typealias ThreeTokens = Pair<TwoTokens, OneToken>
  typealias FourTokens = Pair<TwoTokens, TwoTokens>

  /// Two tiles side by side.
  struct Pair<First: TokenTile, Second: TokenTile>: TokenTile {
    static var tokens: Int { First.tokens + Second.tokens }
    var first = First()
    var second = Second()

    /// The distance in bytes from the first tile's first block to the second's.
    @inline(__always)
    private static var blocks: Int { First.tokens * ActivationBlock.byteCount }

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func load(_ output: UnsafePointer<Float>, _ outputStride: Int) {
      first.load(output, outputStride)
      second.load(output + First.tokens * outputStride, outputStride)
    }

    @inline(__always)
    mutating func begin<Layout: PanelLayout>(_ layout: Layout.Type, _ run: Int, _ x: UnsafeRawPointer) {
      first.begin(layout, run, x)
      second.begin(layout, run, x + Self.blocks)
    }

    @inline(__always)
    mutating func dot<Layout: PanelLayout>(_ layout: Layout.Type, _ levels: DotLevels, _ x: UnsafeRawPointer) {
      first.dot(layout, levels, x)
      second.dot(layout, levels, x + Self.blocks)
    }

    @inline(__always)
    mutating func widen() {
      first.widen()
      second.widen()
    }

    @inline(__always)
    mutating func end<Layout: PanelLayout>(
      _ layout: Layout.Type, _ run: Int, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer
    ) {
      first.end(layout, run, scales, minimums, x)
      second.end(layout, run, scales, minimums, x + Self.blocks)
    }

    @inline(__always)
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int) {
      first.multiply(weights, x, stride)
      second.multiply(weights, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func endRun() {
      first.endRun()
      second.endRun()
    }

    @inline(__always)
    mutating func endRun(scaledBy scales: FloatLanes) {
      first.endRun(scaledBy: scales)
      second.endRun(scaledBy: scales)
    }

    @inline(__always)
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int) {
      first.addRun(sums, factor: factor, stride)
      second.addRun(sums + First.tokens * stride, factor: factor, stride)
    }

    @inline(__always)
    mutating func multiply(pairs weights: IntegerLanes, _ x: UnsafeRawPointer) {
      first.multiply(pairs: weights, x)
      second.multiply(pairs: weights, x + 4 * First.tokens)
    }

    @inline(__always)
    mutating func endPairs(_ factors: FloatLanes, _ x: UnsafeRawPointer) {
      first.endPairs(factors, x)
      second.endPairs(factors, x + 4 * First.tokens)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      first.store(rows, output, outputStride)
      second.store(rows, output + First.tokens * outputStride, outputStride)
    }
  }
#endif
