internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// A row of a batch: which sequence it belongs to and where in it.
public struct BatchRow: Sendable {
  /// The sequence's keys and values.
  public var cache: KeyValueCache
  /// The position, from 0.
  public var position: Int
  /// The position behind the last that the row may see.
  public var end: Int

  /// Creates a row's place; it sees no position behind its own, unless it is told up to which.
  public init(cache: KeyValueCache, position: Int, end: Int? = nil) {
    (self.cache, self.position, self.end) = (cache, position, end ?? position + 1)
  }
}

extension Kernels {
  /// Cuts a batch into runs of rows that belong to one sequence and follow one another in it.
  ///
  /// The cuts decide how much work is shared, never a result.
  public static func units(of batch: [BatchRow], into units: inout [Range<Int>]) {
    units.removeAll(keepingCapacity: true)
    for (index, row) in batch.enumerated() {
      if let last = units.last, last.count < row.cache.pool.rowsPerUnit, batch[index - 1].cache === row.cache,
        batch[index - 1].position + 1 == row.position
      {
        units[units.count - 1] = last.lowerBound..<index + 1
      } else {
        units.append(index..<index + 1)
      }
    }
  }

  /// Puts the keys and values of each row into its sequence's cache.
  public func store(_ projections: FloatRows, batch: [BatchRow], layer: Int, scratch: AttentionScratch) {
    pool.forEach(batch.count) { [vectors] worker, range in
      for row in range {
        let (cache, position) = (batch[row].cache, batch[row].position)
        precondition(position >= 0 && position < cache.count, "position outside the cache")
        let shape = cache.pool.shapes[layer]
        precondition(projections.columns >= shape.queryColumns + 2 * shape.keyColumns, "projection extents differ")
        precondition(scratch.fits(shape) && worker < scratch.threads.rows, "scratch extents differ")
        let padded = unsafe scratch.threads.row(worker)
        for head in 0..<shape.keyValueHeadCount {
          let start = unsafe projections.row(row) + shape.queryColumns + head * shape.headWidth
          unsafe copy(start, shape.headWidth, padded, shape.paddedWidth)
          let place = unsafe cache.place(position: position, layer: layer, head: head)
          unsafe vectors.storeKey(
            padded, width: shape.paddedWidth, as: cache.type, into: place.panel, lane: place.lane)
          unsafe copy(start + shape.keyColumns, shape.headWidth, padded, shape.paddedWidth)
          unsafe vectors.storeValue(padded, width: shape.paddedWidth, as: cache.type, into: place.value)
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
