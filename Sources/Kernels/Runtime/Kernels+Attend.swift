internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

extension Kernels {
  /// Computes attention of each row over the positions of its sequence up to the row's end.
  ///
  /// `units` are the units of the batch; see ``units(of:into:)``.
  public func attend(
    _ projections: FloatRows, batch: [BatchRow], units: [Range<Int>], layer: Int, options: AttentionOptions,
    scratch: AttentionScratch, into output: Activations
  ) {
    guard let shape = batch.first?.cache.pool.shapes[layer] else { return }
    precondition(output.columns == shape.queryColumns && projections.columns >= shape.queryColumns, "extents differ")
    precondition(scratch.fits(shape) && scratch.threads.rows >= pool.count, "scratch extents differ")
    precondition(options.sinks.map { $0.columns == shape.headCount } ?? true, "a sink for each head is expected")
    for row in batch {
      precondition(row.cache.pool.shapes[layer] == shape, "caches differ")
      precondition(row.position >= 0 && row.position < row.end, "a row's own position is not visible")
      precondition(row.end <= row.cache.count, "position outside the cache")
    }
    var attention = UnitAttention(
      vectors: vectors, projections: projections, batch: batch, units: units, layer: layer, options: options,
      shape: shape, output: output)
    for (index, row) in batch.enumerated() {
      precondition(
        attention.positions(index).lowerBound >= row.cache.firstPosition(layer: layer), "a position was released")
    }
    if let shared = SharedStates(attention, threads: pool.count, scratch) {
      shared.compute(attention, pool, scratch)
      attention.shared = shared
    }
    attendUnits(attention, scratch)
  }

  /// Computes attention of each unit, over the positions that it does not share with others.
  private func attendUnits(_ attention: UnitAttention, _ scratch: AttentionScratch) {
    let (shape, units) = (attention.shape, attention.units)
    let count = units.count * shape.keyValueHeadCount
    // Many units keep all threads busy; otherwise the parts of each unit are distributed too.
    if count < 4 * pool.count, let parts = attention.parts(atMost: scratch.parts.rows), parts.count > count {
      pool.forEach(parts.count) { worker, range in
        for index in range {
          unsafe attention.attend(parts[index], scratch.threads.row(worker), into: scratch.parts.row(index))
        }
      }
      var first = 0
      while first < parts.count {
        let (unit, head) = (parts[first].unit, parts[first].head)
        let merged = unsafe attention.shared?.merged(unit, head: head)
        let state = unsafe merged ?? scratch.parts.row(first)
        var next = unsafe merged == nil ? first + 1 : first
        while next < parts.count, parts[next].unit == unit, parts[next].head == head {
          unsafe attention.merge(scratch.parts.row(next), into: state, count: units[unit].count * shape.groupSize)
          next += 1
        }
        unsafe attention.finish(state, unit, head)
        first = next
      }
      return
    }
    pool.forEach(count) { worker, range in
      for index in range {
        let (unit, head) = index.quotientAndRemainder(dividingBy: shape.keyValueHeadCount)
        let memory = unsafe scratch.threads.row(worker)
        let own = unsafe memory + 2 * shape.queriesPerUnit * shape.paddedWidth
        let next = unsafe own + shape.stateCount
        let merged = unsafe attention.shared?.merged(unit, head: head)
        let state = unsafe merged ?? own
        var isFirst = unsafe merged == nil
        attention.forEachPart(of: unit) { positions in
          let part = AttentionPart(unit: unit, head: head, positions: positions)
          unsafe attention.attend(part, memory, into: isFirst ? state : next)
          if !isFirst {
            unsafe attention.merge(next, into: state, count: units[unit].count * shape.groupSize)
          }
          isFirst = false
        }
        unsafe attention.finish(state, unit, head)
      }
    }
  }
}
