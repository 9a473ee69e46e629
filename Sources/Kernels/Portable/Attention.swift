package import SwiftletKernelInterface

/// Portable attention for a set of queries over a KV cache.
///
///     output = Σ_p softmax_p(q · k_p) · v_p,   p inside the query's bounds
///
/// The softmax is computed online in one pass over the cache (Milakov and Gimelshein 2018): for each run of 64
/// positions, compute the scores and the new maximum, rescale the sums so far, then add the run's weighted values. Runs
/// begin at multiples of 64 from the start of the cache, and a run outside a query's bounds does not change its state,
/// so results depend neither on how the prompt is split into batches nor on the other queries.
///
/// Keys have the layout of a ``Panel`` of weights: for each element, 16 positions are adjacent, so a lane is a position
/// and scores need no horizontal sums. Values are stored row by row, so a lane is an element.

/// The storage of elements in the KV cache.
protocol CacheElement {
  /// Computes the scores of 16 positions with a query.
  static func scores(_ panel: UnsafeRawPointer, _ query: Query, _ width: Int) -> SIMD16<Float>
  static func rowByteCount(_ width: Int) -> Int
  /// Loads 16 elements of a value, starting at a multiple of 16.
  static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float>
}

enum Float32Cache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { 4 * width }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    row.load(fromByteOffset: 4 * column, as: SIMD16<Float>.self)
  }
  @inline(__always)
  static func scores(_ panel: UnsafeRawPointer, _ query: Query, _ width: Int) -> SIMD16<Float> {
    var sum = SIMD16<Float>()
    for column in 0..<width { sum += load(panel, 16 * column) * query[column] }
    return sum
  }
}

enum Float16Cache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { 2 * width }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    floats(f16: row.load(fromByteOffset: 2 * column, as: SIMD16<UInt16>.self))
  }
  @inline(__always)
  static func scores(_ panel: UnsafeRawPointer, _ query: Query, _ width: Int) -> SIMD16<Float> {
    var sum = SIMD16<Float>()
    for column in 0..<width { sum += load(panel, 16 * column) * query[column] }
    return sum
  }
}

/// Blocks of 32 signed bytes with a 32-bit float scale; in a panel of keys, 16 scales followed by 32 × 16 bytes.
enum EightBitCache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { width / 32 * 36 }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    let block = row + column / 32 * 36
    return bytes(block + (4 + column % 32)) * block.load(as: Float.self)
  }
  @inline(__always)
  static func scores(_ panel: UnsafeRawPointer, _ query: Query, _ width: Int) -> SIMD16<Float> {
    var sum = SIMD16<Float>()
    for block in 0..<width / 32 {
      let start = panel + block * 576
      var blockSum = SIMD16<Float>()
      for column in 0..<32 { blockSum += bytes(start + (64 + 16 * column)) * query[32 * block + column] }
      sum += blockSum * start.load(as: SIMD16<Float>.self)
    }
    return sum
  }

  @inline(__always)
  private static func bytes(_ pointer: UnsafeRawPointer) -> SIMD16<Float> {
    floats(small: widened(pointer.loadUnaligned(as: SIMD16<Int8>.self)))
  }
}

/// A strided view of one query within its group.
struct Query {
  var start: UnsafeRawPointer
  var stride: Int

  @inline(__always)
  subscript(column: Int) -> Float { start.load(fromByteOffset: column * stride, as: Float.self) }
}

@inline(__always)
private func attention<Element: CacheElement>(_ task: AttentionTask, _ element: Element.Type) {
  let (count, width, bounds, state) = (task.count, task.width, task.bounds, task.state)
  let rowByteCount = Element.rowByteCount(width)
  if !task.continues { initializeAttention(state, count, width) }
  for index in 0..<count {
    let sums = state + index * AttentionState.stride(width)
    let (first, end) = (Int(bounds[2 * index]), Int(bounds[2 * index + 1]))
    let (start, stride) = tokenAddress(task.queries, index, of: count, width, 4)
    let query = Query(start: start, stride: stride)
    for start in Swift.stride(from: first / AttentionState.run * AttentionState.run, to: end, by: AttentionState.run) {
      let run = min(AttentionState.run, end - start)
      let keys = task.pages[start / AttentionState.run] + task.headOffset
      let values = keys + AttentionState.run * rowByteCount
      for panel in Swift.stride(from: 0, to: run, by: 16) {
        storeVector(Element.scores(keys + panel * rowByteCount, query, width), sums + (width + panel))
      }
      updateSoftmax(first - start, end - start, task.softCap, sums, width)
      for column in Swift.stride(from: 0, to: width, by: 16) {
        var runSum = SIMD16<Float>()
        for position in 0..<run {
          runSum += Element.load(values + position * rowByteCount, column) * sums[width + position]
        }
        storeVector(loadVector(sums + column) * sums[width + AttentionState.correction] + runSum, sums + column)
      }
    }
  }
  finalizeAttention(state, count, width)
}

extension Vectors {
  /// Computes attention for a set of queries over a KV cache.
  @inline(never)
  package static func attend(_ task: AttentionTask) {
    switch task.type {
    case .f32: attention(task, Float32Cache.self)
    case .f16: attention(task, Float16Cache.self)
    case .q8_0: attention(task, EightBitCache.self)
    }
  }
}
