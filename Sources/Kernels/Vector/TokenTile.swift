#if arch(x86_64)
  /// The running sums of one panel with some tokens, kept in registers.
  ///
  /// A tile of several tokens is a ``Pair`` of smaller ones, down to a single token: so the compiler sees a struct of named
  /// values, which it keeps in registers, where an array with a loop over it would live in memory. `x` is always the
  /// place of the tile's first token, and `stride` leads from a token to the next, in bytes.
  protocol TokenTile {
    static var tokens: Int { get }
    init()
    /// Begins a block of integer weights.
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the products with 4 columns of integer weights, to narrow sums if several fit there.
    mutating func dot<Block: VectorBlock>(
      _ block: Block.Type, _ weights: IntegerLanes, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the narrow sums to the wide ones.
    mutating func widen()
    /// Scales what the block has summed up to, and adds it to the results.
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the products with a column of float weights to the sum of a run of columns.
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the sum of a run of columns to the results.
    mutating func endRun()
    /// Multiplies the sum of a run of columns with a scale for each row, and adds it to the results.
    mutating func endRun(scaledBy scales: FloatLanes)
    /// Multiplies sums in memory with the factor that lies `factor` floats behind them, and adds the sum of a run.
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int)
    /// Writes the first `rows` results of each token.
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int)
  }

  typealias TwoTokens = Pair<OneToken, OneToken>
  typealias FourTokens = Pair<TwoTokens, TwoTokens>

  /// Two tiles side by side.
  struct Pair<First: TokenTile, Second: TokenTile>: TokenTile {
    static var tokens: Int { First.tokens + Second.tokens }
    private var first = First()
    private var second = Second()

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int) {
      first.begin(block, x, stride)
      second.begin(block, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func dot<Block: VectorBlock>(
      _ block: Block.Type, _ weights: IntegerLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      first.dot(block, weights, x, stride)
      second.dot(block, weights, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func widen() {
      first.widen()
      second.widen()
    }

    @inline(__always)
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      first.end(block, scales, minimums, x, stride)
      second.end(block, scales, minimums, x + First.tokens * stride, stride)
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
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      first.store(rows, output, outputStride)
      second.store(rows, output + First.tokens * outputStride, outputStride)
    }
  }
#endif
