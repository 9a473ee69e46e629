#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// Integer weights × 8-bit activations, in the vectors of each instruction set.
  ///
  ///     y[row] = Σ_runs s_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
  ///
  /// Goals, in order: the portable kernel's integers exactly and its floats to rounding; every weight loaded and unpacked
  /// once for a whole tile of tokens, every activation once for a whole strip; as few instructions as can be for each
  /// product. A lane is a row, so there are no horizontal sums. How the integers of a run are summed up is the
  /// instruction set's own: `DotSum`.

  /// The product of a strip of some layout with a tile of tokens.
  private struct IntegerProduct<Layout: PanelLayout>: TileOperation {
    var factors: PairStrip
    var blocks: PairStrip
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
      var (factorPlace, block) = (factors, blocks)
      // A few tokens are done before memory is, and some processors are faster then if nothing asks.
      let isLeftAlone = Strip.rows == Panel.pairRows && Tile.tokens < 4 && first == 0 && !stream.isForFew
      var next = isLeftAlone ? nil : stream.tile(at: first)
      for _ in 0..<columns / (32 * Layout.blocksPerFactor) {
        let factors = Layout.factors(factorPlace)
        for _ in 0..<Layout.blocksPerFactor {
          next?.fetchPart(2 * Layout.blockByteCount)
          // Written out, so that the places of bits are constants.
          addRun(0, to: &tile, factors, block, x)
          if Layout.runs == 2 { addRun(1, to: &tile, factors, block, x) }
          block.advance(by: 2 * Layout.blockByteCount)
          x += stride
        }
        if Layout.hasFactors { next?.fetchPart(2 * Layout.factorByteCount) }
        factorPlace.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
      }
      tile.store(rows, output + first * outputStride, outputStride)
    }

    /// The product of one token with this strip and the next, which together are one stream.
    @inline(__always)
    func runWithNext() {
      var (tile, otherTile) = (OneToken(), OneToken())
      var (factorPlace, block) = (factors, blocks)
      var (otherFactorPlace, otherBlock) = (factors.next, blocks.next)
      var x = group
      var next = stream.isForFew ? stream.tile(at: 0) : nil
      for _ in 0..<columns / (32 * Layout.blocksPerFactor) {
        let factors = Layout.factors(factorPlace)
        let otherFactors = Layout.factors(otherFactorPlace)
        for _ in 0..<Layout.blocksPerFactor {
          next?.fetchPart(2 * Layout.blockByteCount)
          addRun(0, to: &tile, factors, block, x)
          if Layout.runs == 2 { addRun(1, to: &tile, factors, block, x) }
          addRun(0, to: &otherTile, otherFactors, otherBlock, x)
          if Layout.runs == 2 { addRun(1, to: &otherTile, otherFactors, otherBlock, x) }
          block.advance(by: 2 * Layout.blockByteCount)
          otherBlock.advance(by: 2 * Layout.blockByteCount)
          x += stride
        }
        if Layout.hasFactors { next?.fetchPart(2 * Layout.factorByteCount) }
        factorPlace.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        otherFactorPlace.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
        otherBlock.advance(by: 2 * Layout.factorByteCount)
      }
      tile.store(Strip.rows, output, outputStride)
      otherTile.store(rows - Strip.rows, output + Strip.rows, outputStride)
    }

    @_transparent
    private func addRun(
      _ run: Int, to tile: inout some TokenTile, _ factors: (scales: FloatLanes, minimums: FloatLanes),
      _ strip: PairStrip, _ x: UnsafeRawPointer
    ) {
      tile.begin(Layout.self, run, x)
      addDots(Layout.self, run, to: &tile, strip, x)
      let (scales, minimums) = Layout.scales(factors, strip, run)
      tile.end(Layout.self, run, scales, minimums, x)
    }
  }

  extension PanelLayout {
    /// The factors of the scales and, negated, of the minimums of 8 blocks.
    @inline(__always)
    fileprivate static func factors(_ strip: PairStrip) -> (scales: FloatLanes, minimums: FloatLanes) {
      guard hasFactors else { return (FloatLanes(), FloatLanes()) }
      let scales = FloatLanes(halves: strip, 0)
      guard hasMinimum else { return (scales, FloatLanes()) }
      let minimums = FloatLanes(halves: strip, 32)
      return (scales, FloatLanes(negate(minimums.low), negate(minimums.high)))
    }

    /// The scales and minimums of a run.
    @inline(__always)
    fileprivate static func scales(
      _ factors: (scales: FloatLanes, minimums: FloatLanes), _ strip: PairStrip, _ run: Int
    ) -> (scales: FloatLanes, minimums: FloatLanes) {
      switch scaling {
      case .halves:
        (FloatLanes(halves: strip, 0), hasMinimum ? FloatLanes(halves: strip, minimumOffset) : FloatLanes())
      case .exponents:
        (FloatLanes(exponents: strip, 0), FloatLanes())
      case .bytes:
        (
          factors.scales.times(FloatLanes(bytes: strip, 16 * run)),
          hasMinimum ? factors.minimums.times(FloatLanes(bytes: strip, minimumOffset + 16 * run)) : FloatLanes()
        )
      case .nibbles:
        (
          factors.scales.times(FloatLanes(nibbles: strip, 16 * run, high: false)),
          factors.minimums.times(FloatLanes(nibbles: strip, 16 * run, high: true))
        )
      }
    }

    /// The levels of 4 columns × a strip's rows, without a sign: group 0…7 of the block at `strip`.
    @inline(__always)
    static func levels(_ strip: PairStrip, _ group: Int) -> IntegerLanes {
      IntegerLanes(levels(strip, group, 0), levels(strip, group, 1))
    }

    /// The same for one of the registers.
    @inline(__always)
    private static func levels(_ strip: PairStrip, _ group: Int, _ register: Int) -> IntegerVector {
      var code = lowBits == 6 ? sixBits(strip, group, register) : lowCodes(strip, group, register)
      if highBits == 1 {
        code = addHighBits(to: code, 1 << lowBits, strip.placeOfBits(register, highOffset + 8 * group))
      }
      guard let levels else { return code }
      return lookUp(code, levels.low, levels.high)
    }

    /// The codes in the low plane, of vectors that hold one group of 4 columns or several.
    @inline(__always)
    private static func lowCodes(_ strip: PairStrip, _ group: Int, _ register: Int) -> IntegerVector {
      let groups = 8 / lowBits
      let vector = loadIntegers(strip.place(register, lowOffset + group / groups * 64, 4))
      guard groups > 1 else { return vector }
      // What a shift of 16 bits brings along of neighbours is masked out.
      let first = group % groups * lowBits
      return masked(first == 0 ? vector : shiftedRight16(vector, first), 1 << lowBits - 1)
    }

    /// The same of 6 bits, where three vectors hold four groups.
    @inline(__always)
    private static func sixBits(_ strip: PairStrip, _ group: Int, _ register: Int) -> IntegerVector {
      let offset = lowOffset + group / 4 * 192
      let own = group % 4
      if own < 3 { return masked(loadIntegers(strip.place(register, offset + 64 * own, 4)), 63) }
      // The fourth is in what the others leave of their bytes.
      return either(
        either(
          masked(shiftedRight16(loadIntegers(strip.place(register, offset, 4)), 2), 0b11_0000),
          masked(shiftedRight16(loadIntegers(strip.place(register, offset + 64, 4)), 4), 0b1100)),
        masked(shiftedRight16(loadIntegers(strip.place(register, offset + 128, 4)), 6), 0b11))
    }
  }

  /// Multiplies panels of a layout with tokens.
  @inline(__always)
  func multiply<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
    let together = rowsAtOnce(product.tokens)
    for firstRow in stride(from: 0, to: product.rows, by: together) {
      let factors = PairPart(product.panels, product.panelByteCount, row: firstRow)
      let blocks = factors.advanced(by: 2 * Layout.factorByteCount)
      for first in stride(from: 0, to: product.tokens, by: ActivationGroup.tokens) {
        let (group, stride) = tokenPlace(
          product.activations, first, of: product.tokens, product.columns / 32, ActivationBlock.byteCount)
        let operation = IntegerProduct<Layout>(
          factors: PairStrip(factors), blocks: PairStrip(blocks), columns: product.columns, group: group,
          stride: stride,
          output: product.output + (first * product.outputStride + firstRow), outputStride: product.outputStride,
          rows: min(together, product.rows - firstRow),
          stream: WeightStream(product, strip: blocks.place(0, 0, 0), row: firstRow, of: product.rows, token: first))
        if operation.rows > Strip.rows {
          operation.runWithNext()
        } else {
          // Two runs of scales and more planes of bits take registers.
          forEachTile(
            min(ActivationGroup.tokens, product.tokens - first), limit: Layout.runs == 1 ? LargestTile.tokens : 4,
            operation)
        }
      }
    }
  }
#endif
