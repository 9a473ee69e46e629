/// Attention of one token over a key/value cache, portable.
///
///     output = Σ_p softmax_p(q · k_p) · v_p
///
/// One pass over the cache with the softmax kept up to date (Milakov and Gimelshein 2018): for each run of 16
/// positions the scores, the new maximum, the rescaling of what was summed so far, then the run's values. Runs begin
/// at multiples of 16 from the start of the cache, so the result does not depend on how the prompt was cut in batches.
/// The query heads that share a key/value head go through the cache together.

/// How the cache keeps a row of `width` elements.
protocol CacheElement {
  static func rowByteCount(_ width: Int) -> Int
  /// 16 elements from a multiple of 16.
  static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float>
}

enum Float32Cache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { 4 * width }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    row.load(fromByteOffset: 4 * column, as: SIMD16<Float>.self)
  }
}

enum Float16Cache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { 2 * width }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    floats(f16: row.load(fromByteOffset: 2 * column, as: SIMD16<UInt16>.self))
  }
}

/// Blocks of a 32-bit float scale and 32 signed bytes.
enum EightBitCache: CacheElement {
  @inline(__always) static func rowByteCount(_ width: Int) -> Int { width / 32 * 36 }
  @inline(__always) static func load(_ row: UnsafeRawPointer, _ column: Int) -> SIMD16<Float> {
    let block = row + column / 32 * 36
    let quants = block.loadUnaligned(fromByteOffset: 4 + column % 32, as: SIMD16<Int8>.self)
    return floats(small: widened(quants)) * block.load(as: Float.self)
  }
}

@inline(__always)
private func attend<Element: CacheElement>(
  _ element: Element.Type, _ queries: UnsafePointer<Float>, _ heads: Int, _ width: Int, _ keys: UnsafeRawPointer,
  _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<Float>
) {
  let rowByteCount = Element.rowByteCount(width)
  let stateStride = width + 16
  for head in 0..<heads {
    let sums = state + head * stateStride
    for column in stride(from: 0, to: stateStride, by: 16) { put(SIMD16(), sums + column) }
    sums[width] = -.infinity
  }
  var start = 0
  while start < count {
    let run = min(16, count - start)
    for head in 0..<heads {
      let query = queries + head * width
      let sums = state + head * stateStride
      var scores = SIMD16<Float>(repeating: -.infinity)
      for position in 0..<run {
        let key = keys + (start + position) * rowByteCount
        var products = SIMD16<Float>()
        for column in stride(from: 0, to: width, by: 16) {
          products += vector(query + column) * Element.load(key, column)
        }
        scores[position] = total(products)
      }
      let oldMaximum = sums[width]
      let maximum = max(oldMaximum, scores.max())
      let correction = oldMaximum == -.infinity ? 0 : exponential(SIMD16(repeating: oldMaximum - maximum))[0]
      var weights = exponential(scores - maximum)
      for position in run..<16 { weights[position] = 0 }
      sums[width] = maximum
      sums[width + 1] = sums[width + 1] * correction + total(weights)
      for column in stride(from: 0, to: width, by: 16) {
        var sum = vector(sums + column) * correction
        for position in 0..<run {
          sum += Element.load(values + (start + position) * rowByteCount, column) * weights[position]
        }
        put(sum, sums + column)
      }
    }
    start += run
  }
  for head in 0..<heads {
    let sums = state + head * stateStride
    let inverse = 1 / sums[width + 1]
    for column in stride(from: 0, to: width, by: 16) { put(vector(sums + column) * inverse, sums + column) }
  }
}

/// Attention over a cache of 32-bit floats.
///
/// `queries` are `heads` × `width` scaled floats, `width` a multiple of 32; keys and values `count` rows each. `state`
/// has room for `heads` × (`width` + 16) floats; the result of a head is the first `width` of its part.
@inline(never)
public func attendF32(
  _ queries: UnsafePointer<Float>, _ heads: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
  _ count: Int, _ state: UnsafeMutablePointer<Float>
) {
  attend(Float32Cache.self, queries, heads, width, keys, values, count, state)
}

/// Attention over a cache of binary16 numbers; see ``attendF32(_:_:_:_:_:_:_:)``.
@inline(never)
public func attendF16(
  _ queries: UnsafePointer<Float>, _ heads: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
  _ count: Int, _ state: UnsafeMutablePointer<Float>
) {
  attend(Float16Cache.self, queries, heads, width, keys, values, count, state)
}

/// Attention over a cache of 8-bit blocks; see ``attendF32(_:_:_:_:_:_:_:)``.
@inline(never)
public func attendQ8_0(
  _ queries: UnsafePointer<Float>, _ heads: Int, _ width: Int, _ keys: UnsafeRawPointer, _ values: UnsafeRawPointer,
  _ count: Int, _ state: UnsafeMutablePointer<Float>
) {
  attend(EightBitCache.self, queries, heads, width, keys, values, count, state)
}
