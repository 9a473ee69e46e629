#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// Products of integer weights and 8-bit activations, vectorised for each instruction set.
  ///
  ///     y[row] = Σ_runs s_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
  ///
  /// Design goals, in order: the same integers as the portable kernel and the same floats up to rounding; each weight
  /// loaded and unpacked once per token tile, each activation once per row tile; a minimum of instructions per product.
  /// A lane is a row, so there are no horizontal sums. The accumulation of the integers of a run is specific to the
  /// instruction set: `DotSum`.

  /// The product of a row tile of integer weights with a token tile.
  private struct IntegerProduct<Layout: PanelLayout>: TileOperation {
    var factors: PairRowTile
    var blocks: PairRowTile
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
      var x = group + first * ActivationBlock.byteCount
      var (factorTile, block) = (factors, blocks)
      // Small batches are memory-bound, and some processors are then faster without software prefetch.
      let skipsPrefetch =
        RowTile.rows == Panel.pairRows && Tile.tokens < 4 && first == 0 && !stream.prefetchesForFewTokens
      var next = skipsPrefetch ? nil : stream.tile(at: first)
      for _ in 0..<columns / (32 * Layout.blocksPerFactor) {
        let factors = Layout.factors(factorTile)
        for _ in 0..<Layout.blocksPerFactor {
          next?.prefetchPart(2 * Layout.blockByteCount)
          // Unrolled, so that bit positions are constants.
          addRun(0, to: &tile, factors, block, x)
          if Layout.runs == 2 { addRun(1, to: &tile, factors, block, x) }
          block.advance(by: 2 * Layout.blockByteCount)
          x += stride
        }
        if Layout.hasFactors { next?.prefetchPart(2 * Layout.factorByteCount) }
        factorTile.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
      }
      tile.store(rows, output + first * outputStride, outputStride)
    }

    /// Multiplies one token with this row tile and the next, which are read as one sequential stream.
    @inline(__always)
    func runWithNext() {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (factorTile, block) = (factors, blocks)
      var (otherFactorTile, otherBlock) = (factors.next, blocks.next)
      var x = group
      var next = stream.prefetchesForFewTokens ? stream.tile(at: 0) : nil
      for _ in 0..<columns / (32 * Layout.blocksPerFactor) {
        let factors = Layout.factors(factorTile)
        let otherFactors = Layout.factors(otherFactorTile)
        for _ in 0..<Layout.blocksPerFactor {
          next?.prefetchPart(2 * Layout.blockByteCount)
          addRun(0, to: &tile, factors, block, x)
          if Layout.runs == 2 { addRun(1, to: &tile, factors, block, x) }
          addRun(0, to: &otherTile, otherFactors, otherBlock, x)
          if Layout.runs == 2 { addRun(1, to: &otherTile, otherFactors, otherBlock, x) }
          block.advance(by: 2 * Layout.blockByteCount)
          otherBlock.advance(by: 2 * Layout.blockByteCount)
          x += stride
        }
        if Layout.hasFactors { next?.prefetchPart(2 * Layout.factorByteCount) }
        factorTile.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        otherFactorTile.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
        otherBlock.advance(by: 2 * Layout.factorByteCount)
      }
      tile.store(RowTile.rows, output, outputStride)
      otherTile.store(rows - RowTile.rows, output + RowTile.rows, outputStride)
    }

    @_transparent
    private func addRun(
      _ run: Int, to tile: inout some TokenTile, _ factors: (scales: FloatLanes, minimums: FloatLanes),
      _ rowTile: PairRowTile, _ x: UnsafeRawPointer
    ) {
      tile.begin(Layout.self, run, x)
      addDots(Layout.self, run, to: &tile, rowTile, x)
      let (scales, minimums) = Layout.scales(factors, rowTile, run)
      tile.end(Layout.self, run, scales, minimums, x)
    }
  }

  extension PanelLayout {
    /// Loads the factors of the scales and, negated, of the minimums of 8 blocks.
    @inline(__always)
    static func factors(_ rowTile: PairRowTile) -> (scales: FloatLanes, minimums: FloatLanes) {
      guard hasFactors else { return (FloatLanes(), FloatLanes()) }
      let scales = FloatLanes(halves: rowTile, 0)
      guard hasMinimum else { return (factorUnit == 1 ? scales : scales.times(splat(factorUnit)), FloatLanes()) }
      let minimums = FloatLanes(halves: rowTile, 32)
      return (scales, FloatLanes(negate(minimums.low), negate(minimums.high)))
    }

    /// Loads the scales and minimums of a run.
    @inline(__always)
    static func scales(
      _ factors: (scales: FloatLanes, minimums: FloatLanes), _ rowTile: PairRowTile, _ run: Int
    ) -> (scales: FloatLanes, minimums: FloatLanes) {
      switch scaling {
      case .halves:
        (FloatLanes(halves: rowTile, 0), hasMinimum ? FloatLanes(halves: rowTile, minimumOffset) : FloatLanes())
      case .exponents:
        (FloatLanes(exponents: rowTile, 0), FloatLanes())
      case .bytes:
        (
          factors.scales.times(FloatLanes(bytes: rowTile, 16 * run)),
          hasMinimum ? factors.minimums.times(FloatLanes(bytes: rowTile, minimumOffset + 16 * run)) : FloatLanes()
        )
      case .nibbles:
        (
          factors.scales.times(FloatLanes(nibbles: rowTile, 16 * run, high: false)),
          factors.minimums.times(FloatLanes(nibbles: rowTile, 16 * run, high: true))
        )
      case .middles:
        (factors.scales.times(FloatLanes(middles: rowTile, 0, high: run == 1)), FloatLanes())
      case .factors:
        (factors.scales, FloatLanes())
      case .microscales:
        (FloatLanes(microscales: rowTile, 16 * run), FloatLanes())
      }
    }

    /// Decodes the unsigned levels of 4 columns × the rows of a row tile: group 0…7 of the block at `rowTile`.
    @inline(__always)
    static func levels(_ rowTile: PairRowTile, _ group: Int) -> IntegerLanes {
      IntegerLanes(levels(rowTile, group, 0), levels(rowTile, group, 1))
    }

    /// Decodes the levels of one of the two registers.
    @inline(__always)
    private static func levels(_ rowTile: PairRowTile, _ group: Int, _ register: Int) -> IntegerVector {
      var code = lowBits == 6 ? sixBits(rowTile, group, register) : lowCodes(rowTile, group, register)
      if highBits == 1 {
        code = addHighBits(to: code, 1 << lowBits, rowTile.bitAddress(register, highOffset + 8 * group))
      }
      guard let levels else { return code }
      return lookUp(code, levels.low, levels.high)
    }

    /// Extracts codes from the low plane, whose vectors hold one or more groups of 4 columns.
    @inline(__always)
    private static func lowCodes(_ rowTile: PairRowTile, _ group: Int, _ register: Int) -> IntegerVector {
      let groups = 8 / lowBits
      let vector = loadIntegers(rowTile.address(register, lowOffset + group / groups * 64, 4))
      guard groups > 1 else { return vector }
      // Bits that a 16-bit shift moves in from the adjacent byte are masked out.
      let first = group % groups * lowBits
      return masked(first == 0 ? vector : shiftedRight16(vector, first), 1 << lowBits - 1)
    }

    /// Extracts 6-bit codes; three vectors hold four groups.
    @inline(__always)
    private static func sixBits(_ rowTile: PairRowTile, _ group: Int, _ register: Int) -> IntegerVector {
      let offset = lowOffset + group / 4 * 192
      let own = group % 4
      if own < 3 { return masked(loadIntegers(rowTile.address(register, offset + 64 * own, 4)), 63) }
      // The fourth group is in the upper two bits of the bytes of the other three.
      return bitwiseOr(
        bitwiseOr(
          masked(shiftedRight16(loadIntegers(rowTile.address(register, offset, 4)), 2), 0b11_0000),
          masked(shiftedRight16(loadIntegers(rowTile.address(register, offset + 64, 4)), 4), 0b1100)),
        masked(shiftedRight16(loadIntegers(rowTile.address(register, offset + 128, 4)), 6), 0b11))
    }
  }

  /// Multiplies panels of an integer layout by 8-bit activations, decoding levels for each token tile.
  @inline(__always)
  func multiplyPacked<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
    let together = rowsPerPass(product.tokens)
    for firstRow in stride(from: 0, to: product.rows, by: together) {
      let factors = PairCursor(product.panels, product.panelByteCount, row: firstRow)
      let blocks = factors.advanced(by: 2 * Layout.factorByteCount)
      for first in stride(from: 0, to: product.tokens, by: ActivationGroup.tokens) {
        let (group, stride) = tokenAddress(
          product.activations, first, of: product.tokens, product.columns / 32, ActivationBlock.byteCount)
        let operation = IntegerProduct<Layout>(
          factors: PairRowTile(factors), blocks: PairRowTile(blocks), columns: product.columns, group: group,
          stride: stride,
          output: product.output + (first * product.outputStride + firstRow), outputStride: product.outputStride,
          rows: min(together, product.rows - firstRow),
          stream: WeightStream(
            product, rowTile: blocks.address(0, 0, 0), row: firstRow, of: product.rows, token: first))
        if operation.rows > RowTile.rows {
          operation.runWithNext()
        } else {
          // Layouts with two runs per block need more registers.
          forEachTile(
            min(ActivationGroup.tokens, product.tokens - first), limit: Layout.runs == 1 ? LargestTile.tokens : 4,
            operation)
        }
      }
    }
  }
#endif
