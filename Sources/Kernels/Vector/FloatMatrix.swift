#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Products of float weights and 32-bit float activations, vectorised for each instruction set.
  ///
  ///     y[row] = Σ_columns w · x
  ///
  /// As in the portable kernel, each run of 32 columns is summed separately before it is added to the total.

  /// The storage of elements of a float format.
  protocol FloatElement {
    static var byteCount: Int { get }
    /// Loads one register of elements.
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

  /// The product of a row tile of float weights with a token tile.
  struct FloatProduct<Element: FloatElement>: TileOperation {
    @inline(__always)
    static var supportsThreeTokens: Bool { true }

    var rowTile: RowTile
    /// The distance between two columns in bytes.
    var columnStride: Int
    var columns: Int
    /// True if the output holds the sums of preceding columns, to which the product is added.
    var accumulates: Bool
    var group: UnsafeRawPointer
    var stride: Int
    /// The prefetch of the next group of tokens, and the index of the row tile, which selects its shares.
    var nextGroup: SharedPrefetch? = nil
    var tileIndex = 0
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int
    var stream: WeightStream

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      let output = output + first * outputStride
      var tile = Tile()
      if accumulates { tile.load(output, outputStride) }
      var x = group + 4 * first
      var rowTile = rowTile
      var left = columns
      var next = stream.tile(at: first)
      var share = tileIndex * Self.shares(columns: columns) + first * Self.runs(columns)
      while left > 0 {
        nextGroup?.prefetch(share, Tile.tokens)
        share += Tile.tokens
        for _ in 0..<smaller(32, left) {
          let weights = Self.weights(rowTile)
          next.prefetchPart(RowTile.rows * Element.byteCount)
          tile.multiply(weights, x, 4)
          rowTile.advance(by: columnStride)
          x += stride
        }
        tile.endRun()
        left -= 32
      }
      tile.store(rows, output, outputStride)
    }

    /// The number of runs of 32 columns.
    @inline(__always)
    private static func runs(_ columns: Int) -> Int { (columns + 31) / 32 }

    /// The number of prefetch shares per row tile: one for each token of a group and each run of columns.
    @inline(__always)
    static func shares(columns: Int) -> Int { ActivationGroup.tokens * runs(columns) }

    /// Multiplies one token with this row tile and the next, which are read as one sequential stream.
    @inline(__always)
    func run(with other: RowTile) {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (rowTile, other) = (rowTile, other)
      var x = group
      var left = columns
      var next = stream.prefetchesForFewTokens ? stream.tile(at: 0) : nil
      while left > 0 {
        for _ in 0..<smaller(32, left) {
          next?.prefetchPart(2 * RowTile.rows * Element.byteCount)
          tile.multiply(Self.weights(rowTile), x, 4)
          otherTile.multiply(Self.weights(other), x, 4)
          rowTile.advance(by: columnStride)
          other.advance(by: columnStride)
          x += stride
        }
        tile.endRun()
        otherTile.endRun()
        left -= 32
      }
      tile.store(RowTile.rows, output, outputStride)
      otherTile.store(rows - RowTile.rows, output + RowTile.rows, outputStride)
    }

    /// The weights of a column.
    @inline(__always)
    private static func weights(_ rowTile: RowTile) -> FloatLanes {
      FloatLanes(
        Element.load(rowTile.address(0, 0, Element.byteCount)), Element.load(rowTile.address(1, 0, Element.byteCount)))
    }
  }

  extension Matrices {
    /// Multiplies 32-bit float weights by 32-bit float activations.
    ///
    /// In large products the block of the next group is prefetched meanwhile, as it is not contiguous with this group's
    /// and not in the L2 cache. On Zen 5 a product of 8,192 columns takes 10 % less time.
    @inline(never)
    package static func multiplyFloats(_ product: MatrixProduct) {
      let unit = Panel.rows * Float32Element.byteCount
      forEachColumnBlock(product, width: ColumnBlock.floatColumns) { rows, block in
        let shares = rowTileCount(rows) * FloatProduct<Float32Element>.shares(columns: block.count)
        forEachRowTile(rows, product.tokens) { row, token in
          let cursor = PairCursor(product.panels + 2 * unit * block.lowerBound, product.panelByteCount, row: row)
          let panel = cursor.address(0, 0, Float32Element.byteCount)
          let (group, stride) = tokenAddress(product.activations, token, of: product.tokens, product.columns, 4)
          let operation = FloatProduct<Float32Element>(
            rowTile: RowTile(panel, panel + unit, 0), columnStride: 2 * unit, columns: block.count,
            accumulates: block.lowerBound > 0, group: group + block.lowerBound * stride, stride: stride,
            nextGroup: nextGroup(product, after: token, of: product.columns, units: block, shares: shares),
            tileIndex: (row - rows.lowerBound) / RowTile.rows,
            output: product.output + (token * product.outputStride + row), outputStride: product.outputStride,
            rows: smaller(rowsPerPass(product.tokens), rows.upperBound - row),
            stream: WeightStream(product, rowTile: panel, row: row, of: rows.upperBound, token: token))
          if operation.rows > RowTile.rows {
            let next = cursor.advanced(rows: RowTile.rows).address(0, 0, Float32Element.byteCount)
            operation.run(with: RowTile(next, next + unit, 0))
          } else {
            forEachTile(smaller(ActivationGroup.tokens, product.tokens - token), operation)
          }
        }
      }
    }
  }
#endif
