#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  // Products of many tokens with integer weights. Each block of columns of a row tile is unpacked once into scratch
  // memory that fits the L1 cache, and all token tiles read it from there. So the cost of a format's bit planes, tables
  // and scales is divided by the number of tokens, and one loop of few instructions serves every format.

  /// The scratch layout of an unpacked run: scales, minimums where the layout has them, then levels of 4 columns each.
  extension PanelLayout {
    /// The size in bytes of the scales of a row tile.
    @inline(__always)
    private static var lanesByteCount: Int { 8 * registerLanes }
    /// The number of groups of 4 columns per run.
    @inline(__always)
    fileprivate static var groups: Int { 8 / runs }
    /// The byte offset of the levels.
    @inline(__always)
    fileprivate static var unpackedLevelOffset: Int { hasMinimum ? 2 * lanesByteCount : lanesByteCount }
    /// The byte offset of the minimums.
    @inline(__always)
    fileprivate static var unpackedMinimumOffset: Int { lanesByteCount }
    /// The size of an unpacked run in bytes.
    @inline(__always)
    fileprivate static var unpackedRunByteCount: Int { unpackedLevelOffset + groups * lanesByteCount }
    /// The size of the unpacked blocks of a number of columns in bytes.
    @inline(__always)
    fileprivate static func unpackedByteCount(columns: Int) -> Int { columns / 32 * runs * unpackedRunByteCount }
  }

  /// A pointer into scratch memory from which unpacked runs are read or to which they are written.
  private struct UnpackedRun {
    var address: UnsafeMutableRawPointer

    @inline(__always)
    func lanes(_ offset: Int) -> FloatLanes {
      FloatLanes(loadFloats(address + offset), loadFloats(address + (offset + 4 * registerLanes)))
    }

    @inline(__always)
    func levels(_ offset: Int) -> IntegerLanes {
      IntegerLanes(loadIntegers(address + offset), loadIntegers(address + (offset + 4 * registerLanes)))
    }

    @inline(__always)
    func store(_ lanes: FloatLanes, _ offset: Int) {
      lanes.store(RowTile.rows, (address + offset).assumingMemoryBound(to: Float.self))
    }

    @inline(__always)
    func store(_ levels: IntegerLanes, _ offset: Int) {
      storeIntegers(levels.low, address + offset)
      storeIntegers(levels.high, address + (offset + 4 * registerLanes))
    }
  }

  /// The product of a row tile's unpacked columns with a token tile.
  private struct UnpackedProduct<Layout: PanelLayout>: TileOperation {
    /// The unpacked columns.
    var unpacked: UnsafeMutableRawPointer
    /// The number of blocks of 32 columns.
    var blocks: Int
    var group: UnsafeRawPointer
    var stride: Int
    /// The sums of a token's preceding columns, `RowTile.rows` for each token of the group.
    var sums: UnsafeMutablePointer<Float>
    var isFirst: Bool
    var isLast: Bool
    var output: UnsafeMutablePointer<Float>
    var outputStride: Int
    var rows: Int

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      let sums = sums + first * RowTile.rows
      var tile = Tile()
      if !isFirst { tile.load(sums, RowTile.rows) }
      var x = group + first * ActivationBlock.byteCount
      var run = UnpackedRun(address: unpacked)
      for _ in 0..<blocks {
        add(0, run, to: &tile, x)
        run.address += Layout.unpackedRunByteCount
        if Layout.runs == 2 {
          add(1, run, to: &tile, x)
          run.address += Layout.unpackedRunByteCount
        }
        x += stride
      }
      if isLast {
        tile.store(rows, output + first * outputStride, outputStride)
      } else {
        tile.store(RowTile.rows, sums, RowTile.rows)
      }
    }

    @_transparent
    private func add(_ index: Int, _ run: UnpackedRun, to tile: inout some TokenTile, _ x: UnsafeRawPointer) {
      tile.begin(Layout.self, index, x)
      addDots(Layout.self, to: &tile, x + 16 * index) { group in
        run.levels(Layout.unpackedLevelOffset + 8 * registerLanes * group)
      }
      let minimums = Layout.hasMinimum ? run.lanes(Layout.unpackedMinimumOffset) : FloatLanes()
      tile.end(Layout.self, index, run.lanes(0), minimums, x)
    }
  }

  extension PanelLayout {
    /// Unpacks blocks of columns of a row tile, and advances the cursors to the next.
    @inline(__always)
    fileprivate static func unpack(
      _ blocks: Int, _ factorTile: inout PairRowTile, _ block: inout PairRowTile,
      into scratch: UnsafeMutableRawPointer
    ) {
      var run = UnpackedRun(address: scratch)
      for _ in 0..<blocks / blocksPerFactor {
        let factors = factors(factorTile)
        for _ in 0..<blocksPerFactor {
          unpack(0, factors, block, into: run)
          run.address += unpackedRunByteCount
          if runs == 2 {
            unpack(1, factors, block, into: run)
            run.address += unpackedRunByteCount
          }
          block.advance(by: 2 * blockByteCount)
        }
        factorTile.advance(by: 2 * (factorByteCount + blocksPerFactor * blockByteCount))
        block.advance(by: 2 * factorByteCount)
      }
    }

    @_transparent
    private static func unpack(
      _ index: Int, _ factors: (scales: FloatLanes, minimums: FloatLanes), _ block: PairRowTile, into run: UnpackedRun
    ) {
      let (scales, minimums) = scales(factors, block, index)
      run.store(scales, 0)
      if hasMinimum { run.store(minimums, unpackedMinimumOffset) }
      let (first, offset, size) = (4 * index, unpackedLevelOffset, 8 * registerLanes)
      run.store(dotLevels(block, first), offset)
      run.store(dotLevels(block, first + 1), offset + size)
      run.store(dotLevels(block, first + 2), offset + 2 * size)
      run.store(dotLevels(block, first + 3), offset + 3 * size)
      guard runs == 1 else { return }
      run.store(dotLevels(block, 4), offset + 4 * size)
      run.store(dotLevels(block, 5), offset + 5 * size)
      run.store(dotLevels(block, 6), offset + 6 * size)
      run.store(dotLevels(block, 7), offset + 7 * size)
    }
  }

  /// The blocking of products with unpacked weights.
  private enum UnpackedBlock {
    /// The number of columns that are unpacked at once, a multiple of the columns that share factors.
    static var columns: Int { 512 }
    /// The number of bytes of activations that stay in the L2 cache.
    static var activationByteCount: Int { 256 << 10 }
  }

  /// Multiplies panels of an integer layout by the 8-bit activations of many tokens.
  ///
  /// The terms of a sum are added in the same order as for few tokens, so the results are the same.
  @inline(__always)
  func multiplyUnpacked<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
    let rowByteCount = product.columns / 32 * ActivationBlock.byteCount
    let groups = UnpackedBlock.activationByteCount / (rowByteCount * ActivationGroup.tokens)
    let tokens = ActivationGroup.tokens * (groups > 2 ? groups : 2)
    let sumByteCount = tokens * RowTile.rows * 4
    let columns = smaller(UnpackedBlock.columns, product.columns)
    withUnsafeTemporaryAllocation(
      byteCount: sumByteCount + Layout.unpackedByteCount(columns: columns), alignment: 64
    ) { scratch in
      guard let sums = scratch.baseAddress else { return }
      let unpacked = sums + sumByteCount
      for token in stride(from: 0, to: product.tokens, by: tokens) {
        for row in stride(from: 0, to: product.rows, by: RowTile.rows) {
          multiplyUnpacked(
            product, layout, row, token..<smaller(token + tokens, product.tokens), sums: sums, unpacked: unpacked)
        }
      }
    }
  }

  /// Multiplies a row tile by a range of tokens.
  @inline(__always)
  private func multiplyUnpacked<Layout: PanelLayout>(
    _ product: MatrixProduct, _ layout: Layout.Type, _ row: Int, _ tokens: Range<Int>, sums: UnsafeMutableRawPointer,
    unpacked: UnsafeMutableRawPointer
  ) {
    let cursor = PairCursor(product.panels, product.panelByteCount, row: row)
    var factors = PairRowTile(cursor)
    var blocks = PairRowTile(cursor.advanced(by: 2 * Layout.factorByteCount))
    let sums = sums.assumingMemoryBound(to: Float.self)
    for column in stride(from: 0, to: product.columns, by: UnpackedBlock.columns) {
      let count = smaller(UnpackedBlock.columns, product.columns - column) / 32
      Layout.unpack(count, &factors, &blocks, into: unpacked)
      for token in stride(from: tokens.lowerBound, to: tokens.upperBound, by: ActivationGroup.tokens) {
        let (group, stride) = tokenAddress(
          product.activations, token, of: product.tokens, product.columns / 32, ActivationBlock.byteCount)
        forEachTile(
          smaller(ActivationGroup.tokens, tokens.upperBound - token),
          UnpackedProduct<Layout>(
            unpacked: unpacked, blocks: count, group: group + column / 32 * stride, stride: stride,
            sums: sums + (token - tokens.lowerBound) * RowTile.rows, isFirst: column == 0,
            isLast: column + UnpackedBlock.columns >= product.columns,
            output: product.output + (token * product.outputStride + row), outputStride: product.outputStride,
            rows: smaller(RowTile.rows, product.rows - row)))
      }
    }
  }
#endif
