import Foundation
import SwiftletGGUF
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels
@testable import SwiftletKernelsPortable

/// Elementwise operations on rows of odd lengths.
@Suite struct ElementwiseTests {
  private static let columnCounts = [1, 2, 5, 15, 16, 17, 31, 32, 33, 64, 100, 1024, 2049]
  private static let rowCount = 9

  /// The kernels of a table on one, two and three threads.
  private static func kernels(_ table: KernelTable) -> [Kernels] {
    SharedPools.all.map { Kernels(pool: $0, table: table) }
  }

  @Test(arguments: KernelTable.available)
  func normIsTheRootMeanSquare(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 51)
    var worst = 0.0
    for (index, columns) in Self.columnCounts.enumerated() {
      let magnitude: Float = [1, 1e-6, 1e4][index % 3]
      let rows = (0..<Self.rowCount).map { _ in generator.floats(columns, magnitude: magnitude) }
      let weight = generator.floats(columns)
      let epsilon: Float = 1e-5
      let results = try Self.kernels(table).map { kernels in
        let output = try Activations(rows: Self.rowCount, columns: columns)
        try kernels.normalize(
          FloatRows(rows), rows: Self.rowCount - 1,
          Norm(.rootMeanSquare, weight: FloatRows([weight]), epsilon: epsilon), into: output, forms: [])
        return output.values.all
      }
      for (row, result) in zip(rows, results[0]).dropLast() {
        let square = row.reduce(0.0) { $0 + Double($1) * Double($1) }
        let root = (square / Double(columns) + Double(epsilon)).squareRoot()
        for column in 0..<columns {
          let expected = Double(row[column]) / root * Double(weight[column])
          worst = max(worst, difference(Double(result[column]), expected, unit: abs(expected)))
        }
      }
      #expect(results[0].last == [Float](repeating: 0, count: columns), "a row behind the last changed")
      let areSame = results.allSatisfy { patterns($0) == patterns(results[0]) }
      #expect(areSame, "results depend on the number of threads")
    }
    #expect(worst <= 2e-6)
  }

  @Test(arguments: KernelTable.available)
  func chosenRowsAreNormalizedAndQuantized(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 52)
    let rows = (0..<7).map { _ in generator.floats(96) }
    let norm = Norm(.rootMeanSquare, weight: try FloatRows([generator.floats(96)]), epsilon: 1e-6)
    for kernels in Self.kernels(table) {
      let all = try Activations(rows: 7, columns: 96)
      try kernels.normalize(FloatRows(rows), rows: 7, norm, into: all, forms: .bytes)
      let chosen = try Activations(rows: 3, columns: 96)
      try kernels.normalize(FloatRows(rows), rows: [6, 0, 6], norm, into: chosen, forms: .bytes)
      for (index, row) in [6, 0, 6].enumerated() {
        #expect(chosen.values[row: index] == all.values[row: row])
        let quantized = QuantizedRow(chosen, row: index, of: 3)
        #expect(quantized == QuantizedRow(chosen.values[row: index]))
        #expect(quantized == QuantizedRow(all, row: row, of: 7))
      }
    }
  }

  @Test(arguments: KernelTable.available)
  func zerosAreNormalizedToZeros(_ table: KernelTable) throws {
    let x = [Float](repeating: 0, count: 33)
    let weight = try FloatRows([[Float](repeating: 3, count: 33)])
    // In place.
    let rows = try FloatRows([x])
    table.vectors.rmsNorm(rows.row(0), weight: weight.row(0), count: 33, epsilon: 1e-6, into: rows.row(0))
    #expect(rows[row: 0] == x)
    rows[row: 0] = [Float](repeating: -2, count: 33)
    table.vectors.rmsNorm(rows.row(0), weight: weight.row(0), count: 33, epsilon: 0, into: rows.row(0))
    #expect(rows[row: 0] == [Float](repeating: -3, count: 33))
  }

  @Test(arguments: KernelTable.available)
  func sumsAreThoseOfFloats(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 54)
    for columns in Self.columnCounts {
      let (x, y) = (
        (0..<Self.rowCount).map { _ in generator.uneven(columns + 1) },
        (0..<Self.rowCount).map { _ in generator.uneven(columns) }
      )
      let expected = zip(x, y).map { x, y in zip(x, y).map { $0 + $1 } }
      for kernels in Self.kernels(table) {
        let sum = try FloatRows(y)
        try kernels.add(FloatRows(x), to: sum, rows: Self.rowCount - 1)
        #expect(sum.all == Array(expected.dropLast()) + [y[Self.rowCount - 1]])
      }
    }
  }

  /// Block sizes, each with a value that a third of the elements have.
  private static let blockCases: [(Int, Float)] = [(16, .nan), (128, .nan), (128, -.infinity), (1024, .infinity)]

  @Test(arguments: KernelTable.available)
  func maximaOfBlocksIgnoreNaN(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 56)
    for columns in Self.columnCounts + [128, 5003] {
      for (blockSize, special) in Self.blockCases {
        var values = generator.uneven(columns)
        for index in values.indices where generator.next() % 3 == 0 { values[index] = special }
        // A block without numbers.
        for index in values.indices.prefix(blockSize) where special.isNaN { values[index] = -special }
        let blocks = stride(from: 0, to: columns, by: blockSize).map { start in
          values[start..<min(start + blockSize, columns)].reduce(-Float.infinity) { $1 > $0 ? $1 : $0 }
        }
        for kernels in Self.kernels(table) {
          let maxima = try FloatRows([[Float](repeating: 7, count: blocks.count + 1)])
          try kernels.findBlockMaxima(
            FloatRows([[Float](repeating: 1e9, count: columns), values]), row: 1, blockSize: blockSize, into: maxima)
          #expect(maxima[row: 0] == blocks + [7])
        }
        #expect(Kernels.blockMaxima(of: values.span, blockSize: blockSize) == blocks)
        let highest = blocks.reduce(-Float.infinity) { max($0, $1) }
        #expect(Kernels.maximum(of: values.span) == highest)
      }
    }
  }

  @Test func nothingHasNoMaximum() {
    let nothing: [Float] = []
    #expect(Kernels.maximum(of: nothing.span) == -.infinity)
    #expect(Kernels.blockMaxima(of: nothing.span, blockSize: 16) == [])
  }

  /// In-place norms after a residual sum, and after embeddings with a bias.
  @Test(arguments: KernelTable.available)
  func sumsAreNormalizedInPlace(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 55)
    for columns in Self.columnCounts {
      let (x, y) = (
        (0..<Self.rowCount).map { _ in generator.floats(columns) },
        (0..<Self.rowCount).map { _ in generator.floats(columns) }
      )
      let norm = Norm(
        .layer, weight: try FloatRows([generator.floats(columns)]), bias: try FloatRows([generator.floats(columns)]),
        epsilon: 1e-3)
      let bias = generator.floats(columns)
      for kernels in Self.kernels(table) {
        let sum = try FloatRows(y)
        try kernels.add(FloatRows(x), to: sum, rows: Self.rowCount - 1)
        let expected = try Activations(rows: Self.rowCount, columns: columns)
        kernels.normalize(sum, rows: Self.rowCount - 1, norm, into: expected, forms: [])
        let found = try FloatRows(y)
        try kernels.add(FloatRows(x), ResidualEpilogue(sumNorm: norm), to: found, rows: Self.rowCount - 1)
        #expect(found.all.dropLast().elementsEqual(expected.values.all.dropLast()))
        #expect(found[row: Self.rowCount - 1] == y[Self.rowCount - 1], "a row behind the last changed")

        let embeddings = try FloatRows(y)
        try kernels.finishEmbeddings(embeddings, rows: Self.rowCount - 1, bias: FloatRows([bias]), norm: norm)
        let shifted = try FloatRows(y.map { zip($0, bias).map { $0 + $1 } })
        kernels.normalize(shifted, rows: Self.rowCount - 1, norm, into: expected, forms: [])
        #expect(embeddings.all.dropLast().elementsEqual(expected.values.all.dropLast()))
        #expect(embeddings[row: Self.rowCount - 1] == y[Self.rowCount - 1])
      }
    }
  }

  @Test(arguments: KernelTable.available, TensorType.writable)
  func embeddingsAreRowsOfTheTable(_ table: KernelTable, _ type: TensorType) throws {
    var generator = SeededGenerator(seed: 57)
    let columns = max(64, type.elementsPerBlock)
    let bytes = try #require(type.writableFormat).quantized(generator.uneven(50 * columns))
    let tensor = try tensors(of: [WeightMatrix(50, columns, type, bytes)])[0]
    let values = try tensor.floats()
    let tokens = [49, 0, 7, 7, 31, 12, 49, 1, 2, 3, 48]
    for kernels in Self.kernels(table) {
      let output = try FloatRows(rows: tokens.count + 1, columns: columns)
      kernels.embed(tokens, tensor, into: output)
      #expect(output.all.dropLast().elementsEqual(tokens.map { Array(values[$0 * columns..<($0 + 1) * columns]) }))
      #expect(output[row: tokens.count].allSatisfy { $0 == 0 })
    }
  }
}
