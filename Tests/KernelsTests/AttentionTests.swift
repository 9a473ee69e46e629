import SwiftletGGUF
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels

/// Attention against a softmax in double precision over what the cache holds.
@Suite struct AttentionTests {
  /// The bound of the error, relative to the sum of the terms' magnitudes.
  private static let tolerance = 2e-6
  private static let lengths = [1, 2, 15, 16, 17, 31, 33, 200]
  private static let shapes = [8, 16, 24, 64, 80, 128].flatMap { width in
    [1, 2, 3, 4, 8].map { AttentionShape(headCount: 2 * $0, keyValueHeadCount: 2, headWidth: width) }
  }

  /// Rows for the widest shape; the others take the beginning.
  private static let rows: [[Float]] = {
    var generator = SeededGenerator(seed: 71)
    return (0..<200 + lengths.count).map { _ in generator.floats(2560, magnitude: 2) }
  }()

  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func isTheSoftmaxOverThePositionsSoFar(_ table: KernelTable, _ type: KeyValueType) throws {
    var worst = 0.0
    for shape in Self.shapes {
      let test = AttentionCase(shape, Kernels(pool: SharedPools.all[1], table: table), layer: 1)
      let cache = try KeyValueCache(layers: 2, shape: shape, capacity: 200, type: type)
      try test.store(Self.rows.prefix(200).map { Array($0.prefix(test.columns)) }, in: cache)
      let batch = Self.lengths.map { BatchRow(cache: cache, position: $0 - 1) }
      let rows = Self.rows.suffix(batch.count).map { Array($0.prefix(test.columns)) }
      let results = try test.attend(rows, batch)
      worst = max(worst, test.worstError(results, rows, batch))
    }
    #expect(worst <= Self.tolerance)
  }

  /// Windows, caps of the scores, sinks, and all of them.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func optionsChangeTheSoftmax(_ table: KernelTable, _ type: KeyValueType) throws {
    let shape = AttentionShape(headCount: 6, keyValueHeadCount: 2, headWidth: 40)
    let sinks = try FloatRows([[0, 2, -3, 50, -100, 1]])
    let scale = 1 / Float(40).squareRoot()
    let variants = [
      AttentionOptions(scale: scale, window: 1), AttentionOptions(scale: scale, window: 33),
      AttentionOptions(scale: scale, window: 100), AttentionOptions(scale: scale, softCap: 2),
      AttentionOptions(scale: scale, sinks: sinks),
      AttentionOptions(scale: 3 * scale, window: 70, softCap: 30, sinks: sinks),
    ]
    let cache = try KeyValueCache(layers: 1, shape: shape, capacity: 200, type: type)
    var test = AttentionCase(shape, Kernels(pool: SharedPools.all[1], table: table))
    try test.store(Self.rows.prefix(200).map { Array($0.prefix(test.columns)) }, in: cache)
    let batch = (Self.lengths + [64, 65, 128, 199]).map { BatchRow(cache: cache, position: $0 - 1) }
    let rows = Self.rows.prefix(batch.count).map { Array($0.prefix(test.columns)) }
    for (index, options) in variants.enumerated() {
      test.options = options
      // The exponentials of a cap round near its bound, relative to the cap.
      let tolerance = options.softCap == 0 ? Self.tolerance : 1e-5
      #expect(try test.worstError(test.attend(rows, batch), rows, batch) <= tolerance, "variant \(index)")
    }
  }

  /// Contexts of several parts: single rows, whose parts threads share, and large batches, where they do not.
  @Test(arguments: KernelTable.available)
  func partsOfLongContextsAreMerged(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 75)
    let shape = AttentionShape(headCount: 2, keyValueHeadCount: 1, headWidth: 32)
    let test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    let cache = try KeyValueCache(layers: 1, shape: shape, capacity: 3100, type: .f16)
    try test.store((0..<3100).map { _ in generator.floats(test.columns, magnitude: 3) }, in: cache)
    let batch = [3099, 1023, 1024, 2047, 5, 2048, 3000, 70, 1500, 2500, 900, 100, 64].map {
      BatchRow(cache: cache, position: $0)
    }
    let rows = batch.map { _ in generator.floats(test.columns) }
    for options in [
      test.options, AttentionOptions(scale: 0.2, window: 1100), AttentionOptions(scale: 0.2, window: 10),
    ] {
      var alone = test
      alone.options = options
      let expected = try zip(rows, batch).flatMap { try alone.attend([$0], [$1]) }
      #expect(alone.worstError(expected, rows, batch) <= Self.tolerance)
      for pool in SharedPools.all {
        var together = AttentionCase(shape, Kernels(pool: pool, table: table))
        together.options = options
        #expect(try patterns(together.attend(rows, batch)) == patterns(expected))
        #expect(try patterns(together.attend([rows[0]], [batch[0]])) == patterns([expected[0]]))
      }
    }
  }

  /// Rows that see what comes after them: all of it, or as far as half a window.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func rowsSeeUpToTheirEnds(_ table: KernelTable, _ type: KeyValueType) throws {
    var generator = SeededGenerator(seed: 76)
    let shape = AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 24)
    let lengths = [1, 15, 64, 130, 1100]
    var test = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    let caches = try lengths.map { try KeyValueCache(layers: 1, shape: shape, capacity: $0, type: type) }
    for (cache, length) in zip(caches, lengths) {
      try test.store((0..<length).map { _ in generator.floats(test.columns, magnitude: 2) }, in: cache)
    }
    // Whole texts of which some are left out, and single rows.
    let batch = zip(caches, lengths).flatMap { cache, length in
      (0..<length).filter { length < 200 || $0 % 400 < 2 }.map { BatchRow(cache: cache, position: $0, end: length) }
    }
    let rows = batch.map { _ in generator.floats(test.columns) }
    for window in [nil, 1, 9, 128] {
      test.options.window = window
      test.options.isCentered = true
      let results = try test.attend(rows, batch)
      #expect(test.worstError(results, rows, batch) <= Self.tolerance, "window of \(window ?? 0)")
      // Alone, and on other threads: to the last bit.
      for pool in SharedPools.all {
        var other = AttentionCase(shape, Kernels(pool: pool, table: table))
        other.options = test.options
        #expect(try patterns(other.attend(rows, batch)) == patterns(results))
        let last = batch.count - 1
        #expect(try patterns(other.attend([rows[last]], [batch[last]])) == patterns([results[last]]))
      }
    }
  }

  /// Rows of one batch belong to sequences of their own, each at its position.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func rowsOfABatchDoNotTouchOneAnother(_ table: KernelTable, _ type: KeyValueType) throws {
    var generator = SeededGenerator(seed: 72)
    let shape = AttentionShape(headCount: 6, keyValueHeadCount: 2, headWidth: 24)
    let alone = AttentionCase(shape, Kernels(pool: SharedPools.single, table: table))
    let caches = try [40, 17, 64].map { capacity in
      let cache = try KeyValueCache(layers: 1, shape: shape, capacity: capacity, type: type)
      try alone.store((0..<capacity).map { _ in generator.floats(alone.columns) }, in: cache)
      return cache
    }
    let batch = [(0, 39), (2, 16), (1, 0), (0, 15), (1, 16), (2, 63), (2, 63)].map {
      BatchRow(cache: caches[$0.0], position: $0.1)
    }
    let rows = batch.map { _ in generator.floats(alone.columns) }
    let expected = try zip(rows, batch).flatMap { try alone.attend([$0], [$1]) }
    #expect(alone.worstError(expected, rows, batch) <= Self.tolerance)
    for pool in SharedPools.all {
      let together = AttentionCase(shape, Kernels(pool: pool, table: table))
      #expect(try patterns(together.attend(rows, batch)) == patterns(expected))
    }
  }

  /// The keys and values of many rows, at their offsets in several layers and caches, and nowhere else.
  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func rowsAreStoredAtTheirPositions(_ table: KernelTable, _ type: KeyValueType) throws {
    var generator = SeededGenerator(seed: 73)
    let shape = AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 40)
    for pool in SharedPools.all {
      let kernels = Kernels(pool: pool, table: table)
      let caches = try (0..<2).map { _ in try KeyValueCache(layers: 3, shape: shape, capacity: 9, type: type) }
      let batch = [(0, 8), (1, 0), (0, 3), (1, 7)].map { BatchRow(cache: caches[$0.0], position: $0.1) }
      var expected: [Int: [Float]] = [:]
      for layer in 0..<3 {
        let test = AttentionCase(shape, kernels, layer: layer)
        let rows = batch.map { _ in generator.floats(test.columns) }
        try kernels.store(FloatRows(rows), batch: batch, layer: layer, scratch: test.scratch())
        for (row, offset) in zip(rows, [8, 100, 3, 107]) { expected[1000 * layer + offset] = row }
      }
      for layer in 0..<3 {
        let test = AttentionCase(shape, kernels, layer: layer)
        for (index, cache) in caches.enumerated() {
          for head in 0..<2 {
            for isValue in [false, true] {
              for (position, found) in test.stored(cache, head: head, values: isValue, count: 9).enumerated() {
                let start = shape.queryColumns + (isValue ? shape.keyColumns : 0) + 40 * head
                let row = expected[1000 * layer + 100 * index + position].map { Array($0[start..<start + 40]) }
                let difference = zip(found, row ?? [Float](repeating: 0, count: 40)).map { abs($0 - Double($1)) }.max()
                #expect(difference ?? .nan <= (row == nil || type == .f32 ? 0 : 0.004))
              }
            }
          }
        }
      }
    }
  }
}
