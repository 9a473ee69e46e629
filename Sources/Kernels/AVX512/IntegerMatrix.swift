#if arch(x86_64)
  import SwiftletIntrinsics

  /// Integer weights × 8-bit activations, AVX-512 VNNI.
  ///
  ///     y[row] = Σ_blocks d_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
  ///
  /// Goals, in order: the portable kernel's integers exactly and its floats to rounding; every weight loaded and unpacked
  /// once for up to 12 tokens; nothing but `vpdpbusd` where it can be helped. A lane is a row, so there are no
  /// horizontal sums and no shuffles. For each block and token that is 8 dot products, and four operations besides: the
  /// offset (a 16-bit dot product, as Σ x fits 16 bits), int → float, the product of the scales, the final addition.

  /// A panel with all tokens: as many at once as there are registers for, then smaller groups for the rest.
  ///
  /// A token's result is the same in any group, for a group shares nothing but the loads of weights.
  @inline(__always)
  private func multiply<Block: VectorBlock>(
    _ block: Block.Type, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int,
    _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    var token = 0
    while token < tokens {
      let x = activations + token * stride
      let y = output + token * outputStride
      switch tokens - token {
      case 12...:
        multiply(block, TwelveTokens.self, panel, columns, x, stride, y, outputStride, rows)
        token += 12
      case 4...:
        multiply(block, FourTokens.self, panel, columns, x, stride, y, outputStride, rows)
        token += 4
      case 2...:
        multiply(block, TwoTokens.self, panel, columns, x, stride, y, outputStride, rows)
        token += 2
      default:
        multiply(block, OneToken.self, panel, columns, x, stride, y, outputStride, rows)
        token += 1
      }
    }
  }

  @inline(__always)
  private func multiply<Block: VectorBlock, Tile: TokenTile>(
    _ block: Block.Type, _ tile: Tile.Type, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer,
    _ stride: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    var tile = Tile()
    var weights = panel
    var x = activations
    for _ in 0..<columns / 32 {
      tile.begin(block, x, stride)
      // Written out: a loop with a large tile in it the compiler would leave rolled.
      tile.dot(Block.load(weights, 0), x, stride)
      tile.dot(Block.load(weights, 1), x + 4, stride)
      tile.dot(Block.load(weights, 2), x + 8, stride)
      tile.dot(Block.load(weights, 3), x + 12, stride)
      tile.dot(Block.load(weights, 4), x + 16, stride)
      tile.dot(Block.load(weights, 5), x + 20, stride)
      tile.dot(Block.load(weights, 6), x + 24, stride)
      tile.dot(Block.load(weights, 7), x + 28, stride)
      let minimums = Block.hasMinimum ? Block.scales(weights, 32) : _mm512_setzero_ps()
      tile.end(block, Block.scales(weights, 0), minimums, x, stride)
      weights += Block.byteCount
      x += ActivationBlock.byteCount
    }
    tile.store(rows, output, outputStride)
  }

  /// One panel of Q8_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ8_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ8_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q4_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ4_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q4_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ4_1.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q5_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ5_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q5_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ5_1.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }
#endif
