internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A contiguous range of positions of a sequence whose attention is computed independently (split-KV).
///
/// Long contexts are split at multiples of ``length``, and the parts are merged in order, so results do not depend on
/// the number of threads or on their scheduling.
private struct AttentionPart {
  static let length = 1024
  var unit: Int
  var head: Int
  var positions: Range<Int>
}

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
    let attention = UnitAttention(
      vectors: vectors, projections: projections, batch: batch, units: units, layer: layer, options: options,
      shape: shape, output: output)
    for (index, row) in batch.enumerated() {
      precondition(
        attention.positions(index).lowerBound >= row.cache.firstPosition(layer: layer), "a position was released")
    }
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
        var end = first + 1
        while end < parts.count, parts[end].unit == parts[first].unit, parts[end].head == parts[first].head {
          unsafe attention.merge(scratch.parts.row(end), into: scratch.parts.row(first), parts[first].unit)
          end += 1
        }
        unsafe attention.finish(scratch.parts.row(first), parts[first].unit, parts[first].head)
        first = end
      }
      return
    }
    pool.forEach(count) { worker, range in
      for index in range {
        let (unit, head) = index.quotientAndRemainder(dividingBy: shape.keyValueHeadCount)
        let memory = unsafe scratch.threads.row(worker)
        let state = unsafe memory + 2 * shape.queriesPerUnit * shape.paddedWidth
        let next = unsafe state + shape.stateCount
        var isFirst = true
        attention.forEachPart(of: unit) { positions in
          let part = AttentionPart(unit: unit, head: head, positions: positions)
          unsafe attention.attend(part, memory, into: isFirst ? state : next)
          if !isFirst { unsafe attention.merge(next, into: state, unit) }
          isFirst = false
        }
        unsafe attention.finish(state, unit, head)
      }
    }
  }
}

/// The attention of units of rows, for the queries of each GQA group.
@safe private struct UnitAttention: Sendable {
  var vectors: any VectorKernels.Type
  var projections: FloatRows
  var batch: [BatchRow]
  var units: [Range<Int>]
  var layer: Int
  var options: AttentionOptions
  var shape: AttentionShape
  var output: Activations

  private var stride: Int { AttentionState.stride(shape.paddedWidth) }

  /// The positions that are visible to a row.
  func positions(_ row: Int) -> Range<Int> {
    let (position, end) = (batch[row].position, batch[row].end)
    guard let window = options.window else { return 0..<end }
    let lookback = options.isCentered ? window / 2 : max(1, window) - 1
    return max(0, position - lookback)..<(options.isCentered ? min(end, position + lookback + 1) : end)
  }

  /// The positions of the first part of a unit.
  private func firstPart(of unit: Int) -> Range<Int> {
    let start = positions(units[unit].lowerBound).lowerBound / AttentionPart.length * AttentionPart.length
    return start..<start + AttentionPart.length
  }

  /// The positions of the part after another one of a unit; nil after the last.
  private func part(of unit: Int, behind part: Range<Int>) -> Range<Int>? {
    guard part.upperBound < positions(units[unit].upperBound - 1).upperBound else { return nil }
    return part.upperBound..<part.upperBound + AttentionPart.length
  }

  /// The parts of a unit's positions, in order.
  func forEachPart(of unit: Int, _ body: (Range<Int>) -> Void) {
    var next: Range<Int>? = firstPart(of: unit)
    while let part = next {
      body(part)
      next = self.part(of: unit, behind: part)
    }
  }

  /// The part after another one, in order of units and heads; the last one itself at the end.
  private func part(after part: AttentionPart) -> AttentionPart {
    if let positions = self.part(of: part.unit, behind: part.positions) {
      return AttentionPart(unit: part.unit, head: part.head, positions: positions)
    }
    let isLastHead = part.head + 1 == shape.keyValueHeadCount
    let (unit, head) = isLastHead ? (part.unit + 1, 0) : (part.unit, part.head + 1)
    return unit < units.count ? AttentionPart(unit: unit, head: head, positions: firstPart(of: unit)) : part
  }

  /// The address of the keys of a part.
  private func keys(_ part: AttentionPart) -> UnsafeRawPointer {
    let row = units[part.unit].lowerBound
    let first = positions(row).clamped(to: part.positions).lowerBound
    let cache = batch[row].cache
    let page = unsafe cache.pageTable(layer: layer)[first / AttentionState.run]
    return unsafe page + cache.headOffset(layer: layer, head: part.head)
  }

  /// All parts, or nil if there are more than `limit`.
  func parts(atMost limit: Int) -> [AttentionPart]? {
    var parts: [AttentionPart] = []
    for unit in units.indices {
      for head in 0..<shape.keyValueHeadCount {
        forEachPart(of: unit) { parts.append(AttentionPart(unit: unit, head: head, positions: $0)) }
        if parts.count > limit { return nil }
      }
    }
    return parts
  }

  /// Computes attention over a part and prefetches the keys of the next one.
  ///
  /// `memory` is scratch memory for the queries, as rows and in groups.
  func attend(
    _ part: AttentionPart, _ memory: UnsafeMutablePointer<Float>, into state: UnsafeMutablePointer<Float>
  ) {
    let unit = units[part.unit]
    let (width, padded) = (shape.headWidth, shape.paddedWidth)
    let cache = batch[unit.lowerBound].cache
    let count = unit.count * shape.groupSize
    precondition(count <= shape.queriesPerUnit, "the unit is too large")
    let queries = unsafe memory + shape.queriesPerUnit * padded
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { bounds in
      for query in 0..<count {
        let (row, index) = (unit.lowerBound + query / shape.groupSize, query % shape.groupSize)
        let source = unsafe projections.row(row) + (part.head * shape.groupSize + index) * width
        let target = unsafe memory + query * padded
        for element in 0..<width { unsafe target[element] = source[element] * options.scale }
        for element in width..<padded { unsafe target[element] = 0 }
        let visible = positions(row).clamped(to: part.positions)
        unsafe bounds[2 * query] = Int32(clamping: visible.lowerBound)
        unsafe bounds[2 * query + 1] = Int32(clamping: visible.upperBound)
      }
      for first in Swift.stride(from: 0, to: count, by: ActivationGroup.tokens) {
        let tokens = min(ActivationGroup.tokens, count - first)
        let rows = unsafe ActivationRows(memory + first * padded, stride: padded, rows: tokens, columns: padded)
        unsafe vectors.interleave(rows, into: queries + first * padded)
      }
      guard let bounds = bounds.baseAddress else { return }
      unsafe vectors.attend(
        AttentionTask(
          type: cache.type, queries: queries, count: count, width: padded, pages: cache.pageTable(layer: layer),
          headOffset: cache.headOffset(layer: layer, head: part.head), bounds: bounds, softCap: options.softCap,
          state: state, next: keys(self.part(after: part))))
    }
  }

  /// Merges the state of a later part into that of the earlier ones, rescaling both to the common maximum.
  func merge(_ later: UnsafeMutablePointer<Float>, into state: UnsafeMutablePointer<Float>, _ unit: Int) {
    let width = shape.paddedWidth
    for query in 0..<units[unit].count * shape.groupSize {
      let (a, b) = unsafe (state + query * stride, later + query * stride)
      let maxima = unsafe (a[width + AttentionState.maximum], b[width + AttentionState.maximum])
      let maximum = max(maxima.0, maxima.1)
      guard maximum > -.infinity else { continue }
      let factors = (exp(maxima.0 - maximum), exp(maxima.1 - maximum))
      for column in 0..<width { unsafe a[column] = a[column] * factors.0 + b[column] * factors.1 }
      unsafe a[width + AttentionState.maximum] = maximum
      unsafe a[width + AttentionState.weight] =
        a[width + AttentionState.weight] * factors.0 + b[width + AttentionState.weight] * factors.1
    }
  }

  /// Divides the sums by the total weight, including the attention sink, and writes the results to the output.
  func finish(_ state: UnsafeMutablePointer<Float>, _ unit: Int, _ head: Int) {
    let (width, padded) = (shape.headWidth, shape.paddedWidth)
    for query in 0..<units[unit].count * shape.groupSize {
      let (row, index) = (units[unit].lowerBound + query / shape.groupSize, query % shape.groupSize)
      let queryHead = head * shape.groupSize + index
      let sums = unsafe state + query * stride
      var (factor, weight) = unsafe (Float(1), sums[padded + AttentionState.weight])
      if let sinks = options.sinks {
        let (sink, maximum) = unsafe (sinks.row(0)[queryHead], sums[padded + AttentionState.maximum])
        let larger = max(sink, maximum)
        factor = exp(maximum - larger)
        weight = weight * factor + exp(sink - larger)
      }
      let result = unsafe output.values.row(row) + queryHead * width
      for column in 0..<width { unsafe result[column] = sums[column] * (factor / weight) }
    }
  }
}
