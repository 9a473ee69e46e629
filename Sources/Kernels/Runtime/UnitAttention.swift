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
struct AttentionPart {
  static let length = 1024
  /// The number of pages of a part.
  static var runs: Int { length / AttentionState.run }
  var unit: Int
  var head: Int
  var positions: Range<Int>
}

/// The attention of units of rows, for the queries of each GQA group.
@safe struct UnitAttention: Sendable {
  var vectors: any VectorKernels.Type
  var projections: FloatRows
  var batch: [BatchRow]
  var units: [Range<Int>]
  var layer: Int
  var options: AttentionOptions
  var shape: AttentionShape
  var output: Activations
  /// The states of units that share pages with others, after those pages.
  var shared: SharedStates?

  private var stride: Int { AttentionState.stride(shape.paddedWidth) }

  /// The positions that are visible to a row.
  func positions(_ row: Int) -> Range<Int> {
    let (position, end) = (batch[row].position, batch[row].end)
    guard let window = options.window else { return 0..<end }
    let lookback = options.isCentered ? window / 2 : max(1, window) - 1
    return max(0, position - lookback)..<(options.isCentered ? min(end, position + lookback + 1) : end)
  }

  /// The positions of the first part of a unit, after the positions that it shares with others.
  private func firstPart(of unit: Int) -> Range<Int> {
    let first = positions(units[unit].lowerBound).lowerBound / AttentionPart.length * AttentionPart.length
    let start = shared?.end(of: unit) ?? first
    return start..<(start / AttentionPart.length + 1) * AttentionPart.length
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
    precondition(unit.count * shape.groupSize <= shape.queriesPerUnit, "the unit is too large")
    var continues = false
    if part.positions.count < AttentionPart.length, let started = unsafe shared?.started(part.unit, head: part.head) {
      unsafe state.update(from: started, count: unit.count * shape.groupSize * stride)
      continues = true
    }
    unsafe attend(
      unit, head: part.head, positions: part.positions, continues: continues, memory,
      queries: memory + shape.queriesPerUnit * shape.paddedWidth, into: state, next: keys(self.part(after: part)))
  }

  /// Computes attention of rows over some positions, which are in the same pages for all of them.
  ///
  /// `memory` is scratch memory for a group of queries as rows, and `queries` for all of them in groups.
  func attend<Rows: RandomAccessCollection<Int>>(
    _ rows: Rows, head: Int, positions: Range<Int>, continues: Bool, _ memory: UnsafeMutablePointer<Float>,
    queries: UnsafeMutablePointer<Float>, into state: UnsafeMutablePointer<Float>, next: UnsafeRawPointer
  ) where Rows.Index == Int {
    let (width, padded) = (shape.headWidth, shape.paddedWidth)
    let cache = batch[rows[rows.startIndex]].cache
    let count = rows.count * shape.groupSize
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { bounds in
      for first in Swift.stride(from: 0, to: count, by: ActivationGroup.tokens) {
        let tokens = min(ActivationGroup.tokens, count - first)
        for query in first..<first + tokens {
          let (row, index) = (rows[rows.startIndex + query / shape.groupSize], query % shape.groupSize)
          let source = unsafe projections.row(row) + (head * shape.groupSize + index) * width
          let target = unsafe memory + (query - first) * padded
          for element in 0..<width { unsafe target[element] = source[element] * options.scale }
          for element in width..<padded { unsafe target[element] = 0 }
          let visible = self.positions(row).clamped(to: positions)
          unsafe bounds[2 * query] = Int32(clamping: visible.lowerBound)
          unsafe bounds[2 * query + 1] = Int32(clamping: visible.upperBound)
        }
        let group = unsafe ActivationRows(memory, stride: padded, rows: tokens, columns: padded)
        unsafe vectors.interleave(group, into: queries + first * padded)
      }
      guard let bounds = bounds.baseAddress else { return }
      unsafe vectors.attend(
        AttentionTask(
          type: cache.type, queries: queries, count: count, width: padded, pages: cache.pageTable(layer: layer),
          headOffset: cache.headOffset(layer: layer, head: head), bounds: bounds, softCap: options.softCap,
          state: state, continues: continues, next: next))
    }
  }

  /// Merges the states of a later part into those of the earlier ones, rescaling both to the common maximum.
  func merge(_ later: UnsafeMutablePointer<Float>, into state: UnsafeMutablePointer<Float>, count: Int) {
    let width = shape.paddedWidth
    for query in 0..<count {
      let (a, b) = unsafe (state + query * stride, later + query * stride)
      let maxima = unsafe (a[width + AttentionState.maximum], b[width + AttentionState.maximum])
      // Parts in which a query sees nothing leave its state as it is, to the signs of zeros.
      guard maxima.1 > -.infinity else { continue }
      guard maxima.0 > -.infinity else {
        unsafe a.update(from: b, count: stride)
        continue
      }
      let maximum = max(maxima.0, maxima.1)
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
