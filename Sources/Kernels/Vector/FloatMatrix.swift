#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

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

  /// The product of a strip of some format with a tile of tokens.
  struct FloatProduct<Element: FloatElement>: TileOperation {
    @inline(__always)
    static var hasTileOfThree: Bool { true }

    var strip: Strip
    /// The distance of two columns in bytes.
    var columnStride: Int
    var columns: Int
    /// Whether the output has the sums of columns before these.
    var continues: Bool
    var group: UnsafeRawPointer
    var stride: Int
    /// What is asked for of the tokens that come next, and how many strips have had a turn at that before this one.
    var nextGroup: SharedFetch? = nil
    var turn = 0
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
      var share = turn * Self.shares(columns: columns) + first * Self.runs(columns)
      while left > 0 {
        nextGroup?.fetch(share, Tile.tokens)
        share += Tile.tokens
        for _ in 0..<smaller(32, left) {
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

    /// The number of runs that columns are summed in.
    @inline(__always)
    private static func runs(_ columns: Int) -> Int { (columns + 31) / 32 }

    /// In how many parts a strip asks for what comes next: one for each token of a group and each run of columns.
    @inline(__always)
    static func shares(columns: Int) -> Int { ActivationGroup.tokens * runs(columns) }

    /// The product of one token with all columns of this strip and the next, which together are one stream.
    @inline(__always)
    func run(with other: Strip) {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (strip, other) = (strip, other)
      var x = group
      var left = columns
      var next = stream.isForFew ? stream.tile(at: 0) : nil
      while left > 0 {
        for _ in 0..<smaller(32, left) {
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

  extension Matrices {
    /// Multiplies panels with tokens.
    ///
    /// The next group's part of a block is prefetched meanwhile where many tokens have many columns: it lies far from this
    /// group's, and behind the second-level cache. On Zen 5 a product of 8,192 columns takes a tenth less time.
    @inline(never)
    package static func multiplyFloats(_ product: MatrixProduct) {
      let unit = Panel.rows * Float32Element.byteCount
      forEachColumnBlock(product, width: ColumnBlock.floatColumns) { rows, block in
        let shares = strips(rows) * FloatProduct<Float32Element>.shares(columns: block.count)
        forEachStrip(rows, product.tokens) { row, token in
          let part = PairPart(product.panels + 2 * unit * block.lowerBound, product.panelByteCount, row: row)
          let panel = part.place(0, 0, Float32Element.byteCount)
          let (group, stride) = tokenPlace(product.activations, token, of: product.tokens, product.columns, 4)
          let operation = FloatProduct<Float32Element>(
            strip: Strip(panel, panel + unit, 0), columnStride: 2 * unit, columns: block.count,
            continues: block.lowerBound > 0, group: group + block.lowerBound * stride, stride: stride,
            nextGroup: nextGroup(product, after: token, of: product.columns, units: block, shares: shares),
            turn: (row - rows.lowerBound) / Strip.rows, output: product.output + (token * product.outputStride + row),
            outputStride: product.outputStride, rows: smaller(rowsAtOnce(product.tokens), rows.upperBound - row),
            stream: WeightStream(product, strip: panel, row: row, of: rows.upperBound, token: token))
          if operation.rows > Strip.rows {
            let next = part.advanced(rows: Strip.rows).place(0, 0, Float32Element.byteCount)
            operation.run(with: Strip(next, next + unit, 0))
          } else {
            forEachTile(smaller(ActivationGroup.tokens, product.tokens - token), operation)
          }
        }
      }
    }
  }
#endif
