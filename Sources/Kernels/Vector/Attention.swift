#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Attention for a set of queries over a KV cache, vectorised for each instruction set.
  ///
  ///     output = Σ_p softmax_p(q · k_p) · v_p,   p inside the query's bounds
  ///
  /// The algorithm and the data layout are those of the portable kernel. Queries correspond to the tokens of a matrix
  /// product, so a run of keys, and then of values, is loaded once for a whole tile of queries: for the heads of a
  /// grouped-query attention (GQA) group, and during prefill for several tokens of the prompt.
  ///
  /// A run is too short for the hardware prefetcher. While keys are processed, the values of the run and the keys of
  /// the next run are prefetched; while values are processed, the keys and the values of the next run. So every cache
  /// line is prefetched twice: early, to keep memory busy, and again shortly before it is read. Measured on Zen 5,
  /// either alone is slower.

  /// The storage of elements in the KV cache.
  protocol VectorCache {
    associatedtype Scores: TileOperation
    static func rowByteCount(_ width: Int) -> Int
    /// Loads one register of elements of a value.
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatVector
    /// Creates the operation that computes the scores of a row tile of keys for each query of a group.
    ///
    /// The operation also prefetches as many bytes at `next` and at `later` as it reads.
    static func scores(
      _ rowTile: RowTile, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> Scores
  }

  /// A KV cache of float elements.
  enum FloatCache<Element: FloatElement>: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { Element.byteCount * width }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatVector {
      Element.load(row + Element.byteCount * column)
    }
    @inline(__always)
    static func scores(
      _ rowTile: RowTile, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> FloatProduct<Element> {
      FloatProduct(
        rowTile: rowTile, columnStride: 16 * Element.byteCount, columns: width, accumulates: false, group: group,
        stride: stride, output: output, outputStride: AttentionState.stride(width), rows: RowTile.rows,
        stream: WeightStream(next, later))
    }
  }

  /// Blocks of 32 signed bytes with a 32-bit float scale.
  enum EightBitCache: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { width / 32 * 36 }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatVector {
      let block = row + column / 32 * 36
      return product(loadBytes(block + (4 + column % 32)), broadcastFloat(block))
    }
    @inline(__always)
    static func scores(
      _ rowTile: RowTile, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> EightBitScores {
      EightBitScores(
        rowTile: rowTile, width: width, group: group, stride: stride, output: output, next: next, later: later)
    }
  }

  /// The scores of a row tile of 8-bit keys; the sum of each block is scaled once.
  struct EightBitScores: TileOperation {
    @inline(__always)
    static var supportsThreeTokens: Bool { true }

    var rowTile: RowTile
    var width: Int
    var group: UnsafeRawPointer
    var stride: Int
    var output: UnsafeMutablePointer<Float>
    var next: UnsafeRawPointer
    var later: UnsafeRawPointer?

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
      var x = group + 4 * first
      var rowTile = rowTile
      var (next, later): (UnsafeRawPointer?, UnsafeRawPointer?) = first == 0 ? (next, later) : (nil, nil)
      for _ in 0..<width / 32 {
        prefetchNext(&next, 36 * RowTile.rows)
        prefetchNext(&later, 36 * RowTile.rows)
        let scales = FloatLanes(loadFloats(rowTile.address(0, 0, 4)), loadFloats(rowTile.address(1, 0, 4)))
        rowTile.advance(by: 64)
        for _ in 0..<32 {
          tile.multiply(FloatLanes(bytes: rowTile, 0), x, 4)
          rowTile.advance(by: 16)
          x += stride
        }
        tile.endRun(scaledBy: scales)
      }
      let outputStride = AttentionState.stride(width)
      tile.store(RowTile.rows, output + first * outputStride, outputStride)
    }
  }

  /// The operation that adds a run of weighted values to the sums of a tile of queries.
  private struct ValueSums<Cache: VectorCache>: TileOperation {
    @inline(__always)
    static var supportsThreeTokens: Bool { true }

    var values: UnsafeRawPointer
    var run: Int
    var width: Int
    var column: Int
    var state: UnsafeMutablePointer<Float>
    /// The addresses to prefetch, for data read next and after that; as many bytes per position as are read of a value.
    var next: UnsafeRawPointer
    var later: UnsafeRawPointer?

    @inline(__always)
    func run<Tile: TokenTile>(_ tile: Tile.Type, _ first: Int) {
      var tile = Tile()
      let stride = AttentionState.stride(width)
      let sums = state + first * stride
      var weights = UnsafeRawPointer(sums + width)
      var row = values
      var (next, later): (UnsafeRawPointer?, UnsafeRawPointer?) = first == 0 ? (next, later) : (nil, nil)
      let byteCount = Cache.rowByteCount(width) * 2 * registerLanes / width
      for _ in 0..<run {
        prefetchNext(&next, byteCount)
        prefetchNext(&later, byteCount)
        tile.multiply(FloatLanes(Cache.load(row, column), Cache.load(row, column + registerLanes)), weights, 4 * stride)
        row += Cache.rowByteCount(width)
        weights += 4
      }
      tile.addRun(sums + column, factor: width + AttentionState.correction - column, stride)
    }
  }

  @inline(__always)
  private func attention<Cache: VectorCache>(_ task: AttentionTask, _ cache: Cache.Type) {
    let (count, width, bounds, state) = (task.count, task.width, task.bounds, task.state)
    let rowByteCount = Cache.rowByteCount(width)
    let stateStride = AttentionState.stride(width)
    var (first, end) = (Int(bounds[0]), Int(bounds[1]))
    for query in 1..<max(count, 1) {
      first = min(first, Int(bounds[2 * query]))
      end = max(end, Int(bounds[2 * query + 1]))
    }
    if !task.continues { initializeAttention(state, count, width) }
    // With more queries the kernel is compute-bound, and prefetching must not evict data that further tiles reuse.
    let hasFewQueries = count <= LargestTile.tokens
    var start = first / AttentionState.run * AttentionState.run
    while start < end {
      let run = min(AttentionState.run, end - start)
      let panels = (run + 15) / 16 * 16
      let index = start / AttentionState.run
      let keys = task.pages[index] + task.headOffset
      let values = keys + AttentionState.run * rowByteCount
      let nextKeys = start + AttentionState.run < end ? task.pages[index + 1] + task.headOffset : task.next
      for firstQuery in stride(from: 0, to: count, by: ActivationGroup.tokens) {
        let (group, groupStride) = tokenAddress(task.queries, firstQuery, of: count, width, 4)
        let tokens = min(ActivationGroup.tokens, count - firstQuery)
        let groupState = state + firstQuery * stateStride
        for position in stride(from: 0, to: panels, by: RowTile.rows) {
          // Panels of keys are contiguous.
          let panel = keys + position / 16 * 16 * rowByteCount
          let rowTile = RowTile(
            panel, panels - position > 16 ? panel + 16 * rowByteCount : panel, position % Panel.rows)
          forEachTile(
            tokens,
            Cache.scores(
              rowTile, width, group, groupStride, groupState + (width + position),
              next: values + position * rowByteCount,
              later: hasFewQueries ? nextKeys + position * rowByteCount : nil))
        }
        for query in 0..<tokens {
          let boundsIndex = 2 * (firstQuery + query)
          updateSoftmax(
            Int(bounds[boundsIndex]) - start, Int(bounds[boundsIndex + 1]) - start, task.softCap,
            groupState + query * stateStride, width)
        }
        for column in stride(from: 0, to: width, by: 2 * registerLanes) {
          let next = nextKeys + run * rowByteCount * column / width
          forEachTile(
            tokens,
            ValueSums<Cache>(
              values: values, run: run, width: width, column: column, state: groupState, next: next,
              later: hasFewQueries ? next + AttentionState.run * rowByteCount : nil))
        }
      }
      start += AttentionState.run
    }
    finalizeAttention(state, count, width)
  }

  extension Vectors {
    /// Computes attention for a set of queries over a KV cache.
    @inline(never)
    package static func attend(_ task: AttentionTask) {
      switch task.type {
      case .f32: attention(task, FloatCache<Float32Element>.self)
      case .f16: attention(task, FloatCache<Float16Element>.self)
      case .q8_0: attention(task, EightBitCache.self)
      }
    }
  }
#endif
