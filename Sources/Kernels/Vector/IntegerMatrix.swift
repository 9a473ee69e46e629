#if arch(x86_64) || arch(arm64)
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
      // A few tokens are done before memory is: what is read line by line then comes as fast as it can, and up to twice
      // as fast as what is asked for besides. With more of them there is time to ask; and half a pair is no such stream.
      let isStream = Strip.rows == Panel.pairRows && Tile.tokens < 4
      var next = first == 0 && isStream ? nil : stream.place(forTileAt: first)
      for _ in 0..<columns / (32 * Layout.blocksPerFactor) {
        let factors = Layout.factors(factorPlace)
        for _ in 0..<Layout.blocksPerFactor {
          fetchPart(2 * Layout.blockByteCount, at: &next)
          // Written out, so that the places of bits are constants.
          addRun(0, to: &tile, factors, block, x)
          if Layout.runs == 2 { addRun(1, to: &tile, factors, block, x) }
          block.advance(by: 2 * Layout.blockByteCount)
          x += stride
        }
        factorPlace.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
      }
      tile.store(rows, output + first * outputStride, outputStride)
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
      var code = plane(strip, lowOffset, lowBits, group, register, shiftedBy: 0)
      if highBits == 1 {
        code = addHighBits(to: code, 1 << lowBits, strip.placeOfBits(register, highOffset + 8 * group))
      } else if highBits == 2 {
        code = either(code, plane(strip, highOffset, 2, group, register, shiftedBy: lowBits))
      }
      guard let levels else { return code }
      return lookUp(code, levels.low, levels.high)
    }

    /// The codes of `bits` bits in a plane of vectors that hold several groups of 4 columns, moved up by some bits.
    @inline(__always)
    private static func plane(
      _ strip: PairStrip, _ offset: Int, _ bits: Int, _ group: Int, _ register: Int, shiftedBy shift: Int
    ) -> IntegerVector {
      let groups = 8 / bits
      let vector = loadIntegers(strip.place(register, offset + group / groups * 64, 4))
      guard groups > 1 else { return vector }
      // Bits of neighbours that a shift of 16 bits brings along are masked out.
      let distance = group % groups * bits - shift
      let moved =
        distance == 0 ? vector : distance > 0 ? shiftedRight16(vector, distance) : shiftedLeft16(vector, -distance)
      return masked(moved, (1 << bits - 1) << shift)
    }
  }

  /// Panels of a layout × tokens.
  @inline(__always)
  func multiplyIntegers<Layout: PanelLayout>(
    _ layout: Layout.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int
  ) {
    for firstRow in stride(from: 0, to: rows, by: Strip.rows) {
      let factors = PairPart(panels, panelByteCount, row: firstRow)
      let blocks = factors.advanced(by: 2 * Layout.factorByteCount)
      for first in stride(from: 0, to: tokens, by: ActivationGroup.tokens) {
        let (group, stride) = tokenPlace(activations, first, of: tokens, columns / 32, ActivationBlock.byteCount)
        forEachTile(
          // Two runs of scales and more planes of bits take registers.
          min(ActivationGroup.tokens, tokens - first), limit: Layout.runs == 1 ? LargestTile.tokens : 4,
          IntegerProduct<Layout>(
            factors: PairStrip(factors), blocks: PairStrip(blocks), columns: columns, group: group, stride: stride,
            output: output + (first * outputStride + firstRow), outputStride: outputStride,
            rows: min(Strip.rows, rows - firstRow),
            stream: WeightStream(blocks.place(0, 0, 0), panelByteCount, firstRow, of: rows, first, of: tokens)))
      }
    }
  }
#endif
