#if arch(x86_64)
  import SwiftletIntrinsics

  // bfloat16 weights × bfloat16 activations, two columns at once: twice the multiplications of 32-bit floats.
  //
  // The processor must have AVX512_BF16. Its own rule for a step is sum + w₁x₁ + w₀x₀, rounded twice, with subnormal
  // numbers taken as zeros. Swift does not import the C type of the instruction's operands: `_Builtin_intrinsics.apinotes`
  // says that they are vectors of integers.

  /// Rows of floats side by side as ``interleaveRows(_:_:_:_:_:)`` has them, rounded, with two columns in the place of a
  /// float.
  @inline(never)
  public func interleaveBrainFloatPairs(
    _ values: UnsafePointer<Float>, _ stride: Int, _ rows: Int, _ count: Int, _ group: UnsafeMutablePointer<Float>
  ) {
    for start in Swift.stride(from: 0, to: count, by: 32) {
      let here = min(32, count - start)
      for row in 0..<rows {
        let source = values + (row * stride + start)
        let low = _mm512_maskz_loadu_ps(__mmask16(truncatingIfNeeded: here >= 16 ? 0xFFFF : 1 << here - 1), source)
        let high =
          here <= 16
          ? _mm512_setzero_ps()
          : _mm512_maskz_loadu_ps(__mmask16(truncatingIfNeeded: 1 << (here - 16) - 1), source + 16)
        let pairs = unsafeBitCast(_mm512_cvtne2ps_pbh(high, low), to: SIMD16<Float>.self)
        var target = group + (start / 2 * rows + row)
        for pair in 0..<(here + 1) / 2 {
          target.pointee = pairs[pair]
          target += rows
        }
      }
    }
  }

  /// ``multiply(_:_:_:_:_:_:_:_:_:_:_:_:)`` with activations in pairs for bfloat16 weights.
  @inline(never)
  public func multiplyWithPairs(
    _ format: UInt8, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
    _ nearFetch: Int, _ farFetch: Int, _ scratch: UnsafeMutablePointer<Float>?
  ) {
    guard format == PanelFormat.bf16 else {
      return multiply(
        format, panels, panelByteCount, rows, columns, activations, tokens, output, outputStride, nearFetch,
        farFetch, scratch)
    }
    let unit = PairsProduct.unit
    forEachFloatBlock(rows, columns, tokens) { rows, block in
      forEachStrip(rows, tokens) { row, token in
        let panel = PairPart(panels, panelByteCount, row: row).place(0, 0, 2) + 2 * unit * block.lowerBound
        let (group, stride) = tokenPlace(activations, token, of: tokens, columns, 4)
        forEachTile(
          smaller(ActivationGroup.tokens, tokens - token),
          PairsProduct(
            panels: panel, columns: block.count, continues: block.lowerBound > 0,
            group: group + block.lowerBound / 2 * stride, stride: stride, output: output + (token * outputStride + row),
            outputStride: outputStride, rows: smaller(Strip.rows, rows.upperBound - row),
            stream: WeightStream(
              panel, panelByteCount, row, of: rows.upperBound, token, of: tokens, near: nearFetch, far: farFetch)))
      }
    }
  }

  /// The product of a pair of panels with a tile of tokens.
  private struct PairsProduct: TileOperation {
    /// The size of a panel's column.
    static var unit: Int { 2 * Panel.rows }
    var panels: UnsafeRawPointer
    var columns: Int
    var continues: Bool
    var group: UnsafeRawPointer
    var stride: Int
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int
    var stream: WeightStream

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      let output = output + first * outputStride
      var tile = Tile()
      if continues { tile.load(output, outputStride) }
      var x = group + 4 * first
      var place = panels
      var left = columns / 2
      var next = stream.tile(at: first)
      let (lows, highs) = (Self.order(from: 0), Self.order(from: 16))
      while left > 0 {
        for _ in 0..<min(16, left) {
          let (even, odd) = (_mm512_loadu_si512(place), _mm512_loadu_si512(place + 2 * Self.unit))
          next.fetchPart(4 * Self.unit)
          tile.multiply(TwoColumns.self, Self.weights(even, odd, lows, highs), x, 4)
          place += 4 * Self.unit
          x += stride
        }
        tile.endRun()
        left -= 16
      }
      if columns % 2 == 1 {
        let weights = Self.weights(_mm512_loadu_si512(place), _mm512_setzero_si512(), lows, highs)
        tile.multiply(TwoColumns.self, weights, x, 4)
        tile.endRun()
      }
      tile.store(rows, output, outputStride)
    }

    /// Two columns of both panels, as pairs.
    @inline(__always)
    private static func weights(_ even: __m512i, _ odd: __m512i, _ lows: __m512i, _ highs: __m512i) -> FloatLanes {
      FloatLanes(
        _mm512_castsi512_ps(_mm512_permutex2var_epi16(even, lows, odd)),
        _mm512_castsi512_ps(_mm512_permutex2var_epi16(even, highs, odd)))
    }

    /// For 16 lanes in turns an element of the first and of the second column.
    @inline(__always)
    private static func order(from row: Int) -> __m512i {
      var order = SIMD16<UInt32>()
      for lane in 0..<16 { order[lane] = UInt32(row + lane) | UInt32(32 + row + lane) << 16 }
      return unsafeBitCast(order, to: __m512i.self)
    }
  }

  /// A weight and an activation are two bfloat16 numbers each.
  private enum TwoColumns: LaneProduct {
    @inline(__always)
    static func add(_ weights: FloatLanes, _ x: FloatVector, to sum: inout FloatLanes) {
      let x = _mm512_castps_si512(x)
      sum.low = _mm512_dpbf16_ps(sum.low, _mm512_castps_si512(weights.low), x)
      sum.high = _mm512_dpbf16_ps(sum.high, _mm512_castps_si512(weights.high), x)
    }
  }
#endif
