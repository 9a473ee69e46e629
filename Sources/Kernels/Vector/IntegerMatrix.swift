#if arch(x86_64)
  /// Integer weights × 8-bit activations, in the vectors of each instruction set.
  ///
  ///     y[row] = Σ_blocks d_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
  ///
  /// Goals, in order: the portable kernel's integers exactly and its floats to rounding; every weight loaded and unpacked
  /// once for a whole tile of tokens; as few instructions as can be for each product. A lane is a row, so there are no
  /// horizontal sums. How the integers of a block are summed up is the instruction set's own; see `VectorBlock`.

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
        Block.addDots(to: &tile, weights, x, stride)
        let minimums = Block.hasMinimum ? FloatLanes(f16: weights + 32) : FloatLanes()
        tile.end(Block.self, FloatLanes(f16: weights), minimums, x, stride)
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
