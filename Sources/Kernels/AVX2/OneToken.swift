#if arch(x86_64)
  import SwiftletIntrinsics

  /// Sixteen registers are soon full.
  typealias LargestTile = FourTokens

  /// A tile of one token: a lane for each row of the panel.
  struct OneToken: TokenTile {
    static var tokens: Int { 1 }
    private var pairSum = IntegerLanes()
    private var blockSum = IntegerLanes()
    private var runSum = FloatLanes()
    private var result = FloatLanes()

    @inline(__always)
    init() {}

    /// The offset comes off at the end.
    @inline(__always)
    mutating func begin<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int) {}

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
      if Block.remainingOffset != 0 {
        // A product of 16 bits will do: Σ x is the low half of its word, and the high half meets a zero.
        blockSum.subtract32(_mm256_madd_epi16(total, _mm256_set1_epi32(Block.remainingOffset)))
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
#endif
