#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Attention of some queries over a key/value cache, in the vectors of each instruction set.
  ///
  ///     output = Σ_p softmax_p(q · k_p) · v_p,   p inside the query's bounds
  ///
  /// The method and the layout are those of the portable kernel. Queries take the place of the tokens of a matrix product,
  /// so a run of keys, and then of values, is loaded once for a whole tile of them: for the heads that share a key/value
  /// head, and while a prompt is read for several of its tokens.
  ///
  /// A run is too short for the processor to see where the stream goes. While keys are read the values of their run and the
  /// keys of the next one are asked for, and meanwhile of values the keys and the values of the next: so everything is
  /// asked for twice, early enough for memory to be busy all the time and again a little before it is read. By measurement
  /// on Zen 5 either alone is slower.

  /// How the cache keeps elements.
  protocol VectorCache {
    associatedtype Scores: TileOperation
    static func rowByteCount(_ width: Int) -> Int
    /// As many elements of a value as a register has lanes.
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatVector
    /// The operation that writes the scores of a strip of keys for each query of a group, and meanwhile asks for as many
    /// bytes from `next` and from `later` on.
    static func scores(
      _ strip: Strip, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> Scores
  }

  /// A cache of floats.
  enum FloatCache<Element: FloatElement>: VectorCache {
    @inline(__always)
    static func rowByteCount(_ width: Int) -> Int { Element.byteCount * width }
    @inline(__always)
    static func load(_ row: UnsafeRawPointer, _ column: Int) -> FloatVector {
      Element.load(row + Element.byteCount * column)
    }
    @inline(__always)
    static func scores(
      _ strip: Strip, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> FloatProduct<Element> {
      FloatProduct(
        strip: strip, columnStride: 16 * Element.byteCount, columns: width, continues: false, group: group,
        stride: stride, output: output, outputStride: AttentionState.stride(width), rows: Strip.rows,
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
      _ strip: Strip, _ width: Int, _ group: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>,
      next: UnsafeRawPointer, later: UnsafeRawPointer?
    ) -> EightBitScores {
      EightBitScores(
        strip: strip, width: width, group: group, stride: stride, output: output, next: next, later: later)
    }
  }

  /// The scores of a strip of 8-bit keys: each block's sum meets its scales once.
  struct EightBitScores: TileOperation {
    @inline(__always)
    static var hasTileOfThree: Bool { true }

    var strip: Strip
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
      var strip = strip
      var (next, later): (UnsafeRawPointer?, UnsafeRawPointer?) = first == 0 ? (next, later) : (nil, nil)
      for _ in 0..<width / 32 {
        ask(&next, 36 * Strip.rows)
        ask(&later, 36 * Strip.rows)
        let scales = FloatLanes(loadFloats(strip.place(0, 0, 4)), loadFloats(strip.place(1, 0, 4)))
        strip.advance(by: 64)
        for _ in 0..<32 {
          tile.multiply(FloatLanes(bytes: strip, 0), x, 4)
          strip.advance(by: 16)
          x += stride
        }
        tile.endRun(scaledBy: scales)
      }
      let outputStride = AttentionState.stride(width)
      tile.store(Strip.rows, output + first * outputStride, outputStride)
    }
  }

  /// Adds a run of values, weighted, to the sums of a tile of queries.
  private struct ValueSums<Cache: VectorCache>: TileOperation {
    @inline(__always)
    static var hasTileOfThree: Bool { true }

    var values: UnsafeRawPointer
    var run: Int
    var width: Int
    var column: Int
    var state: UnsafeMutablePointer<Float>
    /// What will be read soon, and what comes after that, for each position as many bytes as are read of a value.
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
        ask(&next, byteCount)
        ask(&later, byteCount)
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
    beginAttention(state, count, width)
    // More queries take longer than memory does, and what their tiles read again should not be displaced meanwhile.
    let areFew = count <= LargestTile.tokens
    var start = first / AttentionState.run * AttentionState.run
    while start < end {
      let run = min(AttentionState.run, end - start)
      let panels = (run + 15) / 16 * 16
      let index = start / AttentionState.run
      let keys = task.pages[index] + task.place
      let values = keys + AttentionState.run * rowByteCount
      let nextKeys = start + AttentionState.run < end ? task.pages[index + 1] + task.place : task.next
      for firstQuery in stride(from: 0, to: count, by: ActivationGroup.tokens) {
        let (group, groupStride) = tokenPlace(task.queries, firstQuery, of: count, width, 4)
        let tokens = min(ActivationGroup.tokens, count - firstQuery)
        let groupState = state + firstQuery * stateStride
        for position in stride(from: 0, to: panels, by: Strip.rows) {
          // Panels of keys lie one behind the other.
          let panel = keys + position / 16 * 16 * rowByteCount
          let strip = Strip(
            panel, panels - position > 16 ? panel + 16 * rowByteCount : panel, position % Panel.rows)
          forEachTile(
            tokens,
            Cache.scores(
              strip, width, group, groupStride, groupState + (width + position),
              next: values + position * rowByteCount,
              later: areFew ? nextKeys + position * rowByteCount : nil))
        }
        for query in 0..<tokens {
          let place = 2 * (firstQuery + query)
          updateSoftmax(
            Int(bounds[place]) - start, Int(bounds[place + 1]) - start, task.softCap, groupState + query * stateStride,
            width
          )
        }
        for column in stride(from: 0, to: width, by: 2 * registerLanes) {
          let next = nextKeys + run * rowByteCount * column / width
          forEachTile(
            tokens,
            ValueSums<Cache>(
              values: values, run: run, width: width, column: column, state: groupState, next: next,
              later: areFew ? next + AttentionState.run * rowByteCount : nil))
        }
      }
      start += AttentionState.run
    }
    endAttention(state, count, width)
  }

  extension Vectors {
    /// Computes attention of some queries over a KV cache.
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
