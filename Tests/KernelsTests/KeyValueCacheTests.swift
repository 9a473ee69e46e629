import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels

/// Pages of keys and values: shared, copied when written to, counted.
@Suite struct KeyValueCacheTests {
  private static let shape = AttentionShape(headCount: 2, keyValueHeadCount: 2, headWidth: 24)

  /// A cache whose first positions are random rows.
  private static func cache(_ pool: KeyValuePool, _ count: Int, seed: UInt64) throws -> KeyValueCache {
    var generator = SeededGenerator(seed: seed)
    let cache = KeyValueCache(pool: pool, capacity: 300)
    try cache.reserve(for: 0..<count)
    for layer in 0..<pool.layerCount {
      let test = AttentionCase(shape, Kernels(pool: SharedPools.single), layer: layer)
      try test.store((0..<count).map { _ in generator.floats(test.columns) }, in: cache)
    }
    return cache
  }

  /// The first positions of each plane of a cache.
  private static func contents(_ cache: KeyValueCache, _ count: Int) -> [[[Double]]] {
    (0..<4 * cache.pool.layerCount).map { plane in
      AttentionCase(shape, Kernels(pool: SharedPools.single), layer: plane / 4)
        .stored(cache, head: plane / 2 % 2, values: plane % 2 == 1, count: count)
    }
  }

  @Test(arguments: KeyValueType.allCases)
  func whatOthersReferToIsCopiedBeforeItChanges(_ type: KeyValueType) throws {
    let pool = KeyValuePool(layers: 2, shape: Self.shape, type: type)
    let first = try Self.cache(pool, 150, seed: 1)
    let before = Self.contents(first, 150)
    let second = KeyValueCache(pool: pool, capacity: 300)
    second.adopt(first.runs.prefix(2))
    #expect(pool.usedPageCount == 3)
    #expect(Self.contents(second, 128) == before.map { Array($0[..<128]) })
    // From position 100 on the second goes its own way.
    try second.reserve(for: 100..<140)
    #expect(pool.usedPageCount == 5 && second.count == 192)
    #expect(first.runs[0].full === second.runs[0].full && first.runs[1].full !== second.runs[1].full)
    var generator = SeededGenerator(seed: 2)
    for layer in 0..<2 {
      let test = AttentionCase(Self.shape, Kernels(pool: SharedPools.single), layer: layer)
      try test.store((0..<40).map { _ in generator.floats(test.columns) }, in: second, from: 100)
    }
    #expect(Self.contents(first, 150) == before)
    #expect(Self.contents(second, 100) == before.map { Array($0[..<100]) })
    #expect(Self.contents(second, 140).allSatisfy { $0[100...].contains { $0.contains { $0 != 0 } } })
    // What is its own already is not copied again.
    try second.reserve(for: 100..<192)
    #expect(pool.usedPageCount == 5)
  }

  @Test func pagesAreCountedUsedAgainAndLimited() throws {
    let pageByteCount = KeyValuePool(layers: 1, shape: Self.shape, type: .f16).pageByteCount
    #expect(pageByteCount == 64 * KeyValuePool.bytesPerPosition(Self.shape, .f16))
    let pool = KeyValuePool(layers: 1, shape: Self.shape, type: .f16, byteLimit: 4 * pageByteCount + 1)
    #expect(pool.pageLimit == 4)
    var caches = try (0..<2).map { _ in
      let cache = KeyValueCache(pool: pool, capacity: 1000)
      try cache.reserve(for: 0..<65)
      return cache
    }
    #expect(pool.usedPageCount == 4)
    #expect(
      throws: KernelError.limitReached(
        bytes: 5 * pageByteCount, limit: 4 * pageByteCount, purpose: KeyValuePool.purpose)
    ) {
      try caches[0].reserve(for: 65..<1000)
    }
    #expect(caches[0].count == 128)
    caches.removeLast()
    #expect(pool.usedPageCount == 2)
    try caches[0].reserve(for: 65..<256)
    #expect(pool.usedPageCount == 4)
    caches[0].removeAll()
    #expect(pool.usedPageCount == 0 && caches[0].count == 0)
    try caches[0].reserve(for: 0..<1)
    #expect(pool.usedPageCount == 1)
  }

  @Test func statesAreCopiedBeforeTheyChangeAndCounted() throws {
    let states = LayerStates(count: 2, columns: 5)
    #expect(states.byteCount == 128)
    let pageByteCount = KeyValuePool(layers: 1, shape: Self.shape, type: .f16).pageByteCount
    let pool = KeyValuePool(
      layers: 1, shape: Self.shape, type: .f16, byteLimit: 2 * pageByteCount + 2 * states.byteCount, states: states)
    #expect(pool.pageLimit == 2)
    let first = KeyValueCache(pool: pool, capacity: 300)
    try first.reserve(for: 0..<10)
    try #require(first.states).rows[row: 1] = [1, 2, 3, 4, 5]
    let second = KeyValueCache(pool: pool, capacity: 300)
    second.adopt(first.runs, states: first.states)
    #expect(second.states === first.states && pool.usedStatesCount == 1)
    try second.reserve(for: 10..<11)
    #expect(second.states !== first.states && pool.usedStatesCount == 2)
    #expect(second.states?.rows[row: 1] == [1, 2, 3, 4, 5])
    // Neither the copy nor, from now on, the original is shared.
    let own = second.states.map { ObjectIdentifier($0) }
    try second.reserve(for: 11..<12)
    #expect(second.states.map { ObjectIdentifier($0) } == own && pool.usedStatesCount == 2)
    let third = KeyValueCache(pool: pool, capacity: 300)
    let error = #expect(throws: KernelError.self) { try third.reserve(for: 0..<1) }
    guard case .limitReached(_, let limit, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit == 2 * pageByteCount + 2 * states.byteCount)
    #expect(pool.usedStatesCount == 2 && third.states == nil)
    first.removeAll()
    #expect(pool.usedStatesCount == 1 && pool.usedPageCount == 1)
    try third.reserve(for: 0..<1)
    #expect(third.states?.rows[row: 1] == [0, 0, 0, 0, 0])
  }

  /// Layers of different shapes share a page without interfering.
  @Test(arguments: KeyValueType.allCases)
  func layersMayDiffer(_ type: KeyValueType) throws {
    let shapes = [
      AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 24),
      AttentionShape(headCount: 4, keyValueHeadCount: 1, headWidth: 40),
      AttentionShape(headCount: 4, keyValueHeadCount: 4, headWidth: 8),
    ]
    let pool = KeyValuePool(shapes: shapes, type: type)
    #expect(pool.pageByteCount == 64 * shapes.reduce(0) { $0 + KeyValuePool.bytesPerPosition($1, type) })
    let cache = try KeyValueCache(pool: pool, roomFor: 150)
    let batch = (0..<150).map { BatchRow(cache: cache, position: $0) }
    let kernels = Kernels(pool: SharedPools.single)
    var generator = SeededGenerator(seed: 5)
    let tests = shapes.enumerated().map { AttentionCase($1, kernels, layer: $0) }
    let rows = tests.map { test in (0..<150).map { _ in generator.floats(test.columns) } }
    for (test, rows) in zip(tests, rows) { try test.store(rows, in: cache) }
    for (test, rows) in zip(tests, rows) {
      #expect(test.worstError(try test.attend(rows, batch), rows, batch) <= 1e-5)
      // What is alone in a cache gives the same.
      let alone = try KeyValueCache(layers: 1, shape: test.shape, capacity: 150, type: type)
      let single = AttentionCase(test.shape, kernels)
      try single.store(rows, in: alone)
      let singleBatch = (0..<150).map { BatchRow(cache: alone, position: $0) }
      #expect(patterns(try single.attend(rows, singleBatch)) == patterns(try test.attend(rows, batch)))
    }
  }

  /// Attention over scattered pages gives the same results as over contiguous pages.
  @Test(arguments: KernelTable.available)
  func resultsDoNotDependOnWherePagesLie(_ table: KernelTable) throws {
    let pool = KeyValuePool(layers: 1, shape: Self.shape, type: .f16)
    let ordered = try Self.cache(pool, 300, seed: 3)
    // The same rows in pages that come from two caches in turns.
    let other = try Self.cache(pool, 300, seed: 3)
    let mixed = KeyValueCache(pool: pool, capacity: 300)
    mixed.adopt(zip(ordered.runs, other.runs).enumerated().map { $0 % 2 == 0 ? $1.1 : $1.0 })
    var generator = SeededGenerator(seed: 4)
    let test = AttentionCase(Self.shape, Kernels(pool: SharedPools.single, table: table))
    let rows = (0..<3).map { _ in generator.floats(test.columns) }
    let results = try [ordered, mixed].map { cache in
      try test.attend(rows, [299, 64, 130].map { BatchRow(cache: cache, position: $0) })
    }
    #expect(patterns(results[0]) == patterns(results[1]))
  }
}
