import Testing

@testable import SwiftletKernels

/// Pages of sliding-window layers and of full-attention layers.
@Suite struct WindowedPagesTests {
  private static let shape = AttentionShape(headCount: 2, keyValueHeadCount: 1, headWidth: 32)

  private func pool(_ windows: [Int?], byteLimit: Int? = nil) -> KeyValuePool {
    KeyValuePool(
      shapes: windows.map { _ in Self.shape }, windows: windows, type: .f32, byteLimit: byteLimit)
  }

  @Test func layersAreKeptApart() {
    let pool = pool([nil, 5, nil, 9, 7])
    let size = 64 * KeyValuePool.bytesPerPosition(Self.shape, .f32)
    #expect(pool.fullByteCount == 2 * size && pool.localByteCount == 3 * size && pool.pageByteCount == 5 * size)
    #expect(pool.offsets == [0, 0, size, size, 2 * size] && pool.largestWindow == 8)
    #expect(pool.firstVisible(from: 100) == 92 && pool.firstVisible(from: 8) == 0)
    #expect(pool.firstRetained(after: 200) == 128)
    #expect(self.pool([nil]).largestWindow == nil && self.pool([1]).largestWindow == 1)
  }

  /// The most that a sequence takes, against all places where a range may begin.
  @Test(arguments: [1, 2, 5, 64, 65, 130], [1, 7, 64, 200])
  func noRangeTakesMoreThanIsCounted(_ window: Int, _ rows: Int) {
    let pool = pool([window])
    var most = 0
    for count in 0..<700 {
      let runs = (count + rows + 63) / 64 - pool.firstRetained(after: count) / 64
      most = max(most, runs * pool.localByteCount)
      #expect(pool.byteCount(ofPositions: count + rows, rows: rows) >= runs * pool.localByteCount)
    }
    #expect(pool.byteCount(ofPositions: 700 + rows, rows: rows) == most)
  }

  @Test(arguments: KernelTable.available)
  func attentionIsThatOfACacheThatKeepsAll(_ table: KernelTable) throws {
    let (pool, kernels) = (pool([nil, 70]), Kernels(pool: SharedPools.single, table: table))
    let (all, some) = (try KeyValueCache(pool: pool, roomFor: 400), KeyValueCache(pool: pool, capacity: 400))
    var generator = SeededGenerator(seed: 1)
    for layer in 0..<2 {
      var test = AttentionCase(Self.shape, kernels, layer: layer)
      if layer == 1 { test.options.window = 70 }
      let rows = (0..<400).map { _ in generator.floats(test.columns) }
      try test.store(rows, in: all)
      if layer == 0 { try some.reserve(for: 0..<400) }
      try test.store(rows, in: some)
    }
    let before = pool.usedPageCount
    let released = [some.releaseLocal(before: 63), some.releaseLocal(before: 331), some.releaseLocal(before: 331)]
    #expect(released == [false, true, false] && pool.usedPageCount == before - 5)
    #expect(some.runs.map { $0.local == nil } == [true, true, true, true, true, false, false])
    for layer in 0..<2 {
      var test = AttentionCase(Self.shape, kernels, layer: layer)
      if layer == 1 { test.options.window = 70 }
      let rows = (0..<9).map { _ in generator.floats(test.columns) }
      let results = try [all, some].map { cache in
        try test.attend(rows, (391..<400).map { BatchRow(cache: cache, position: $0) })
      }
      #expect(patterns(results[0]) == patterns(results[1]))
    }
    // A copy shares what is left, and is separate from then on.
    let other = KeyValueCache(pool: pool, capacity: 400)
    other.adopt(some.runs)
    #expect(other.firstPosition(layer: 1) == 320 && other.firstPosition(layer: 0) == 0)
    try other.reserve(for: 399..<400)
    #expect(pool.usedPageCount == before - 3 && other.runs[6].local !== some.runs[6].local)
    #expect(other.runs[5].local === some.runs[5].local)
    other.removeAll()
    #expect(other.firstPosition(layer: 1) == 0 && pool.usedPageCount == before - 5)
  }

  /// Memory that one kind of page does not need any more goes to the other.
  @Test func theLimitHoldsForBothKindsTogether() throws {
    let size = self.pool([nil]).pageByteCount
    let pool = pool([nil, 5], byteLimit: 10 * size + 7)
    #expect(pool.byteLimit == 10 * size + 7 && pool.pageLimit == 5)
    let cache = KeyValueCache(pool: pool, capacity: 64 * 20)
    try cache.reserve(for: 0..<64 * 5)
    #expect(pool.usedByteCount == 10 * size && pool.freePageCount == 0)
    #expect(throws: KernelError.limitReached(bytes: 11 * size, limit: 10 * size + 7, purpose: KeyValuePool.purpose)) {
      try cache.reserve(for: 64 * 5..<64 * 5 + 1)
    }
    #expect(cache.count == 64 * 5 && pool.usedByteCount == 10 * size)
    for run in 5..<9 {
      cache.releaseLocal(before: 64 * run)
      try cache.reserve(for: 64 * run..<64 * run + 1)
      #expect(pool.usedByteCount == (run + 2) * size && pool.byteCount <= 10 * size + 7)
    }
    #expect(pool.usedPageCount == 10)
    // Pages outside of every window are not allocated.
    let late = KeyValueCache(pool: self.pool([nil, 5]), capacity: 1000)
    late.releaseLocal(before: 640)
    try late.reserve(for: 0..<700)
    #expect(late.pool.usedPageCount == 12 && late.firstPosition(layer: 1) == 640)
  }
}
