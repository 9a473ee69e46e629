import SwiftletKernelInterface
import SwiftletKernelsNEON
import SwiftletKernelsPortable

private typealias Portable = SwiftletKernelsPortable.Vectors
private typealias NEON = SwiftletKernelsNEON.Vectors

/// Attention over every cache type: all query counts, windows and soft caps.
func checkAttention(_ random: inout Random, _ report: inout Report) {
  for type in KeyValueType.allCases {
    for width in [32, 64, 96, 128] {
      for positions in [1, 9, 63, 64, 150] {
        check(type, width, positions, &random, &report)
      }
    }
    switch type {
    case .f32: report.endPart("attention, f32")
    case .f16: report.endPart("attention, f16")
    case .q8_0: report.endPart("attention, q8_0")
    }
  }
}

private func check(
  _ type: KeyValueType, _ width: Int, _ positions: Int, _ random: inout Random, _ report: inout Report
) {
  let rowByteCount = type.rowByteCount(width)
  // Whole runs: what scores of the last run are computed with is never looked at. A page is a run's keys and values.
  let runByteCount = 64 * rowByteCount
  let pageCount = (positions + 63) / 64
  let byteCount = pageCount * 2 * runByteCount
  let cache = Memory(byteCount)
  let other = Memory(byteCount)
  for memory in [cache, other] { memory.start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }
  for position in 0..<positions {
    let row = Memory(&random, floats: width, magnitude: 2)
    let page = position / 64 * 2 * runByteCount
    let panel = page + position % 64 / 16 * 16 * rowByteCount
    Portable.storeKey(row.floats, width: width, as: type, into: cache.start + panel, lane: position % 16)
    NEON.storeKey(row.floats, width: width, as: type, into: other.start + panel, lane: position % 16)
    for column in 0..<width { row.floats[column] = random.float(1) }
    let value = page + runByteCount + position % 64 * rowByteCount
    Portable.storeValue(row.floats, width: width, as: type, into: cache.start + value)
    NEON.storeValue(row.floats, width: width, as: type, into: other.start + value)
    row.free()
  }
  report.check(cache.equals(other), "stored keys and values: width, positions", width, positions)
  other.free()
  let pages = Memory(8 * pageCount)
  for page in 0..<pageCount {
    pages.start.storeBytes(
      of: UnsafeRawPointer(cache.start + page * 2 * runByteCount), toByteOffset: 8 * page, as: UnsafeRawPointer.self)
  }
  let table = UnsafePointer(pages.start.assumingMemoryBound(to: UnsafeRawPointer.self))

  for queries in [1, 2, 3, 5, 6, 7, 11, 12, 13, 24, 29] {
    for (window, softCap) in [(Int.max, Float(0)), (20, 0), (Int.max, 30), (70, 5)] {
      let rows = Memory(&random, floats: queries * width, magnitude: 0.5)
      let group = Memory(4 * queries * width)
      for first in stride(from: 0, to: queries, by: 12) {
        NEON.interleave(
          ActivationRows(rows.floats + first * width, stride: width, rows: min(12, queries - first), columns: width),
          into: group.floats + first * width)
      }
      let bounds = Memory(8 * queries)
      for query in 0..<queries {
        // Queries of several positions up to the last, as in prefill.
        let end = max(1, positions - query % 4)
        let first = window == .max ? 0 : max(0, end - window)
        bounds.start.storeBytes(of: Int32(first), toByteOffset: 8 * query, as: Int32.self)
        bounds.start.storeBytes(of: Int32(end), toByteOffset: 8 * query + 4, as: Int32.self)
      }
      let boundsStart = UnsafePointer(bounds.start.assumingMemoryBound(to: Int32.self))
      let stateStride = SwiftletKernelsPortable.AttentionState.stride(width)
      let expected = Memory(4 * queries * stateStride)
      let state = Memory(4 * queries * stateStride)
      var task = AttentionTask(
        type: type, queries: group.reading, count: queries, width: width, pages: table, headOffset: 0,
        bounds: boundsStart, softCap: softCap, state: expected.floats, next: table[0])
      Portable.attend(task)
      task.state = state.floats
      NEON.attend(task)
      let weight = width + SwiftletKernelsPortable.AttentionState.weight
      let maximum = width + SwiftletKernelsPortable.AttentionState.maximum
      for query in 0..<queries {
        let (result, wanted) = (state.floats + query * stateStride, expected.floats + query * stateStride)
        // A score is a sum of `width` products of up to 1; values are at most 1.
        report.check(
          result[maximum], wanted[maximum], unit: Double(width), within: 1e-6, "greatest score", width, positions,
          query)
        for column in 0..<width {
          report.check(
            result[column] / result[weight], wanted[column] / wanted[weight], unit: 1, within: 1e-5,
            "attention: width, positions, query", width, positions, query)
        }
      }
      report.check(state.isUntouched(from: state.byteCount), "bytes behind the state", width, queries)
      for memory in [rows, group, bounds, expected, state] { memory.free() }
    }
  }
  cache.free()
  pages.free()
}
