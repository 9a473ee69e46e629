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
      var next = stream.tile(at: first)
      while left > 0 {
        for _ in 0..<min(32, left) {
          let weights = Self.weights(strip)
          next.fetchPart(Strip.rows * Element.byteCount)
          tile.multiply(weights, x, 4)
          strip.advance(by: columnStride)
          x += stride
        }
        tile.endRun()
        left -= 32
      }
      tile.store(rows, output, outputStride)
    }

    /// The product of one token with all columns of this strip and the next, which together are one stream.
    @inline(__always)
    func run(with other: Strip) {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (strip, other) = (strip, other)
      var x = group
      var left = columns
      var next = stream.isForFew ? stream.tile(at: 0) : nil
      while left > 0 {
        for _ in 0..<min(32, left) {
          next?.fetchPart(2 * Strip.rows * Element.byteCount)
          tile.multiply(Self.weights(strip), x, 4)
          otherTile.multiply(Self.weights(other), x, 4)
          strip.advance(by: columnStride)
          other.advance(by: columnStride)
          x += stride
        }
        tile.endRun()
        otherTile.endRun()
        left -= 32
      }
      tile.store(Strip.rows, output, outputStride)
      otherTile.store(rows - Strip.rows, output + Strip.rows, outputStride)
    }

    /// The weights of a column.
    @inline(__always)
    private static func weights(_ strip: Strip) -> FloatLanes {
      FloatLanes(
        Element.load(strip.place(0, 0, Element.byteCount)), Element.load(strip.place(1, 0, Element.byteCount)))
    }
  }

  /// Weights of a float format as 32-bit floats, `count` of them, a multiple of 32.
  @inline(__always)
  func widenFloats<Element: FloatElement>(
    _ element: Element.Type, _ weights: UnsafeRawPointer, _ count: Int, _ floats: UnsafeMutablePointer<Float>
  ) {
    for start in stride(from: 0, to: count, by: registerLanes) {
      storeFloats(Element.load(weights + start * Element.byteCount), registerLanes, floats + start)
    }
  }

  /// Panels of a float format × tokens.
  @inline(__always)
  func multiplyFloats<Element: FloatElement>(
    _ element: Element.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
    _ nearFetch: Int, _ farFetch: Int
  ) {
    let unit = 16 * Element.byteCount
    forEachFloatBlock(rows, columns, tokens) { row, token, block in
      let part = PairPart(panels, panelByteCount, row: row).advanced(by: 2 * unit * block.lowerBound)
      let panel = part.place(0, 0, Element.byteCount)
      let (group, stride) = tokenPlace(activations, token, of: tokens, columns, 4)
      let product = FloatProduct<Element>(
        strip: Strip(panel, panel + unit, 0), columnStride: 2 * unit, columns: block.count,
        continues: block.lowerBound > 0, group: group + block.lowerBound * stride, stride: stride,
        output: output + (token * outputStride + row), outputStride: outputStride,
        rows: min(rowsAtOnce(tokens), rows - row),
        stream: WeightStream(panel, panelByteCount, row, of: rows, token, of: tokens, near: nearFetch, far: farFetch))
      if product.rows > Strip.rows {
        let next = part.advanced(rows: Strip.rows).place(0, 0, Element.byteCount)
        product.run(with: Strip(next, next + unit, 0))
      } else {
        forEachTile(min(ActivationGroup.tokens, tokens - token), product)
      }
    }
  }
#endif
