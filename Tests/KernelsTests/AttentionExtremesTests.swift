import SwiftletGGUF
import SwiftletKernelInterface
import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Attention where a softmax that is not careful fails.
@Suite struct AttentionExtremesTests {
  private static let shape = AttentionShape(headCount: 4, keyValueHeadCount: 1, headWidth: 16)
  private static let lengths = [1, 2, 15, 16, 17, 33, 100]

  /// A row whose score at each of its heads is `query` · `key`, with every value equal to `value`.
  private static func row(query: Float = 0, key: Float = 0, value: Float = 0) -> [Float] {
    func head(_ first: Float) -> [Float] { [first] + [Float](repeating: 0, count: 15) }
    return (0..<4).flatMap { _ in head(query) } + head(key) + [Float](repeating: value, count: 16)
  }

  /// The attention of a query over keys and values at several positions of a cache.
  private static func results(
    _ table: KernelTable, _ type: KeyValueType, query: Float, keys: [Float], values: [Float]
  ) throws -> [[Float]] {
    var test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    test.options.scale = 1
    let cache = try KeyValueCache(layers: 1, shape: shape, capacity: keys.count, type: type)
    try test.store(zip(keys, values).map { row(key: $0, value: $1) }, in: cache)
    let batch = lengths.map { BatchRow(cache: cache, position: $0 - 1) }
    return try test.attend(batch.map { _ in row(query: query) }, batch)
  }

  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func equalScoresGiveTheMean(_ table: KernelTable, _ type: KeyValueType) throws {
    for (query, key) in [(0, 7), (1e30, 0), (1, 50), (-1, 50), (1e32, 1000), (-1e32, 1000)] as [(Float, Float)] {
      // Integers of magnitude 127 at most are exact in every kind of cache.
      let values = (0..<100).map { Float($0 * 37 % 255 - 127) }
      let keys = [Float](repeating: key, count: 100)
      let results = try Self.results(table, type, query: query, keys: keys, values: values)
      for (length, result) in zip(Self.lengths, results) {
        let mean = values.prefix(length).reduce(0, +) / Float(length)
        #expect(result.allSatisfy { abs($0 - mean) <= 127e-5 })
      }
    }
  }

  /// Scores far from one another: the greatest takes all, wherever it is.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func greatestScoreTakesAll(_ table: KernelTable, _ type: KeyValueType) throws {
    let values = (0..<100).map { Float($0) - 50 }
    let orders: [(Int) -> Int] = [{ $0 }, { 99 - $0 }, { $0 * 37 % 100 }, { $0 * 63 % 100 }]
    for query: Float in [1000, -1000, 1e30, -1e30] {
      for order in orders {
        let keys = (0..<100).map { Float(order($0)) - 50 }
        let results = try Self.results(table, type, query: query, keys: keys, values: values)
        for (length, result) in zip(Self.lengths, results) {
          let greatest = (0..<length).max { keys[$0] * query < keys[$1] * query } ?? 0
          #expect(result.allSatisfy { abs($0 - values[greatest]) <= 1e-3 })
        }
      }
    }
  }

  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func largeValuesDoNotOverflow(_ table: KernelTable, _ type: KeyValueType) throws {
    let large: Float = type == .f16 ? 65504 : 1e36
    let keys = (0..<100).map { Float($0 % 3) }
    let values = (0..<100).map { $0 % 2 == 0 ? large : -large }
    let results = try Self.results(table, type, query: 1, keys: keys, values: values)
    for (length, result) in zip(Self.lengths, results) {
      let weights = keys.prefix(length).map { [1, 2.718_281_828_459_045, 7.389_056_098_930_65][Int($0)] }
      let total = zip(weights, values).reduce(0.0) { $0 + $1.0 * Double($1.1) } / weights.reduce(0, +)
      #expect(result.allSatisfy { abs(Double($0) - total) <= 1e-5 * Double(large) })
    }
  }

  /// One position of weight 1 gives back its values: every finite binary16 number, as the cache holds it.
  @Test(arguments: KernelTable.available)
  func everyHalfIsRead(_ table: KernelTable) throws {
    let numbers = (0...UInt16.max).map { $0 & 0x7C00 == 0x7C00 ? 0 : $0 }
    let width = numbers.count
    let expected = numbers.map { HalfPrecision.float(f16: $0) }
    let state = try FloatRows(rows: 2, columns: AttentionState.stride(width))
    let keyByteCount = AttentionState.run * 2 * width
    let found = withGuardedMemory(keyByteCount + 2 * width) { page in
      page.initializeMemory(as: UInt8.self, repeating: 0, count: keyByteCount)
      (page + keyByteCount).copyMemory(from: numbers, byteCount: 2 * width)
      // What comes after may be asked for, not read: it is not there.
      let after = UnsafeRawPointer(page + (keyByteCount + 2 * width))
      let (pages, bounds): ([UnsafeRawPointer], [Int32]) = ([UnsafeRawPointer(page)], [0, 1])
      pages.withUnsafeBufferPointer { pages in
        bounds.withUnsafeBufferPointer { bounds in
          guard let pages = pages.baseAddress, let bounds = bounds.baseAddress else { return }
          table.vectors.attend(
            AttentionTask(
              type: .f16, queries: state.row(1), count: 1, width: width, pages: pages, headOffset: 0, bounds: bounds,
              softCap: 0, state: state.row(0), next: after))
        }
      }
      return Array(state[row: 0].prefix(width))
    }
    let wrong = (0..<width).filter { found[$0] != expected[$0] }.prefix(5)
    #expect(wrong.isEmpty)
  }
}
