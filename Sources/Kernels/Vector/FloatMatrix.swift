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
    var group: UnsafeRawPointer
    var stride: Int
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int
    var stream: WeightStream

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
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
      tile.store(rows, output + first * outputStride, outputStride)
    }
  }

  /// Panels of a float format × tokens.
  @inline(__always)
  func multiplyFloats<Element: FloatElement>(
    _ element: Element.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int
  ) {
    for firstRow in stride(from: 0, to: rows, by: Strip.rows) {
      let unit = 16 * Element.byteCount
      let panel = panelPlace(panels, panelByteCount, unit, firstRow / Panel.rows)
      let strip = Strip(panel, panel + unit, firstRow % Panel.rows)
      for first in stride(from: 0, to: tokens, by: ActivationGroup.tokens) {
        let (group, stride) = tokenPlace(activations, first, of: tokens, columns, 4)
        forEachTile(
          min(ActivationGroup.tokens, tokens - first),
          FloatProduct<Element>(
            strip: strip, columnStride: 2 * unit, columns: columns, group: group, stride: stride,
            output: output + (first * outputStride + firstRow), outputStride: outputStride,
            rows: min(Strip.rows, rows - firstRow),
            stream: WeightStream(panel, panelByteCount, firstRow, of: rows, first, of: tokens)))
      }
    }
  }
#endif
