#if arch(x86_64)
  import SwiftletIntrinsics

  /// The sums of one panel with a few tokens, in registers.
  ///
  /// Written out instead of looped over: the compiler keeps named values in registers, and arrays in memory.
  protocol IntegerSums {
    static var tokens: Int { get }
    init()
    /// Adds a block: `x` is the first token's block, `stride` leads to the next token's.
    mutating func add<Block: VectorBlock>(
      _ block: Block.Type, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int)
  }

  struct OneSum: IntegerSums {
    static var tokens: Int { 1 }
    private var sum = _mm512_setzero_ps()

    @inline(__always)
    mutating func add<Block: VectorBlock>(
      _ block: Block.Type, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      var even = start(block, x)
      var odd = _mm512_setzero_si512()
      for pair in 0..<4 {
        even = _mm512_dpbusd_epi32(even, Block.load(weights, 2 * pair), broadcast(x + 8 * pair))
        odd = _mm512_dpbusd_epi32(odd, Block.load(weights, 2 * pair + 1), broadcast(x + 8 * pair + 4))
      }
      let scales = Block.scales(weights, 0)
      sum = finished(block, sum, _mm512_add_epi32(even, odd), scales, minimums(block, weights), x)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      storeLanes(sum, rows, output)
    }
  }

  struct TwoSums: IntegerSums {
    static var tokens: Int { 2 }
    private var sum0 = _mm512_setzero_ps()
    private var sum1 = _mm512_setzero_ps()

    @inline(__always)
    mutating func add<Block: VectorBlock>(
      _ block: Block.Type, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      var dot0 = start(block, x)
      var dot1 = start(block, x + stride)
      for group in 0..<8 {
        let w = Block.load(weights, group)
        dot0 = _mm512_dpbusd_epi32(dot0, w, broadcast(x + 4 * group))
        dot1 = _mm512_dpbusd_epi32(dot1, w, broadcast(x + stride + 4 * group))
      }
      let scales = Block.scales(weights, 0)
      let minimums = minimums(block, weights)
      sum0 = finished(block, sum0, dot0, scales, minimums, x)
      sum1 = finished(block, sum1, dot1, scales, minimums, x + stride)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      storeLanes(sum0, rows, output)
      storeLanes(sum1, rows, output + outputStride)
    }
  }

  struct FourSums: IntegerSums {
    static var tokens: Int { 4 }
    private var sum0 = _mm512_setzero_ps()
    private var sum1 = _mm512_setzero_ps()
    private var sum2 = _mm512_setzero_ps()
    private var sum3 = _mm512_setzero_ps()

    @inline(__always)
    mutating func add<Block: VectorBlock>(
      _ block: Block.Type, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      var dot0 = start(block, x)
      var dot1 = start(block, x + stride)
      var dot2 = start(block, x + 2 * stride)
      var dot3 = start(block, x + 3 * stride)
      for group in 0..<8 {
        let w = Block.load(weights, group)
        let y = x + 4 * group
        dot0 = _mm512_dpbusd_epi32(dot0, w, broadcast(y))
        dot1 = _mm512_dpbusd_epi32(dot1, w, broadcast(y + stride))
        dot2 = _mm512_dpbusd_epi32(dot2, w, broadcast(y + 2 * stride))
        dot3 = _mm512_dpbusd_epi32(dot3, w, broadcast(y + 3 * stride))
      }
      let scales = Block.scales(weights, 0)
      let minimums = minimums(block, weights)
      sum0 = finished(block, sum0, dot0, scales, minimums, x)
      sum1 = finished(block, sum1, dot1, scales, minimums, x + stride)
      sum2 = finished(block, sum2, dot2, scales, minimums, x + 2 * stride)
      sum3 = finished(block, sum3, dot3, scales, minimums, x + 3 * stride)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      storeLanes(sum0, rows, output)
      storeLanes(sum1, rows, output + outputStride)
      storeLanes(sum2, rows, output + 2 * outputStride)
      storeLanes(sum3, rows, output + 3 * outputStride)
    }
  }

  /// Two bases six tokens apart, each with 0 to 5 strides: what the addressing of the processor can express.
  struct TwelveSums: IntegerSums {
    static var tokens: Int { 12 }
    private var low = SixSums()
    private var high = SixSums()

    @inline(__always)
    mutating func add<Block: VectorBlock>(
      _ block: Block.Type, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      let x6 = x + 6 * stride
      var lowDots = SixDots(block, x, stride)
      var highDots = SixDots(block, x6, stride)
      // A loop of this size the compiler would leave rolled.
      Self.step(block, 0, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 1, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 2, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 3, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 4, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 5, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 6, weights, x, x6, stride, &lowDots, &highDots)
      Self.step(block, 7, weights, x, x6, stride, &lowDots, &highDots)
      let scales = Block.scales(weights, 0)
      let minimums = minimums(block, weights)
      low.finish(block, lowDots, scales, minimums, x, stride)
      high.finish(block, highDots, scales, minimums, x6, stride)
    }

    @inline(__always)
    private static func step<Block: VectorBlock>(
      _ block: Block.Type, _ group: Int, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ x6: UnsafeRawPointer,
      _ stride: Int, _ low: inout SixDots, _ high: inout SixDots
    ) {
      let w = Block.load(weights, group)
      low.add(w, x + 4 * group, stride)
      high.add(w, x6 + 4 * group, stride)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      low.store(rows, output, outputStride)
      high.store(rows, output + 6 * outputStride, outputStride)
    }
  }

  /// The integer sums of a block with six tokens.
  struct SixDots {
    var dot0, dot1, dot2, dot3, dot4, dot5: __m512i

    @inline(__always)
    init<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer, _ stride: Int) {
      dot0 = start(block, x)
      dot1 = start(block, x + stride)
      dot2 = start(block, x + 2 * stride)
      dot3 = start(block, x + 3 * stride)
      dot4 = start(block, x + 4 * stride)
      dot5 = start(block, x + 5 * stride)
    }

    @inline(__always)
    mutating func add(_ w: __m512i, _ y: UnsafeRawPointer, _ stride: Int) {
      dot0 = _mm512_dpbusd_epi32(dot0, w, broadcast(y))
      dot1 = _mm512_dpbusd_epi32(dot1, w, broadcast(y + stride))
      dot2 = _mm512_dpbusd_epi32(dot2, w, broadcast(y + 2 * stride))
      dot3 = _mm512_dpbusd_epi32(dot3, w, broadcast(y + 3 * stride))
      dot4 = _mm512_dpbusd_epi32(dot4, w, broadcast(y + 4 * stride))
      dot5 = _mm512_dpbusd_epi32(dot5, w, broadcast(y + 5 * stride))
    }
  }

  /// The float sums of six tokens.
  struct SixSums {
    private var sum0 = _mm512_setzero_ps()
    private var sum1 = _mm512_setzero_ps()
    private var sum2 = _mm512_setzero_ps()
    private var sum3 = _mm512_setzero_ps()
    private var sum4 = _mm512_setzero_ps()
    private var sum5 = _mm512_setzero_ps()

    @inline(__always)
    mutating func finish<Block: VectorBlock>(
      _ block: Block.Type, _ dots: SixDots, _ scales: __m512, _ minimums: __m512, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      sum0 = finished(block, sum0, dots.dot0, scales, minimums, x)
      sum1 = finished(block, sum1, dots.dot1, scales, minimums, x + stride)
      sum2 = finished(block, sum2, dots.dot2, scales, minimums, x + 2 * stride)
      sum3 = finished(block, sum3, dots.dot3, scales, minimums, x + 3 * stride)
      sum4 = finished(block, sum4, dots.dot4, scales, minimums, x + 4 * stride)
      sum5 = finished(block, sum5, dots.dot5, scales, minimums, x + 5 * stride)
    }

    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int) {
      storeLanes(sum0, rows, output)
      storeLanes(sum1, rows, output + outputStride)
      storeLanes(sum2, rows, output + 2 * outputStride)
      storeLanes(sum3, rows, output + 3 * outputStride)
      storeLanes(sum4, rows, output + 4 * outputStride)
      storeLanes(sum5, rows, output + 5 * outputStride)
    }
  }

  /// −offset · Σ x in each lane; Σ x is the low half of its word, and the high half meets a zero.
  @inline(__always)
  private func start<Block: VectorBlock>(_ block: Block.Type, _ x: UnsafeRawPointer) -> __m512i {
    guard Block.offset != 0 else { return _mm512_setzero_si512() }
    return _mm512_dpwssd_epi32(
      _mm512_setzero_si512(), _mm512_set1_epi32(-Block.offset & 0xFFFF), broadcast(x + ActivationBlock.sumOffset))
  }

  @inline(__always)
  private func minimums<Block: VectorBlock>(_ block: Block.Type, _ weights: UnsafeRawPointer) -> __m512 {
    Block.hasMinimum ? Block.scales(weights, 32) : _mm512_setzero_ps()
  }

  /// sum + dot · (d_w · d_x) + m_w · (d_x · Σ x)
  @inline(__always)
  private func finished<Block: VectorBlock>(
    _ block: Block.Type, _ sum: __m512, _ dot: __m512i, _ scales: __m512, _ minimums: __m512, _ x: UnsafeRawPointer
  ) -> __m512 {
    let scale = broadcastFloat(x + ActivationBlock.scaleOffset)
    let result = _mm512_fmadd_ps(_mm512_cvtepi32_ps(dot), _mm512_mul_ps(scales, scale), sum)
    guard Block.hasMinimum else { return result }
    let total = _mm512_cvtepi32_ps(broadcast(x + ActivationBlock.sumOffset))
    return _mm512_fmadd_ps(minimums, _mm512_mul_ps(scale, total), result)
  }

  @inline(__always)
  func storeLanes(_ lanes: __m512, _ rows: Int, _ output: UnsafeMutablePointer<Float>) {
    _mm512_mask_storeu_ps(output, __mmask16((1 << rows) - 1), lanes)
  }
#endif
