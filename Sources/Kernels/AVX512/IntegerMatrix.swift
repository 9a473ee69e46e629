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

  /// The product of a panel of some format with a tile of tokens.
  private struct IntegerProduct<Block: VectorBlock>: TileOperation {
    var panel: UnsafeRawPointer
    var columns: Int
    var activations: UnsafeRawPointer
    var stride: Int
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
      var weights = panel
      var x = activations + first * stride
      for _ in 0..<columns / 32 {
        tile.begin(Block.self, x, stride)
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
        tile.end(Block.self, Block.scales(weights, 0), minimums, x, stride)
        weights += Block.byteCount
        x += ActivationBlock.byteCount
      }
      tile.store(rows, output + first * outputStride, outputStride)
    }
  }

  /// One panel of Q8_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ8_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      IntegerProduct<VectorQ8_0>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of Q4_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      IntegerProduct<VectorQ4_0>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of Q4_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      IntegerProduct<VectorQ4_1>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of Q5_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      IntegerProduct<VectorQ5_0>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of Q5_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      IntegerProduct<VectorQ5_1>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }
#endif
