import Testing

@testable import SwiftletKernels

/// Rows of queries, keys and values, and what attention over them gives in double precision.
struct AttentionCase {
  let shape: AttentionShape
  let kernels: Kernels
  let layer: Int
  var options: AttentionOptions

  init(_ shape: AttentionShape, _ kernels: Kernels, layer: Int = 0) {
    (self.shape, self.kernels, self.layer) = (shape, kernels, layer)
    options = AttentionOptions(scale: 1 / Float(shape.headWidth).squareRoot())
  }

  /// The number of elements in a row of queries, keys and values.
  var columns: Int { shape.queryColumns + 2 * shape.keyColumns }

  func scratch() throws -> AttentionScratch { try AttentionScratch(threads: kernels.pool.count, shape: shape) }

  /// Puts rows into a cache, from position `start`.
  func store(_ rows: [[Float]], in cache: KeyValueCache, from start: Int = 0) throws {
    let batch = rows.indices.map { BatchRow(cache: cache, position: start + $0) }
    try kernels.store(FloatRows(rows), batch: batch, layer: layer, scratch: scratch())
  }

  /// The attention of each row of a batch.
  func attend(_ rows: [[Float]], _ batch: [BatchRow]) throws -> [[Float]] {
    let output = try Activations(rows: rows.count + 1, columns: shape.queryColumns)
    var units: [Range<Int>] = []
    Kernels.units(of: batch, into: &units)
    try kernels.attend(
      FloatRows(rows), batch: batch, units: units, layer: layer, options: options, scratch: scratch(), into: output)
    #expect(output.values[row: rows.count].allSatisfy { $0 == 0 }, "a row behind the last changed")
    return output.values.all.dropLast()
  }

  /// The keys or values of a head that the cache holds, up to `count` positions.
  func stored(_ cache: KeyValueCache, head: Int, values: Bool, count: Int) -> [[Double]] {
    (0..<count).map { position in
      let slot = cache.slot(position: position, layer: layer, head: head)
      let elements =
        values
        ? cache.type.floats(slot.value, count: shape.paddedWidth)
        : cache.type.key(slot.panel, lane: slot.lane, count: shape.paddedWidth)
      return elements.prefix(shape.headWidth).map(Double.init)
    }
  }

  /// The largest error of results, relative to the sums' magnitudes.
  func worstError(_ results: [[Float]], _ rows: [[Float]], _ batch: [BatchRow]) -> Double {
    var worst = 0.0
    for keyHead in 0..<shape.keyValueHeadCount {
      var known: [ObjectIdentifier: (keys: [[Double]], columns: [[Double]])] = [:]
      for (index, row) in batch.enumerated() {
        let cache = row.cache
        let (keys, columns) =
          known[ObjectIdentifier(cache)]
          ?? (
            stored(cache, head: keyHead, values: false, count: cache.capacity),
            transposed(stored(cache, head: keyHead, values: true, count: cache.capacity))
          )
        known[ObjectIdentifier(cache)] = (keys, columns)
        for head in keyHead * shape.groupSize..<(keyHead + 1) * shape.groupSize {
          let elements = head * shape.headWidth..<(head + 1) * shape.headWidth
          let expected = attention(
            rows[index][elements].map(Double.init), keys: keys, columns: columns,
            positions: visiblePositions(row),
            scale: Double(options.scale), softCap: Double(options.softCap),
            sink: options.sinks.map { Double($0[row: 0][head]) })
          for (sum, result) in zip(expected, results[index][elements]) { worst = max(worst, sum.error(of: result)) }
        }
      }
    }
    return worst
  }

  /// The positions that are visible to a row.
  private func visiblePositions(_ row: BatchRow) -> Range<Int> {
    guard let window = options.window else { return 0..<row.end }
    guard options.isCentered else { return max(0, row.position + 1 - window)..<row.end }
    return max(0, row.position - window / 2)..<min(row.end, row.position + window / 2 + 1)
  }

  private func transposed(_ rows: [[Double]]) -> [[Double]] {
    (0..<shape.headWidth).map { column in rows.map { $0[column] } }
  }
}
