#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Weights × activations in fixed point, in the vectors of each instruction set.
  ///
  ///     y[row] = Σ_blocks f · d · Σ i·j
  ///
  /// Integers come as ``FixedPoint`` has them: one load brings the pairs of two columns for all rows of a register, and one
  /// broadcast the pair of a token. How their products are summed up is the instruction set's own: `PairSum`.

  /// The product of a strip with a tile of tokens.
  private struct FixedPointProduct: TileOperation {
    /// Where the first block is, factors before steps.
    var strip: PairStrip
    var columns: Int
    /// Whether the output has the sums of columns before these.
    var continues: Bool
    var group: UnsafeRawPointer
    var stride: Int
    /// What is asked for of the tokens that come next, and how many strips have had a turn at that before this one.
    var nextGroup: SharedFetch?
    var turn: Int
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int
    var stream: WeightStream

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      let output = output + first * outputStride
      var tile = Tile()
      if continues { tile.load(output, outputStride) }
      var (strip, x) = (strip, group + 4 * first)
      var next = stream.tile(at: first)
      var share = turn * Self.shares(columns: columns) + first * FixedPoint.blocks(columns)
      forEachBlock { steps in
        nextGroup?.fetch(share, Tile.tokens)
        share += Tile.tokens
        next.fetchPart(2 * FixedPoint.factorByteCount)
        let factors = strip.takeFactors()
        // Not written out for several steps: the compiler would take products and sums apart.
        var left = steps
        while left > 0 {
          next.fetchPart(2 * FixedPoint.stepByteCount)
          tile.multiply(pairs: strip.takeStep(), x)
          x += stride
          left -= 1
        }
        tile.endPairs(factors, x)
        x += stride
      }
      tile.store(rows, output, outputStride)
    }

    /// In how many parts a strip asks for what comes next: one for each token of a group and each block.
    @inline(__always)
    static func shares(columns: Int) -> Int { ActivationGroup.tokens * FixedPoint.blocks(columns) }

    /// The product of one token with this strip and the next, which together are one stream.
    @inline(__always)
    func runWithNext() {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (strip, other, x) = (strip, strip.next, group)
      var next = stream.isForFew ? stream.tile(at: 0) : nil
      forEachBlock { steps in
        next?.fetchPart(2 * FixedPoint.factorByteCount)
        let (factors, otherFactors) = (strip.takeFactors(), other.takeFactors())
        var left = steps
        while left > 0 {
          next?.fetchPart(2 * FixedPoint.stepByteCount)
          tile.multiply(pairs: strip.takeStep(), x)
          otherTile.multiply(pairs: other.takeStep(), x)
          x += stride
          left -= 1
        }
        tile.endPairs(factors, x)
        otherTile.endPairs(otherFactors, x)
        x += stride
      }
      tile.store(Strip.rows, output, outputStride)
      otherTile.store(rows - Strip.rows, output + Strip.rows, outputStride)
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

  extension PairStrip {
    /// The factors of a block, of which the steps come next.
    @inline(__always)
    fileprivate mutating func takeFactors() -> FloatLanes {
      let factors = FloatLanes(brainFloats: self, 0)
      advance(by: 2 * FixedPoint.factorByteCount)
      return factors
    }

    /// The integers of a step.
    @inline(__always)
    fileprivate mutating func takeStep() -> IntegerLanes {
      let integers = IntegerLanes(loadIntegers(place(0, 0, 4)), loadIntegers(place(1, 0, 4)))
      advance(by: 2 * FixedPoint.stepByteCount)
      return integers
    }
  }

  extension Matrices {
    /// Multiplies panels with tokens.
    @inline(never)
    package static func multiplyFixedPoint(_ product: MatrixProduct) {
      let units = FixedPoint.units(product.columns)
      forEachColumnBlock(product, width: FixedPoint.columnsAtOnce) { rows, block in
        let start = product.panels + 2 * FixedPoint.panelByteCount(columns: block.lowerBound)
        let blockUnits = FixedPoint.units(block.lowerBound)..<FixedPoint.units(block.upperBound)
        let shares = strips(rows) * FixedPointProduct.shares(columns: block.count)
        forEachStrip(rows, product.tokens) { row, token in
          let part = PairPart(start, product.panelByteCount, row: row)
          let (group, stride) = tokenPlace(product.activations, token, of: product.tokens, units, 4)
          let operation = FixedPointProduct(
            strip: PairStrip(part), columns: block.count, continues: block.lowerBound > 0,
            group: group + blockUnits.lowerBound * stride, stride: stride,
            nextGroup: nextGroup(product, after: token, of: units, units: blockUnits, shares: shares),
            turn: (row - rows.lowerBound) / Strip.rows, output: product.output + (token * product.outputStride + row),
            outputStride: product.outputStride, rows: smaller(rowsAtOnce(product.tokens), rows.upperBound - row),
            stream: WeightStream(product, strip: part.place(0, 0, 0), row: row, of: rows.upperBound, token: token))
          if operation.rows > Strip.rows {
            operation.runWithNext()
          } else {
            forEachTile(smaller(ActivationGroup.tokens, product.tokens - token), limit: PairSum.tokens, operation)
          }
        }
      }
    }
  }
#endif
