import SwiftletGGUF
import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Weights of 16 bits, and the activations that meet them, as integers that have a factor in common.
@Suite struct FixedPointTests {
  private static let formats: [PackedFormat] = [.f16, .bf16]
  private static let columnCounts = [1, 2, 15, 16, 17, 63, 64, 65, 300]

  @Test(arguments: KernelTable.available)
  func activationsAreRoundedToTheNearestInteger(_ table: KernelTable) throws {
    let kernels = Kernels(pool: SharedPools.all[1], table: table)
    var generator = SeededGenerator(seed: 91)
    for columns in Self.columnCounts {
      var rows = (0..<10).map { _ in generator.uneven(columns) }
      rows += [0x1p-149, 0x1p-119, 0x1p-118, 1e-30, 1, 1e19, 3e38].map { generator.floats(columns, magnitude: $0) }
      rows += [0, -0.0, 1, -3].map { [Float](repeating: $0, count: columns) }
      // One element that the others vanish beside.
      rows += [0, columns - 1].map { position in (0..<columns).map { $0 == position ? -1e6 : Float($0) } }
      let input = try Activations(rows)
      // Alone, with some others, and in the first and the last of several groups.
      for count in [1, 5, 12, rows.count] {
        kernels.prepare(input, rows: count, forms: .fixedPoint)
        for row in 0..<count {
          let isExact = FixedPointRow(input, row: row, of: count) == FixedPointRow(activations: rows[row])
          #expect(isExact, "row \(row) of \(count), \(columns) columns")
        }
      }
    }
  }

  /// Integer sums are exact up to the largest possible one, where both vectors are parallel.
  @Test(arguments: KernelTable.available, formats)
  func sumsDoNotOverflow(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 92)
    for columns in Self.columnCounts {
      var rows = [1, -1, 0.75].map { [Float](repeating: $0, count: columns) }
      for period in [1, 2, 32] { rows.append((0..<columns).map { $0 / period % 2 == 0 ? 1 : -1 }) }
      for position in [0, columns - 1] { rows.append((0..<columns).map { $0 == position ? -1000 : 1 }) }
      // Half of the columns large, so that lengths and not magnitudes are what counts.
      rows.append((0..<columns).map { $0 % 2 == 0 ? 1 : 0 })
      rows += (0..<8).map { _ in generator.uneven(columns) }
      let bytes = rows.flatMap { format.tensorType.writableFormat?.quantized($0) ?? [] }
      let tensor = try tensors(of: [WeightMatrix(rows.count, columns, format.tensorType, bytes)])[0]
      let weights = format.weights(try tensor.floats(), columns: columns)
      let matrix = Projection([try PackedMatrix(tensor, pool: kernels.pool)])
      let results = try products(kernels, matrix, Activations(rows), rows: rows.count)
      for (row, result) in zip(rows, results) {
        let x = format.activations(row)
        for (index, value) in result.enumerated() {
          let sum = Sum(Array(weights[index * columns..<(index + 1) * columns]), x, count: columns)
          #expect(sum.error(of: value) <= 1e-6, "\(columns) columns")
        }
      }
    }
  }

  /// More columns than one cache block holds, with partial blocks, row tiles and pairs.
  @Test(arguments: KernelTable.available, formats)
  func manyTokensGetWhatEachGetsAlone(_ table: KernelTable, _ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 93)
    let width = FixedPoint.cacheBlockColumns
    for (rows, columns) in [(1, 32), (33, 96), (130, width), (40, width + 33), (300, 2 * width + 7)] {
      let weights = WeightMatrix(rows, columns, format.tensorType, format.randomBytes(rows * columns, &generator))
      let matrix = Projection([try PackedMatrix(tensors(of: [weights])[0], pool: SharedPools.single)])
      let inputs = (0..<61).map { _ in generator.uneven(columns) }
      let kernels = Kernels(pool: SharedPools.single, table: table)
      let expected = try inputs.map { try products(kernels, matrix, Activations([$0]), rows: 1)[0] }
      let input = try Activations(inputs)
      for tokens in [23, 24, 37, 61] {
        // A thread that is alone has several pairs meet the tokens at once.
        for pool in SharedPools.all.prefix(2) {
          let found = try products(Kernels(pool: pool, table: table), matrix, input, rows: tokens)
          let areSame = patterns(found).elementsEqual(patterns(expected).prefix(tokens))
          #expect(areSame, "\(tokens) tokens × (\(rows), \(columns))")
        }
      }
    }
  }

  /// Packed caches are the same for all instruction sets.
  @Test(arguments: KernelTable.available, [false, true])
  func weightsAreConvertedAlike(_ table: KernelTable, _ isBFloat16: Bool) {
    var generator = SeededGenerator(seed: 95)
    var (found, expected) = ([Int16](repeating: 0, count: 64), [Int16](repeating: 0, count: 64))
    for round in 0..<2000 {
      // Of all magnitudes, or of similar ones; some blocks have a single value, or none.
      let exponents: UInt16 = round % 3 == 0 ? 0xFFFF : isBFloat16 ? 0xBFFF : 0xBBFF
      let count = round % 5 == 0 ? round % 65 : 64
      let patterns = (0..<64).map { index in
        index < count ? UInt16(truncatingIfNeeded: generator.next()) & exponents : 0
      }
      let factor = unsafe table.vectors.convertToFixedPoint(patterns, isBFloat16: isBFloat16, into: &found)
      let reference = unsafe SwiftletKernelsPortable.Vectors.convertToFixedPoint(
        patterns, isBFloat16: isBFloat16, into: &expected)
      #expect(factor == reference && found == expected, "block \(round)")
    }
  }

  /// No weight changes by more than half of its block's factor, and a bfloat16 one only if it is small beside others.
  @Test(arguments: formats) func weightsKeepTheirBits(_ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 94)
    let (rows, columns) = (100, 64)
    let bytes = try #require(format.tensorType.writableFormat).quantized(generator.uneven(rows * columns))
    let tensor = try tensors(of: [WeightMatrix(rows, columns, format.tensorType, bytes)])[0]
    let weights = try tensor.floats()
    let unit = (0..<columns).map { column in (0..<columns).map { $0 == column ? Float(1) : 0 } }
    let matrix = Projection([try PackedMatrix(tensor, pool: SharedPools.single)])
    let kept = try products(Kernels(pool: SharedPools.single), matrix, Activations(unit), rows: columns)
    for row in 0..<rows {
      let block = weights[row * columns..<(row + 1) * columns]
      let length = block.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
      for (column, weight) in block.enumerated() {
        let change = abs(Double(weight) - Double(kept[column][row]))
        #expect(change <= 0x1.01p-15 * length)
        let isLarge = Double(weight.magnitude) > 0x1p-7 * length
        if format == .bf16, isLarge { #expect(change <= 1e-6 * Double(weight.magnitude)) }
      }
    }
  }

  /// Infinities and NaNs of activations are propagated, and affect only their own token; those of weights are refused.
  @Test(arguments: KernelTable.available, formats)
  func whatIsNoNumberIsPassedOn(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    for special: Float in [.nan, .infinity, -.infinity] {
      for position in [0, 63, 64, 199] {
        let plain = [Float](repeating: 0.5, count: 200)
        var broken = plain
        broken[position] = special
        let patterns = [UInt16](repeating: format == .f16 ? 0x3800 : 0x3F00, count: 400)
        let bytes = patterns.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let matrix = try projection(WeightMatrix(2, 200, format.tensorType, bytes))
        let results = try products(kernels, matrix, Activations([plain, broken]), rows: 2)
        #expect(!results[1][0].isFinite && !results[1][1].isFinite)
        #expect(results[0].allSatisfy { abs($0 - 50) < 1e-4 })
      }
    }
  }
}
