#if arch(x86_64) || arch(arm64)
  /// Float weights × 32-bit float activations, in the vectors of each instruction set.
  ///
  ///     y[row] = Σ_columns w · x
  ///
  /// As in the portable kernel, each run of 32 columns is summed on its own before it joins the total.

  /// How a float format keeps weights.
  protocol FloatElement {
    static var byteCount: Int { get }
    /// As many as a register has lanes.
    static func load(_ weights: UnsafeRawPointer) -> FloatVector
  }

  enum Float32Element: FloatElement {
    static var byteCount: Int { 4 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatVector { loadFloats(weights) }
  }

  enum Float16Element: FloatElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatVector { loadHalves(weights) }
  }

  enum BFloat16Element: FloatElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> FloatVector { loadBrainFloats(weights) }
  }

  /// The product of a strip of some format with a tile of tokens.
  struct FloatProduct<Element: FloatElement>: TileOperation {
    var strip: Strip
    /// The distance of two columns in bytes.
    var columnStride: Int
    var columns: Int
    /// Whether the output has the sums of columns before these.
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
      var strip = strip
      var left = columns
      var next = stream.place(forTileAt: first)
      while left > 0 {
        for _ in 0..<min(32, left) {
          let weights = FloatLanes(
            Element.load(strip.place(0, 0, Element.byteCount)), Element.load(strip.place(1, 0, Element.byteCount)))
          fetchPart(Strip.rows * Element.byteCount, at: &next)
          tile.multiply(weights, x, 4)
          strip.advance(by: columnStride)
          x += stride
        }
        tile.endRun()
        left -= 32
      }
      tile.store(rows, output, outputStride)
    }
  }

  /// Panels of a float format × tokens.
  @inline(__always)
  func multiplyFloats<Element: FloatElement>(
    _ element: Element.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int
  ) {
    let unit = 16 * Element.byteCount
    forEachFloatBlock(rows, columns, tokens) { row, token, block in
      let panel =
        PairPart(panels, panelByteCount, row: row).place(0, 0, Element.byteCount) + 2 * unit * block.lowerBound
      let (group, stride) = tokenPlace(activations, token, of: tokens, columns, 4)
      forEachTile(
        min(ActivationGroup.tokens, tokens - token),
        FloatProduct<Element>(
          strip: Strip(panel, panel + unit, 0), columnStride: 2 * unit, columns: block.count,
          continues: block.lowerBound > 0, group: group + block.lowerBound * stride, stride: stride,
          output: output + (token * outputStride + row), outputStride: outputStride, rows: min(Strip.rows, rows - row),
          stream: WeightStream(panel, panelByteCount, row, of: rows, token, of: tokens)))
    }
  }
#endif
