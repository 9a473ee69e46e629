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
    /// Begins a block of integer weights.
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the products with 4 columns of integer weights.
    mutating func dot(_ weights: __m512i, _ x: UnsafeRawPointer, _ stride: Int)
    /// Scales what the block has summed up to, and adds it to the results.
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: __m512, _ minimums: __m512, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the products with a column of float weights to the sum of a run of columns.
    mutating func multiply(_ weights: __m512, _ x: UnsafeRawPointer, _ stride: Int)
    /// Adds the sum of a run of columns to the results.
    mutating func endRun()
    /// Multiplies the sum of a run of columns with a scale for each row, and adds it to the results.
    mutating func endRun(scaledBy scales: __m512)
    /// Multiplies sums in memory with the factor that lies `factor` floats behind them, and adds the sum of a run.
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int)
    /// Writes the first `rows` results of each token.
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int)
  }

  typealias TwoTokens = Pair<OneToken, OneToken>
  typealias FourTokens = Pair<TwoTokens, TwoTokens>
  typealias EightTokens = Pair<FourTokens, FourTokens>
  typealias TwelveTokens = Pair<EightTokens, FourTokens>

  /// A tile of one token: a lane for each row of the panel.
  struct OneToken: TokenTile {
    static var tokens: Int { 1 }
    private var blockSum = _mm512_setzero_si512()
    private var runSum = _mm512_setzero_ps()
    private var result = _mm512_setzero_ps()

    @inline(__always)
    init() {}

    /// −offset · Σ x, by a 16-bit dot product: Σ x is the low half of its word, and the high half meets a zero.
    @inline(__always)
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int) {
      blockSum = _mm512_setzero_si512()
      guard Block.offset != 0 else { return }
      blockSum = _mm512_dpwssd_epi32(
        blockSum, _mm512_set1_epi32(-Block.offset & 0xFFFF), broadcast(x + ActivationBlock.sumOffset))
    }

    @inline(__always)
    mutating func dot(_ weights: __m512i, _ x: UnsafeRawPointer, _ stride: Int) {
      blockSum = _mm512_dpbusd_epi32(blockSum, weights, broadcast(x))
    }

    @inline(__always)
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: __m512, _ minimums: __m512, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      let scale = broadcastFloat(x + ActivationBlock.scaleOffset)
      result = _mm512_fmadd_ps(_mm512_cvtepi32_ps(blockSum), _mm512_mul_ps(scales, scale), result)
      guard Block.hasMinimum else { return }
      let total = _mm512_cvtepi32_ps(broadcast(x + ActivationBlock.sumOffset))
      result = _mm512_fmadd_ps(minimums, _mm512_mul_ps(scale, total), result)
    }

    @inline(__always)
    mutating func multiply(_ weights: __m512, _ x: UnsafeRawPointer, _ stride: Int) {
      runSum = _mm512_fmadd_ps(weights, broadcastFloat(x), runSum)
    }

    @inline(__always)
    mutating func endRun() {
      result = _mm512_add_ps(result, runSum)
      runSum = _mm512_setzero_ps()
    }

    @inline(__always)
    mutating func endRun(scaledBy scales: __m512) {
      result = _mm512_fmadd_ps(runSum, scales, result)
      runSum = _mm512_setzero_ps()
    }

    @inline(__always)
    func addRun(_ sums: UnsafeMutablePointer<Float>, factor: Int, _ stride: Int) {
      _mm512_storeu_ps(sums, _mm512_fmadd_ps(_mm512_loadu_ps(sums), _mm512_set1_ps(sums[factor]), runSum))
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      _mm512_mask_storeu_ps(output, __mmask16((1 << rows) - 1), result)
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
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int) {
      first.begin(block, x, stride)
      second.begin(block, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func dot(_ weights: __m512i, _ x: UnsafeRawPointer, _ stride: Int) {
      first.dot(weights, x, stride)
      second.dot(weights, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: __m512, _ minimums: __m512, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      first.end(block, scales, minimums, x, stride)
      second.end(block, scales, minimums, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func multiply(_ weights: __m512, _ x: UnsafeRawPointer, _ stride: Int) {
      first.multiply(weights, x, stride)
      second.multiply(weights, x + First.tokens * stride, stride)
    }

    @inline(__always)
    mutating func endRun() {
      first.endRun()
      second.endRun()
    }

    @inline(__always)
    mutating func endRun(scaledBy scales: __m512) {
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
