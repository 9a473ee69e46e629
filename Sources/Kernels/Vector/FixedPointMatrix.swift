#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Fixed-point matrix products, vectorised for each instruction set.
  ///
  ///     y[row] = Σ_blocks f · d · Σ i·j
  ///
  /// Integers are stored as ``FixedPoint`` describes: one load reads the pairs of two columns for all rows of a
  /// register, and one broadcast the pair of a token. The accumulation of their products is specific to the instruction
  /// set: `PairSum`.

  /// The product of a row tile with a token tile.
  private struct FixedPointProduct: TileOperation {
    /// The first block, with factors before steps.
    var rowTile: PairRowTile
    var columns: Int
    /// True if the output holds the sums of preceding columns, to which the product is added.
    var accumulates: Bool
    var group: UnsafeRawPointer
    var stride: Int
    /// The prefetch of the next group of tokens, and the index of the row tile, which selects its shares.
    var nextGroup: SharedPrefetch?
    var tileIndex: Int
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int
    var stream: WeightStream

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      let output = output + first * outputStride
      var tile = Tile()
      if accumulates { tile.load(output, outputStride) }
      var (rowTile, x) = (rowTile, group + 4 * first)
      var next = stream.tile(at: first)
      var share = tileIndex * Self.shares(columns: columns) + first * FixedPoint.blocks(columns)
      forEachBlock { steps in
        nextGroup?.prefetch(share, Tile.tokens)
        share += Tile.tokens
        next.prefetchPart(2 * FixedPoint.factorByteCount)
        let factors = rowTile.readFactors()
        // Not unrolled: the compiler would separate products and sums.
        var left = steps
        while left > 0 {
          next.prefetchPart(2 * FixedPoint.stepByteCount)
          tile.multiply(pairs: rowTile.readStep(), x)
          x += stride
          left -= 1
        }
        tile.endPairs(factors, x)
        x += stride
      }
      tile.store(rows, output, outputStride)
    }

    /// The number of prefetch shares per row tile: one for each token of a group and each block.
    @inline(__always)
    static func shares(columns: Int) -> Int { ActivationGroup.tokens * FixedPoint.blocks(columns) }

    /// Multiplies one token with this row tile and the next, which are read as one sequential stream.
    @inline(__always)
    func runWithNext() {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (rowTile, other, x) = (rowTile, rowTile.next, group)
      var next = stream.prefetchesForFewTokens ? stream.tile(at: 0) : nil
      forEachBlock { steps in
        next?.prefetchPart(2 * FixedPoint.factorByteCount)
        let (factors, otherFactors) = (rowTile.readFactors(), other.readFactors())
        var left = steps
        while left > 0 {
          next?.prefetchPart(2 * FixedPoint.stepByteCount)
          tile.multiply(pairs: rowTile.readStep(), x)
          otherTile.multiply(pairs: other.readStep(), x)
          x += stride
          left -= 1
        }
        tile.endPairs(factors, x)
        otherTile.endPairs(otherFactors, x)
        x += stride
      }
      tile.store(RowTile.rows, output, outputStride)
      otherTile.store(rows - RowTile.rows, output + RowTile.rows, outputStride)
    }

    /// Calls `body` with the number of steps of each block.
    @inline(__always)
    private func forEachBlock(_ body: (_ steps: Int) -> Void) {
      var left = FixedPoint.steps(columns)
      while left > 0 {
        let steps = smaller(FixedPoint.steps(FixedPoint.blockColumns), left)
        body(steps)
        left -= steps
      }
    }
  }

  extension PairRowTile {
    /// Reads the factors of a block and advances to its steps.
    @inline(__always)
    fileprivate mutating func readFactors() -> FloatLanes {
      let factors = FloatLanes(bfloat16s: self, 0)
      advance(by: 2 * FixedPoint.factorByteCount)
      return factors
    }

    /// Reads the integers of a step and advances to the next.
    @inline(__always)
    fileprivate mutating func readStep() -> IntegerLanes {
      let integers = IntegerLanes(loadIntegers(address(0, 0, 4)), loadIntegers(address(1, 0, 4)))
      advance(by: 2 * FixedPoint.stepByteCount)
      return integers
    }
  }

  extension Matrices {
    /// Multiplies 16-bit weights by activations, both in ``FixedPoint``.
    @inline(never)
    package static func multiplyFixedPoint(_ product: MatrixProduct) {
      let units = FixedPoint.units(product.columns)
      forEachColumnBlock(product, width: FixedPoint.cacheBlockColumns) { rows, block in
        let start = product.panels + 2 * FixedPoint.panelByteCount(columns: block.lowerBound)
        let blockUnits = FixedPoint.units(block.lowerBound)..<FixedPoint.units(block.upperBound)
        let shares = rowTileCount(rows) * FixedPointProduct.shares(columns: block.count)
        forEachRowTile(rows, product.tokens) { row, token in
          let cursor = PairCursor(start, product.panelByteCount, row: row)
          let (group, stride) = tokenAddress(product.activations, token, of: product.tokens, units, 4)
          let operation = FixedPointProduct(
            rowTile: PairRowTile(cursor), columns: block.count, accumulates: block.lowerBound > 0,
            group: group + blockUnits.lowerBound * stride, stride: stride,
            nextGroup: nextGroup(product, after: token, of: units, units: blockUnits, shares: shares),
            tileIndex: (row - rows.lowerBound) / RowTile.rows,
            output: product.output + (token * product.outputStride + row), outputStride: product.outputStride,
            rows: smaller(rowsPerPass(product.tokens), rows.upperBound - row),
            stream: WeightStream(
              product, rowTile: cursor.address(0, 0, 0), row: row, of: rows.upperBound, token: token))
          if operation.rows > RowTile.rows {
            operation.runWithNext()
          } else {
            forEachTile(smaller(ActivationGroup.tokens, product.tokens - token), limit: PairSum.tokens, operation)
          }
        }
      }
    }
  }
#endif
