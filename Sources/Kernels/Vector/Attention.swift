#if arch(x86_64)
  /// Attention of some queries over a key/value cache, in the vectors of each instruction set.
  ///
  ///     output = Σ_p softmax_p(q · k_p) · v_p,   p below the query's limit
  ///
  /// The method and the layout are those of the portable kernel. Queries take the place of the tokens of a matrix product,
  /// so a run of keys, and then of values, is loaded once for a whole tile of them: for the heads that share a key/value
  /// head, and while a prompt is read for several of its tokens.

  /// How the cache keeps elements.
  protocol VectorCache {
    associatedtype Scores: TileOperation
    static func rowByteCount(_ width: Int) -> Int
    /// 16 elements of a value from a multiple of 16.
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatLanes
    /// The operation that writes 16 scores for each query.
    static func scores(
      _ panel: UnsafeRawPointer, _ width: Int, _ queries: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) -> Scores
  }

  enum VectorCacheF32: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { 4 * width }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatLanes { VectorF32.load(row + 4 * column) }
    @inline(__always)
    static func scores(
      _ panel: UnsafeRawPointer, _ width: Int, _ queries: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) -> FloatProduct<VectorF32> {
      FloatProduct(
        panel: panel, columns: width, activations: queries, stride: 4 * width, output: output,
        outputStride: AttentionState.stride(width), rows: 16)
    }
  }

  enum VectorCacheF16: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { 2 * width }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatLanes { VectorF16.load(row + 2 * column) }
    @inline(__always)
    static func scores(
      _ panel: UnsafeRawPointer, _ width: Int, _ queries: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) -> FloatProduct<VectorF16> {
      FloatProduct(
        panel: panel, columns: width, activations: queries, stride: 4 * width, output: output,
        outputStride: AttentionState.stride(width), rows: 16)
    }
  }

  enum VectorCacheQ8_0: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { width / 32 * 36 }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatLanes {
      let block = row + column / 32 * 36
      return FloatLanes(bytes: block + (4 + column % 32)).times(broadcastFloat(block))
    }
    @inline(__always)
    static func scores(
      _ panel: UnsafeRawPointer, _ width: Int, _ queries: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) -> EightBitScores {
      EightBitScores(panel: panel, width: width, queries: queries, output: output)
    }
  }

  /// The scores of a panel of 8-bit keys: each block's sum meets its 16 scales once.
  struct EightBitScores: TileOperation {
    var panel: UnsafeRawPointer
    var width: Int
    var queries: UnsafePointer<Float>
    var output: UnsafeMutablePointer<Float>

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
      let x = UnsafeRawPointer(queries + first * width)
      for block in 0..<width / 32 {
        let start = panel + block * 576
        for column in 0..<32 {
          tile.multiply(FloatLanes(bytes: start + (64 + 16 * column)), x + 4 * (32 * block + column), 4 * width)
        }
        tile.endRun(scaledBy: FloatLanes(at: start))
      }
      let stride = AttentionState.stride(width)
      tile.store(16, output + first * stride, stride)
    }
  }

  /// Adds a run of values, weighted, to the sums of a tile of queries.
  private struct ValueSums<Cache: VectorCache>: TileOperation {
    var values: UnsafeRawPointer
    var run: Int
    var width: Int
    var column: Int
    var state: UnsafeMutablePointer<Float>

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
      let stride = AttentionState.stride(width)
      let sums = state + first * stride
      let weights = UnsafeRawPointer(sums + width)
      for position in 0..<run {
        let value = Cache.load(values + position * Cache.rowByteCount(width), column)
        tile.multiply(value, weights + 4 * position, 4 * stride)
      }
      tile.addRun(sums + column, factor: width + AttentionState.correction - column, stride)
    }
  }

  @inline(__always)
  private func attend<Cache: VectorCache>(
    _ cache: Cache.Type, _ queries: UnsafePointer<Float>, _ count: Int, _ width: Int, _ keys: UnsafeRawPointer,
    _ values: UnsafeRawPointer, _ limits: UnsafePointer<Int32>, _ state: UnsafeMutablePointer<Float>
  ) {
    let rowByteCount = Cache.rowByteCount(width)
    let stride = AttentionState.stride(width)
    var end = 0
    for query in 0..<count { end = max(end, Int(limits[query])) }
    beginAttention(state, count, width)
    var start = 0
    while start < end {
      forEachTile(count, Cache.scores(keys + start * rowByteCount, width, queries, state + width))
      for query in 0..<count {
        let sums = state + query * stride
        let scores = UnsafeRawPointer(sums + width).loadUnaligned(as: SIMD16<Float>.self)
        sums[width + AttentionState.correction] = updateSoftmax(scores, Int(limits[query]) - start, sums, width)
      }
      for column in Swift.stride(from: 0, to: width, by: 16) {
        forEachTile(
          count,
          ValueSums<Cache>(
            values: values + start * rowByteCount, run: min(16, end - start), width: width, column: column,
            state: state))
      }
      start += 16
    }
    endAttention(state, count, width)
  }

  /// Attention over a cache of 32-bit floats; see the portable kernel.
  @inline(never)
  public func attendF32(
    _ queries: UnsafePointer<Float>, _ count: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
    _ limits: UnsafePointer<Int32>, _ state: UnsafeMutablePointer<Float>
  ) {
    attend(VectorCacheF32.self, queries, count, width, keys, values, limits, state)
  }

  /// Attention over a cache of binary16 numbers; see the portable kernel.
  @inline(never)
  public func attendF16(
    _ queries: UnsafePointer<Float>, _ count: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
    _ limits: UnsafePointer<Int32>, _ state: UnsafeMutablePointer<Float>
  ) {
    attend(VectorCacheF16.self, queries, count, width, keys, values, limits, state)
  }

  /// Attention over a cache of 8-bit blocks; see the portable kernel.
  @inline(never)
  public func attendQ8_0(
    _ queries: UnsafePointer<Float>, _ count: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
    _ limits: UnsafePointer<Int32>, _ state: UnsafeMutablePointer<Float>
  ) {
    attend(VectorCacheQ8_0.self, queries, count, width, keys, values, limits, state)
  }
#endif
