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
    shape.groupSize * (2 * shape.paddedWidth + 16) + shape.paddedWidth
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
        let storeRow = unsafe table.storeRow(cache.type)
        let offset = position * cache.type.rowByteCount(shape.paddedWidth)
        let padded = unsafe scratch.row(worker)
        for head in 0..<shape.keyValueHeadCount {
          for isValue in [false, true] {
            let start = shape.queryColumns + (isValue ? shape.keyColumns : 0) + head * shape.headWidth
            unsafe copy(projections.row(row) + start, shape.headWidth, padded, shape.paddedWidth)
            unsafe storeRow(padded, shape.paddedWidth, cache.rows(layer: layer, head: head, values: isValue) + offset)
          }
        }
      }
    }
  }

  /// Attention of each row over its sequence up to and including its own position, into `output`.
  public func attend(
    _ projections: FloatRows, batch: [BatchRow], layer: Int, scale: Float, scratch: FloatRows, into output: Activations
  ) {
    guard let shape = batch.first?.cache.shape else { return }
    precondition(output.columns == shape.queryColumns && scratch.rows >= pool.count, "attention extents differ")
    precondition(projections.columns >= shape.queryColumns, "projection extents differ")
    precondition(scratch.columns >= Self.scratchColumns(shape), "scratch extents differ")
    for row in batch {
      precondition(row.cache.shape == shape, "caches differ")
      precondition(row.position >= 0 && row.position < row.cache.capacity, "position outside the cache")
    }
    pool.forEach(batch.count * shape.keyValueHeadCount) { [table] worker, range in
      for unit in range {
        let (row, head) = unit.quotientAndRemainder(dividingBy: shape.keyValueHeadCount)
        let cache = batch[row].cache
        let (width, padded, group) = (shape.headWidth, shape.paddedWidth, shape.groupSize)
        let queries = unsafe scratch.row(worker)
        let state = unsafe queries + group * padded
        let column = head * group * width
        for index in 0..<group {
          let query = unsafe queries + index * padded
          unsafe copy(projections.row(row) + column + index * width, width, query, padded)
          for element in 0..<width { unsafe query[element] *= scale }
        }
        unsafe table.attend(cache.type)(
          queries, group, padded, cache.rows(layer: layer, head: head, values: false),
          cache.rows(layer: layer, head: head, values: true), batch[row].position + 1, state)
        for index in 0..<group {
          unsafe (output.values.row(row) + column + index * width)
            .update(from: state + index * (padded + 16), count: width)
        }
      }
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
