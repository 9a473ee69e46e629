internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A contiguous run of a sequence's positions whose attention is computed on its own.
///
/// Long contexts are cut at multiples of ``length``, and the parts merged in order, however many threads there are:
/// which of them computes a part, and when, never changes a result.
private struct AttentionPart {
  static let length = 1024
  var unit: Int
  var head: Int
  var positions: Range<Int>
}

extension Kernels {
  /// Attention of each row over its sequence up to where the row's end is, into `output`.
  ///
  /// `units` are those of the batch; see ``units(of:into:)``.
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
      precondition(row.position >= 0 && row.position < row.end, "a row that does not see itself")
      precondition(row.end <= row.cache.count, "position outside the cache")
    }
    let attention = UnitAttention(
      vectors: vectors, projections: projections, batch: batch, units: units, layer: layer, options: options,
      shape: shape, output: output)
    for (index, row) in batch.enumerated() {
      precondition(
        attention.positions(index).lowerBound >= row.cache.firstPosition(layer: layer), "a position was given back")
    }
    let count = units.count * shape.keyValueHeadCount
    // Enough units keep all threads busy; else the parts of a unit are shared out too.
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

/// The attention of units of rows, with the queries that share a key/value head.
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

  /// The positions that a row sees.
  func positions(_ row: Int) -> Range<Int> {
    let (position, end) = (batch[row].position, batch[row].end)
    guard let window = options.window else { return 0..<end }
    let reach = options.isCentered ? window / 2 : max(1, window) - 1
    return max(0, position - reach)..<(options.isCentered ? min(end, position + reach + 1) : end)
  }

  /// The positions of the first part of a unit.
  private func firstPart(of unit: Int) -> Range<Int> {
    let start = positions(units[unit].lowerBound).lowerBound / AttentionPart.length * AttentionPart.length
    return start..<start + AttentionPart.length
  }

  /// The positions of the part behind one of a unit, nil behind its last.
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

  /// The part that comes after another one, head by head and unit by unit; after the last one that itself.
  private func part(after part: AttentionPart) -> AttentionPart {
    if let positions = self.part(of: part.unit, behind: part.positions) {
      return AttentionPart(unit: part.unit, head: part.head, positions: positions)
    }
    let isLastHead = part.head + 1 == shape.keyValueHeadCount
    let (unit, head) = isLastHead ? (part.unit + 1, 0) : (part.unit, part.head + 1)
    return unit < units.count ? AttentionPart(unit: unit, head: head, positions: firstPart(of: unit)) : part
  }

  /// Where the keys of a part begin.
  private func keys(_ part: AttentionPart) -> UnsafeRawPointer {
    let row = units[part.unit].lowerBound
    let first = positions(row).clamped(to: part.positions).lowerBound
    let cache = batch[row].cache
    return unsafe cache.pageTable(layer: layer)[first / AttentionState.run] + cache.place(layer: layer, head: part.head)
  }

  /// All parts, if there are no more than can be kept.
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

  /// Attention over a part, which asks for the keys of the next one; `memory` has room for the queries twice.
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
        let seen = positions(row).clamped(to: part.positions)
        unsafe bounds[2 * query] = Int32(clamping: seen.lowerBound)
        unsafe bounds[2 * query + 1] = Int32(clamping: seen.upperBound)
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
          place: cache.place(layer: layer, head: part.head), bounds: bounds, softCap: options.softCap, state: state,
          next: keys(self.part(after: part))))
    }
  }

  /// Adds the sums of a later part to those of earlier ones, both rescaled to the greater maximum.
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

  /// Divides the sums by those of the weights, a sink's included, and puts them where they belong.
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
