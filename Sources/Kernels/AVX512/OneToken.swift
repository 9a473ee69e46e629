#if arch(x86_64)
  import SwiftletIntrinsics

  /// Twelve tokens have twelve sums of integers and twelve of floats, and leave eight registers for the rest.
  typealias LargestTile = Pair<Pair<FourTokens, FourTokens>, FourTokens>

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
    mutating func dot<Block: VectorBlock>(
      _ block: Block.Type, _ weights: IntegerLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      blockSum = _mm512_dpbusd_epi32(blockSum, weights.vector, broadcast(x))
    }

    /// Nothing is narrow here.
    @inline(__always)
    mutating func widen() {}

    @inline(__always)
    mutating func end<Block: VectorBlock>(
      _ block: Block.Type, _ scales: FloatLanes, _ minimums: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      let scale = broadcastFloat(x + ActivationBlock.scaleOffset)
      result = _mm512_fmadd_ps(_mm512_cvtepi32_ps(blockSum), _mm512_mul_ps(scales.vector, scale), result)
      guard Block.hasMinimum else { return }
      let total = _mm512_cvtepi32_ps(broadcast(x + ActivationBlock.sumOffset))
      result = _mm512_fmadd_ps(minimums.vector, _mm512_mul_ps(scale, total), result)
    }

    @inline(__always)
    mutating func multiply(_ weights: FloatLanes, _ x: UnsafeRawPointer, _ stride: Int) {
      runSum = _mm512_fmadd_ps(weights.vector, broadcastFloat(x), runSum)
    }

    @inline(__always)
    mutating func endRun() {
      result = _mm512_add_ps(result, runSum)
      runSum = _mm512_setzero_ps()
    }

    @inline(__always)
    mutating func endRun(scaledBy scales: FloatLanes) {
      result = _mm512_fmadd_ps(runSum, scales.vector, result)
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
#endif
