internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// A row of a batch: its sequence and its position in it.
public struct BatchRow: Sendable {
  /// The KV cache of the sequence.
  public var cache: KeyValueCache
  /// The zero-based position.
  public var position: Int
  /// The end, exclusive, of the positions that are visible to the row.
  public var end: Int

  /// Creates a row, which by default is causal: no position after its own is visible.
  public init(cache: KeyValueCache, position: Int, end: Int? = nil) {
    (self.cache, self.position, self.end) = (cache, position, end ?? position + 1)
  }
}

extension Kernels {
  /// Splits a batch into units: runs of rows with consecutive positions of the same sequence.
  ///
  /// Units determine how loads are shared, but do not affect results.
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

  /// Stores the keys and values of each row in the cache of its sequence.
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
          unsafe copyPadded(start, shape.headWidth, padded, shape.paddedWidth)
          let slot = unsafe cache.slot(position: position, layer: layer, head: head)
          unsafe vectors.storeKey(
            padded, width: shape.paddedWidth, as: cache.type, into: slot.panel, lane: slot.lane)
          unsafe copyPadded(start + shape.keyColumns, shape.headWidth, padded, shape.paddedWidth)
          unsafe vectors.storeValue(padded, width: shape.paddedWidth, as: cache.type, into: slot.value)
        }
      }
    }
  }
}

/// Copies a head and pads it with zeros.
private func copyPadded(
  _ source: UnsafePointer<Float>, _ width: Int, _ target: UnsafeMutablePointer<Float>, _ padded: Int
) {
  unsafe target.update(from: source, count: width)
  for element in width..<padded { unsafe target[element] = 0 }
}
