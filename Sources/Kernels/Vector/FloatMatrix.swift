#if arch(x86_64)
  /// Float weights × 32-bit float activations, in the vectors of each instruction set.
  ///
  ///     y[row] = Σ_columns w · x
  ///
  /// As in the portable kernel, each run of 32 columns is summed on its own before it joins the total.

  /// How a float format keeps 16 weights.
  protocol VectorElement {
    static var byteCount: Int { get }
    static func load(_ weights: UnsafeRawPointer) -> FloatLanes
  }

  enum VectorF32: VectorElement {
    static var byteCount: Int { 4 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatLanes { FloatLanes(at: weights) }
  }

  enum VectorF16: VectorElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatLanes { FloatLanes(f16: weights) }
  }

  enum VectorBF16: VectorElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatLanes { FloatLanes(bf16: weights) }
  }

  /// The product of a panel of some format with a tile of tokens.
  struct FloatProduct<Element: VectorElement>: TileOperation {
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
      let x = activations + first * stride
      var start = 0
      while start < columns {
        let end = min(start + 32, columns)
        for column in start..<end {
          tile.multiply(Element.load(panel + column * (16 * Element.byteCount)), x + 4 * column, stride)
        }
        tile.endRun()
        start = end
      }
      tile.store(rows, output + first * outputStride, outputStride)
    }
  }

  /// One panel of F32 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyF32(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      FloatProduct<VectorF32>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of F16 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyF16(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      FloatProduct<VectorF16>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }

  /// One panel of BF16 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyBF16(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    forEachTile(
      tokens,
      FloatProduct<VectorBF16>(
        panel: panel, columns: columns, activations: activations, stride: stride, output: output,
        outputStride: outputStride, rows: rows))
  }
#endif
