#if arch(x86_64)
  import SwiftletIntrinsics

  /// The running sums of one panel with some tokens, kept in registers.
  ///
  /// A tile of several tokens is a ``Pair`` of smaller ones, down to a single token: so the compiler sees a struct of named
  /// values, which it keeps in registers, where an array with a loop over it would live in memory. `x` is always the
  /// place of the tile's first token, and `stride` leads from a token to the next, in bytes.
  protocol TokenTile {
    static var tokens: Int { get }
    init()
    /// Adds the products with 4 columns of integer weights, to sums of 16 bits if several fit.
    mutating func dot<Block: VectorBlock>(
      _ block: Block.Type, _ weights: IntegerLanes, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the sums of 16 bits to those of 32 bits.
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

  /// A tile of one token: a lane for each row of the panel.
  struct OneToken: TokenTile {
    static var tokens: Int { 1 }
    private var pairSum = IntegerLanes()
    private var blockSum = IntegerLanes()
    private var runSum = FloatLanes()
    private var result = FloatLanes()

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func dot<Block: VectorBlock>(
      _ block: Block.Type, _ weights: IntegerLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      let x = broadcast(x)
      let products = IntegerLanes(Block.products(weights.low, x), Block.products(weights.high, x))
      if Block.groupsIn16Bits > 1 { pairSum.add16(products) } else { blockSum.addPairs(of: products) }
    }

    @inline(__always)
    mutating func widen() {
      blockSum.addPairs(of: pairSum)
      pairSum = IntegerLanes()
    }

    @inline(__always)
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      let total = broadcast(x + ActivationBlock.sumOffset)
      if Block.offset != 0 {
        // A product of 16 bits will do: Σ x is the low half of its word, and the high half meets a zero.
        blockSum.subtract32(_mm256_madd_epi16(total, _mm256_set1_epi32(Block.offset)))
      }
      let scale = broadcastFloat(x + ActivationBlock.scaleOffset)
      result.addProduct(blockSum.floats, scales.times(scale))
      blockSum = IntegerLanes()
      guard Block.hasMinimum else { return }
      result.addProduct(minimums, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(total)))
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
      total.addProduct(FloatLanes(at: sums), _mm256_set1_ps(sums[factor]))
      total.store(sums)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      SwiftletKernelsAVX2.store(SIMD16(lowHalf: result.low, highHalf: result.high), rows, to: output)
    }
  }

  /// Two tiles side by side.
  struct Pair<First: TokenTile, Second: TokenTile>: TokenTile {
    static var tokens: Int { First.tokens + Second.tokens }
    private var first = First()
    private var second = Second()

    @inline(__always)
    init() {}

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
