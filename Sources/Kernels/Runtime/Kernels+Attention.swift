internal import SwiftletKernelsPortable

/// A row of a batch: which sequence it belongs to and where in it.
public struct BatchRow: Sendable {
  /// The sequence's keys and values.
  public var cache: KeyValueCache
  /// The position, from 0.
  public var position: Int

  /// Creates a row's place.
  public init(cache: KeyValueCache, position: Int) {
    (self.cache, self.position) = (cache, position)
  }
}

extension Kernels {
  /// The memory that a thread needs for the attention of one group of heads.
  public static func attentionScratch(threads: Int, shape: AttentionShape) throws(KernelError) -> FloatRows {
    try FloatRows(rows: threads, columns: scratchColumns(shape))
  }

  private static func scratchColumns(_ shape: AttentionShape) -> Int {
    queriesPerUnit(shape) * (shape.paddedWidth + AttentionState.stride(shape.paddedWidth))
  }

  /// How many rows of a sequence go through the cache together: with their heads, two of the largest tiles.
  private static func rowsPerUnit(_ shape: AttentionShape) -> Int { max(1, 24 / shape.groupSize) }

  private static func queriesPerUnit(_ shape: AttentionShape) -> Int { rowsPerUnit(shape) * shape.groupSize }

  /// Cuts a batch into runs of rows that belong to one sequence and follow one another in it.
  ///
  /// The cuts decide how much work is shared, never a result.
  public static func units(of batch: [BatchRow], into units: inout [Range<Int>]) {
    units.removeAll(keepingCapacity: true)
    for (index, row) in batch.enumerated() {
      if let last = units.last, last.count < rowsPerUnit(row.cache.shape), batch[index - 1].cache === row.cache,
        batch[index - 1].position + 1 == row.position
      {
        units[units.count - 1] = last.lowerBound..<index + 1
      } else {
        units.append(index..<index + 1)
      }
    }
  }

  /// Rotates the queries and keys of each row by the row's angles.
  ///
  /// Rows of `projections` hold queries, keys and values of all heads; rows of `angles` cosine and sine of each pair.
  public func rotate(_ projections: FloatRows, rows: Int, angles: FloatRows, shape: AttentionShape) {
    let pairs = angles.columns / 2
    precondition(2 * pairs <= shape.headWidth && angles.rows >= rows, "angle extents differ")
    precondition(projections.columns >= shape.queryColumns + 2 * shape.keyColumns, "projection extents differ")
    pool.forEach(rows) { [table] _, range in
      for row in range {
        for head in 0..<shape.headCount + shape.keyValueHeadCount {
          unsafe table.rotateAdjacentPairs(projections.row(row) + head * shape.headWidth, angles.row(row), pairs)
        }
      }
    }
  }

  /// Puts the keys and values of each row into its sequence's cache.
  public func store(_ projections: FloatRows, batch: [BatchRow], layer: Int, scratch: FloatRows) {
    pool.forEach(batch.count) { [table] worker, range in
      for row in range {
        let (cache, position) = (batch[row].cache, batch[row].position)
        precondition(position >= 0 && position < cache.capacity, "position outside the cache")
        let shape = cache.shape
        precondition(projections.columns >= shape.queryColumns + 2 * shape.keyColumns, "projection extents differ")
        precondition(scratch.columns >= shape.paddedWidth, "scratch extents differ")
        let (storeKey, storeRow) = unsafe (table.storeKey(cache.type), table.storeRow(cache.type))
        let rowByteCount = cache.type.rowByteCount(shape.paddedWidth)
        let padded = unsafe scratch.row(worker)
        for head in 0..<shape.keyValueHeadCount {
          let start = unsafe projections.row(row) + shape.queryColumns + head * shape.headWidth
          unsafe copy(start, shape.headWidth, padded, shape.paddedWidth)
          let keys = unsafe cache.rows(layer: layer, head: head, values: false)
          unsafe storeKey(padded, shape.paddedWidth, keys + position / 16 * 16 * rowByteCount, position % 16)
          unsafe copy(start + shape.keyColumns, shape.headWidth, padded, shape.paddedWidth)
          let values = unsafe cache.rows(layer: layer, head: head, values: true)
          unsafe storeRow(padded, shape.paddedWidth, values + position * rowByteCount)
        }
      }
    }
  }

  /// Attention of each row over its sequence up to and including its own position, into `output`.
  ///
  /// `units` are those of the batch; see ``units(of:into:)``.
  public func attend(
    _ projections: FloatRows, batch: [BatchRow], units: [Range<Int>], layer: Int, scale: Float, scratch: FloatRows,
    into output: Activations
  ) {
    guard let shape = batch.first?.cache.shape else { return }
    precondition(output.columns == shape.queryColumns && scratch.rows >= pool.count, "attention extents differ")
    precondition(projections.columns >= shape.queryColumns, "projection extents differ")
    precondition(scratch.columns >= Self.scratchColumns(shape), "scratch extents differ")
    for row in batch {
      precondition(row.cache.shape == shape, "caches differ")
      precondition(row.position >= 0 && row.position < row.cache.capacity, "position outside the cache")
    }
    pool.forEach(units.count * shape.keyValueHeadCount) { worker, range in
      for index in range {
        let (unit, head) = index.quotientAndRemainder(dividingBy: shape.keyValueHeadCount)
        let queries = unsafe scratch.row(worker)
        unsafe attend(
          projections, batch, units[unit], layer, head, scale, queries,
          queries + Self.queriesPerUnit(shape) * shape.paddedWidth, output)
      }
    }
  }

  /// Attention of the rows of a unit with the queries that share a key/value head.
  private func attend(
    _ projections: FloatRows, _ batch: [BatchRow], _ unit: Range<Int>, _ layer: Int, _ head: Int, _ scale: Float,
    _ queries: UnsafeMutablePointer<Float>, _ state: UnsafeMutablePointer<Float>, _ output: Activations
  ) {
    let cache = batch[unit.lowerBound].cache
    let (shape, width, padded) = (cache.shape, cache.shape.headWidth, cache.shape.paddedWidth)
    let count = unit.count * shape.groupSize
    precondition(count <= Self.queriesPerUnit(shape), "the unit is too large")
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { limits in
      for query in 0..<count {
        let (row, index) = (unit.lowerBound + query / shape.groupSize, query % shape.groupSize)
        let source = unsafe projections.row(row) + (head * shape.groupSize + index) * width
        unsafe copy(source, width, queries + query * padded, padded)
        for element in 0..<width { unsafe queries[query * padded + element] *= scale }
        unsafe limits[query] = Int32(clamping: batch[row].position + 1)
      }
      guard let limits = limits.baseAddress else { return }
      unsafe table.attend(cache.type)(
        queries, count, padded, cache.rows(layer: layer, head: head, values: false),
        cache.rows(layer: layer, head: head, values: true), limits, state)
    }
    for query in 0..<count {
      let (row, index) = (unit.lowerBound + query / shape.groupSize, query % shape.groupSize)
      unsafe (output.values.row(row) + (head * shape.groupSize + index) * width)
        .update(from: state + query * AttentionState.stride(padded), count: width)
    }
  }
}

/// Copies a head and fills it up with zeros.
private func copy(
  _ source: UnsafePointer<Float>, _ width: Int, _ target: UnsafeMutablePointer<Float>, _ padded: Int
) {
  unsafe target.update(from: source, count: width)
  for element in width..<padded { unsafe target[element] = 0 }
}
