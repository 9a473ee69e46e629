import SwiftletKernelInterface
import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Pages that several sequences of a batch share: read once, without a change to any result.
@Suite struct SharedPagesTests {
  /// Sequences that continue earlier ones: the index of that one, the number of positions in common, and their own.
  private typealias Branch = (parent: Int?, shared: Int, own: Int)

  /// The caches of some sequences, whose own positions are random.
  private static func caches(
    _ branches: [Branch], _ pool: KeyValuePool, seed: UInt64
  ) throws -> [KeyValueCache] {
    var generator = SeededGenerator(seed: seed)
    var caches: [KeyValueCache] = []
    for branch in branches {
      let count = branch.shared + branch.own
      let cache = KeyValueCache(pool: pool, capacity: count)
      if let parent = branch.parent { cache.adopt(caches[parent].runs.prefix((branch.shared + 63) / 64)) }
      try cache.reserve(for: branch.shared..<count)
      for (layer, shape) in pool.shapes.enumerated() {
        let test = AttentionCase(shape, Kernels(pool: SharedPools.single), layer: layer)
        let rows = (0..<branch.own).map { _ in generator.floats(test.columns, magnitude: 2) }
        try test.store(rows, in: cache, from: branch.shared)
      }
      caches.append(cache)
    }
    return caches
  }

  /// A tree of prefixes of odd lengths, on both sides of the parts of 1024 positions, and strangers.
  private static let tree: [Branch] = [
    (nil, 0, 1500), (0, 1490, 3), (0, 1500, 1), (0, 1153, 700), (3, 1800, 60), (3, 1853, 31), (nil, 0, 333),
    (0, 300, 40), (0, 64, 9), (6, 320, 64), (6, 321, 1), (0, 1024, 1), (0, 1088, 1100), (nil, 0, 2),
  ]

  /// Compares all sequences together, some of them, and each alone: on any number of threads, to the last bit.
  private func expectSameResults(
    _ test: AttentionCase, _ batch: [BatchRow], seed: UInt64, checksErrors: Bool = false
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let rows = batch.map { _ in generator.floats(test.columns) }
    let expected = try zip(rows, batch).flatMap { try test.attend([$0], [$1]) }
    if checksErrors { #expect(test.worstError(expected, rows, batch) <= 2e-6) }
    for pool in SharedPools.all {
      var together = AttentionCase(test.shape, Kernels(pool: pool, table: test.kernels.table), layer: test.layer)
      together.options = test.options
      let all = try together.attend(rows, batch)
      #expect(patterns(all) == patterns(expected), "\(pool.count) threads")
      for step in 2...3 {
        let some = stride(from: 0, to: batch.count, by: step)
        let results = try together.attend(some.map { rows[$0] }, some.map { batch[$0] })
        #expect(patterns(results) == patterns(some.map { expected[$0] }), "one of \(step), \(pool.count) threads")
      }
    }
  }

  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func sharingDoesNotChangeResults(_ table: KernelTable, _ type: KeyValueType) throws {
    for (index, (heads, groups, width)) in [(4, 1, 24), (3, 3, 16), (2, 1, 40), (16, 1, 32)].enumerated() {
      let shape = AttentionShape(headCount: heads, keyValueHeadCount: groups, headWidth: width)
      let pool = KeyValuePool(layers: 1, shape: shape, type: type)
      let caches = try Self.caches(Self.tree, pool, seed: UInt64(index))
      let batch = zip(caches, Self.tree).map { BatchRow(cache: $0, position: $1.shared + $1.own - 1) }
      let test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
      try expectSameResults(test, batch, seed: 80 + UInt64(index), checksErrors: index == 0)
    }
  }

  /// Drafts of several rows, and a chunk of a prompt, which is left to its own units.
  @Test(arguments: KernelTable.available)
  func rowsOfSeveralPositionsMayShare(_ table: KernelTable) throws {
    let shape = AttentionShape(headCount: 6, keyValueHeadCount: 2, headWidth: 24)
    let pool = KeyValuePool(layers: 1, shape: shape, type: .f16)
    let branches: [Branch] = [(nil, 0, 1200), (0, 1200, 9), (0, 1199, 3), (0, 700, 100), (0, 1111, 1)]
    let caches = try Self.caches(branches, pool, seed: 5)
    let batch = zip(caches, branches).flatMap { cache, branch in
      let count = branch.shared + branch.own
      let own = branch.parent == nil ? 1 : branch.own
      return (count - own..<count).map { BatchRow(cache: cache, position: $0) }
    }
    let test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    try expectSameResults(test, batch, seed: 90)
  }

  @Test(arguments: KernelTable.available)
  func optionsApplyToSharedPages(_ table: KernelTable) throws {
    let shape = AttentionShape(headCount: 6, keyValueHeadCount: 2, headWidth: 40)
    let pool = KeyValuePool(layers: 1, shape: shape, type: .q8_0)
    let caches = try Self.caches(Self.tree, pool, seed: 6)
    let batch = zip(caches, Self.tree).map { BatchRow(cache: $0, position: $1.shared + $1.own - 1) }
    let sinks = try FloatRows([[0, 2, -3, 50, -100, 1]])
    var test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    for options in [
      AttentionOptions(scale: 0.2, sinks: sinks), AttentionOptions(scale: 0.3, softCap: 3),
      AttentionOptions(scale: 0.2, window: 1), AttentionOptions(scale: 0.2, window: 100),
      AttentionOptions(scale: 0.2, window: 700), AttentionOptions(scale: 0.2, window: 1400, softCap: 30, sinks: sinks),
    ] {
      test.options = options
      try expectSameResults(test, batch, seed: 91)
    }
  }

  /// Sliding-window layers whose first pages have been released, so that their addresses may be those of others.
  @Test(arguments: KernelTable.available)
  func releasedPagesAreNotTakenForShared(_ table: KernelTable) throws {
    let shape = AttentionShape(headCount: 2, keyValueHeadCount: 1, headWidth: 32)
    let window = 600
    let pool = KeyValuePool(shapes: [shape, shape], windows: [window, nil], type: .f32)
    let branches: [Branch] = [(nil, 0, 1500), (0, 1450, 3), (0, 1480, 300), (0, 1300, 90), (0, 1500, 1)]
    let caches = try Self.caches(branches, pool, seed: 7)
    let counts = branches.map { $0.shared + $0.own }
    for (cache, count) in zip(caches, counts) {
      cache.releaseLocal(before: pool.firstRetained(after: count - 1))
    }
    // Its pages are those that have been released.
    let stranger = try Self.caches([(nil, 0, 1400)], pool, seed: 8)
    let batch = zip(caches + stranger, counts + [1400]).map { BatchRow(cache: $0, position: $1 - 1) }
    var generator = SeededGenerator(seed: 9)
    for layer in 0..<2 {
      var test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table), layer: layer)
      if layer == 0 { test.options.window = window }
      let rows = batch.map { _ in generator.floats(test.columns) }
      let expected = try zip(rows, batch).flatMap { try test.attend([$0], [$1]) }
      for pool in SharedPools.all {
        var together = AttentionCase(shape, Kernels(pool: pool, table: table), layer: layer)
        together.options = test.options
        let results = try together.attend(rows, batch)
        #expect(patterns(results) == patterns(expected))
      }
    }
  }

  /// A task that continues another one gives the same state as one task over all positions.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func continuedTasksGiveTheSameState(_ table: KernelTable, _ type: KeyValueType) throws {
    let (width, count, end) = (64, 5, 300)
    let shape = AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: width)
    let pool = KeyValuePool(layers: 1, shape: shape, type: type)
    let cache = try #require(try Self.caches([(nil, 0, end)], pool, seed: 10).first)
    var generator = SeededGenerator(seed: 11)
    let queries = try FloatRows([generator.floats(width * count)])
    let states = try FloatRows(rows: 2, columns: count * AttentionState.stride(width))
    func attend(to ends: [Int], from first: Int, into state: Int, continues: Bool) {
      let bounds = ends.flatMap { [Int32(first), Int32($0)] }
      bounds.withUnsafeBufferPointer { bounds in
        guard let bounds = bounds.baseAddress else { return }
        let pages = cache.pageTable(layer: 0)
        table.vectors.attend(
          AttentionTask(
            type: type, queries: queries.row(0), count: count, width: width, pages: pages, headOffset: 0,
            bounds: bounds, softCap: 0, state: states.row(state), continues: continues, next: pages[0]))
      }
    }
    /// The sums, the greatest score and the total weight of each query.
    func results(_ state: Int) -> [[Float]] {
      let row = states[row: state]
      return (0..<count).map { query in
        let start = query * AttentionState.stride(width)
        let sums = Array(row[start..<start + width])
        return sums + [row[start + width + AttentionState.maximum], row[start + width + AttentionState.weight]]
      }
    }
    let ends = (0..<count).map { end - 7 * $0 }
    attend(to: ends, from: 0, into: 0, continues: false)
    for split in [64, 128, 256] {
      attend(to: ends.map { _ in split }, from: 0, into: 1, continues: false)
      attend(to: ends, from: split, into: 1, continues: true)
      #expect(patterns(results(1)) == patterns(results(0)), "split at \(split)")
    }
  }

  /// Counted where the kernels read pages: 32 sequences, two levels of prefixes, several heads.
  @Test func sharedPagesAreReadOnce() throws {
    let shape = AttentionShape(headCount: 8, keyValueHeadCount: 2, headWidth: 16)
    let pool = KeyValuePool(layers: 1, shape: shape, type: .f16)
    // 40 pages in common, 5 more of each half, and up to two of each sequence.
    let branches: [Branch] =
      [(nil, 0, 2561), (0, 2560, 321), (0, 2560, 321)] + (0..<30).map { (1 + $0 % 2, 2880, 1 + 4 * $0) }
    let caches = try Self.caches(branches, pool, seed: 12)
    let leaves = Array(zip(caches, branches).dropFirst(3))
    let batch = leaves.map { BatchRow(cache: $0, position: $1.shared + $1.own - 1) }
    var table = KernelTable(.chosen)
    table.vectors = MeteredVectors.self
    for threads in SharedPools.all {
      let test = AttentionCase(shape, Kernels(pool: threads, table: table))
      let rows = batch.map { _ in [Float](repeating: 0.5, count: test.columns) }
      _ = MeteredVectors.take()
      _ = try test.attend(rows, batch)
      let reads = MeteredVectors.take()
      let ownPages = leaves.reduce(0) { $0 + ($1.1.own + 63) / 64 }
      #expect(reads.count == 2 * (40 + 2 * 5 + ownPages), "\(threads.count) threads")
      #expect(reads.values.max() == 1, "\(threads.count) threads")
      // Alone, each sequence reads all of its pages.
      for index in batch.indices { _ = try test.attend([rows[index]], [batch[index]]) }
      #expect(MeteredVectors.take().values.reduce(0, +) == 2 * (30 * 45 + ownPages))
    }
  }

  @Test func chunksOfPromptsAndShortPrefixesAreLeftAlone() throws {
    let shape = AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 16)
    let pool = KeyValuePool(layers: 1, shape: shape, type: .f32)
    let branches: [Branch] = [(nil, 0, 1100), (0, 1100, 1), (0, 200, 1), (0, 200, 2), (0, 1088, 40)]
    let caches = try Self.caches(branches, pool, seed: 13)
    func shared(_ rows: [(cache: Int, positions: Range<Int>)]) throws -> SharedPages? {
      let batch = rows.flatMap { row in row.positions.map { BatchRow(cache: caches[row.cache], position: $0) } }
      var units: [Range<Int>] = []
      Kernels.units(of: batch, into: &units)
      let columns = shape.queryColumns + 2 * shape.keyColumns
      return SharedPages(
        UnitAttention(
          vectors: KernelTable.chosen.vectors, projections: try FloatRows(rows: 1, columns: columns), batch: batch,
          units: units, layer: 0, options: AttentionOptions(scale: 1), shape: shape,
          output: try Activations(rows: 1, columns: shape.queryColumns)))
    }
    let (few, chunk) = (
      try shared([(2, 200..<201), (3, 200..<202)]), try shared([(0, 1099..<1100), (4, 1088..<1128)])
    )
    #expect(few == nil && chunk == nil, "three pages in common, and 40 rows of a prompt")
    let pages = try #require(try shared([(0, 1099..<1100), (1, 1100..<1101), (2, 200..<201), (4, 1088..<1090)]))
    let ends = pages.members.sorted { $0.unit < $1.unit }.map { [$0.unit, $0.end] }
    #expect(ends == [[0, 17], [1, 17], [2, 3], [3, 17]])
    let expected = [(5, 0..<3, 0), (4, 3..<16, 1), (4, 16..<17, 0)]
    #expect(pages.pieces.count == expected.count)
    for (piece, expected) in zip(pages.pieces, expected) {
      #expect(piece.rows.count == expected.0 && piece.runs == expected.1 && piece.depth == expected.2)
    }
  }
}
