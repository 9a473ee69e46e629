import SwiftletGGUF
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels

/// Products of matrices of every format and awkward sizes.
@Suite struct MatrixTests {
  /// The bound of the error, relative to the sum of the terms' magnitudes.
  private static let tolerance = 2e-6
  private static let rowCounts = [1, 5, 15, 16, 17, 33, 64]
  private static let tokenCounts = Array(1...9) + [16, 31, 40]
  /// 40 rows of activations for each number of columns.
  private static let inputs: [Int: [[Float]]] = {
    var generator = SeededGenerator(seed: 10)
    let columnCounts = Set(PackedFormat.allCases.flatMap(\.columns)).sorted()
    return Dictionary(
      uniqueKeysWithValues: columnCounts.map { columns in (columns, (0..<40).map { _ in generator.uneven(columns) }) })
  }()

  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func productsAreTheScalarSums(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 11)
    var worst = 0.0
    for tensor in try tensors(of: Self.matrices(format, &generator)) {
      let weights = format.weights(try tensor.floats(), columns: tensor.columns)
      let inputs = try Array(#require(Self.inputs[tensor.columns]).prefix(3))
      let matrix = Projection([try PackedMatrix(tensor, pool: kernels.pool)])
      let results = try products(kernels, matrix, Activations(inputs), rows: 3)
      for (input, result) in zip(inputs, results) {
        let x = format.activations(input)
        weights.withUnsafeBufferPointer { weights in
          for (row, start) in stride(from: 0, to: weights.count, by: tensor.columns).enumerated() {
            guard let line = weights.baseAddress else { return }
            worst = max(worst, Sum(line + start, x, count: tensor.columns).error(of: result[row]))
          }
        }
      }
    }
    #expect(worst <= Self.tolerance)
  }

  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func productsOfATokenDependNeitherOnOthersNorOnThreads(_ table: KernelTable, _ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 12)
    for tensor in try tensors(of: Self.matrices(format, &generator)) {
      let inputs = try #require(Self.inputs[tensor.columns])
      let matrix = Projection([try PackedMatrix(tensor, pool: SharedPools.single)])
      let kernels = Kernels(pool: SharedPools.single, table: table)
      // Each token at another place in the batch, and alone.
      let expected = patterns(try products(kernels, matrix, Activations(inputs.reversed()), rows: 40).reversed())
      let input = try Activations(inputs)
      for count in Self.tokenCounts {
        let found = try patterns(products(kernels, matrix, input, rows: count))
        let areSame = found.elementsEqual(expected.prefix(count))
        #expect(areSame, "\(count) tokens × (\(tensor.rows), \(tensor.columns))")
      }
      let alone = try patterns(products(kernels, matrix, Activations([inputs[33]]), rows: 1))
      #expect(alone == [expected[33]])
      // Nor on whether weights are prefetched, which depends on the processor.
      var other = table
      other.prefetch = table.prefetch == .none ? .l1AndL2 : .none
      for pool in SharedPools.all.dropFirst() {
        let kernels = Kernels(pool: pool, table: other)
        for count in [1, 2, 3, 7, 40] {
          let found = try patterns(products(kernels, matrix, input, rows: count))
          let areSame = found.elementsEqual(expected.prefix(count))
          #expect(areSame, "\(pool.count) threads, \(count) tokens × (\(tensor.rows), \(tensor.columns))")
        }
      }
    }
  }

  /// More tokens, columns and rows than any kernel processes at once.
  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func productsOfLargeBatchesAreThoseOfSingleTokens(_ table: KernelTable, _ format: PackedFormat) throws {
    let (rows, columns, tokens) = (49, 1_280, 150)
    var generator = SeededGenerator(seed: 14)
    let weights = WeightMatrix(
      rows, columns, format.tensorType, format.randomBytes(rows * columns, &generator))
    let tensor = try #require(try tensors(of: [weights]).first)
    let matrix = Projection([try PackedMatrix(tensor, pool: SharedPools.single)])
    let inputs = (0..<tokens).map { _ in generator.uneven(columns) }
    let kernels = Kernels(pool: SharedPools.single, table: table)
    let found = try patterns(products(kernels, matrix, Activations(inputs), rows: tokens))
    for token in [0, 1, 11, 12, 95, 96, 97, 131, 132, 148, 149] {
      let alone = try patterns(products(kernels, matrix, Activations([inputs[token]]), rows: 1))
      #expect(alone == [found[token]], "token \(token)")
    }
  }

  @Test(arguments: KernelTable.available)
  func productsOfSeveralMatricesLieSideBySide(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 13)
    let parts: [(PackedFormat, Int)] = [(.q4_0, 17), (.f32, 5), (.q8_0, 64), (.q5_1, 1), (.bf16, 33), (.q4_1, 16)]
    let packed = try tensors(
      of: parts.map { format, rows in
        WeightMatrix(rows, 96, format.tensorType, format.randomBytes(rows * 96, &generator))
      }
    ).map { try PackedMatrix($0, pool: SharedPools.single) }
    let joined = Projection(packed)
    #expect(joined.rows == 136 && joined.columns == 96 && joined.inputForms == [.bytes, .floats, .fixedPoint])
    #expect(joined.byteCount == packed.reduce(0) { $0 + $1.byteCount })
    #expect(Projection([packed[1], packed[4]]).inputForms == [.floats, .fixedPoint])
    let input = try Activations((0..<5).map { _ in generator.uneven(96) })
    for pool in SharedPools.all {
      let kernels = Kernels(pool: pool, table: table)
      let alone = try packed.map { try products(kernels, Projection([$0]), input, rows: 5) }
      let expected = (0..<5).map { token in alone.flatMap { $0[token] } }
      #expect(try products(kernels, joined, input, rows: 5) == expected)
    }
  }

  /// The last block is shorter, and so may be the last pair of panels.
  @Test(arguments: KernelTable.available)
  func maximaOfProductsAreThoseOfTheirBlocks(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 14)
    for rows in [1, 31, 128, 129, 5003, 16_384] {
      let matrix = WeightMatrix(rows, 32, .q8_0, PackedFormat.q8_0.randomBytes(rows * 32, &generator))
      let head = try projection(matrix)
      let input = try Activations([generator.uneven(32)])
      for pool in SharedPools.all {
        let kernels = Kernels(pool: pool, table: table)
        kernels.prepare(input, rows: 1, forms: head.inputForms)
        for blockSize in [32, 128, 1024] {
          let output = try FloatRows(rows: 1, columns: rows)
          let maxima = try FloatRows([[Float]](repeating: [Float](repeating: 7, count: (rows + 31) / 32 + 1), count: 1))
          kernels.multiply(
            head, input, rows: 1, into: output, maxima: BlockMaxima(blockSize: blockSize, into: maxima))
          let expected = Kernels.blockMaxima(of: output[row: 0].span, blockSize: blockSize)
          let found = maxima[row: 0]
          let areSame = found.prefix(expected.count) == expected[...]
          let isRestUnchanged = found.dropFirst(expected.count).allSatisfy { $0 == 7 }
          #expect(areSame && isRestUnchanged, "\(rows) rows, blocks of \(blockSize), \(pool.count) threads")
        }
      }
    }
  }

  private static func matrices(_ format: PackedFormat, _ generator: inout SeededGenerator) -> [WeightMatrix] {
    var matrices: [WeightMatrix] = []
    for rows in rowCounts {
      for columns in format.columns {
        matrices.append(
          WeightMatrix(rows, columns, format.tensorType, format.randomBytes(rows * columns, &generator)))
      }
    }
    return matrices
  }
}

/// Computes the products of the first `rows` inputs, and checks that nothing else was written.
func products(_ kernels: Kernels, _ matrix: Projection, _ input: Activations, rows: Int) throws -> [[Float]] {
  let mark: Float = 12_345
  let output = try FloatRows([[Float]](repeating: [Float](repeating: mark, count: matrix.rows + 3), count: rows + 1))
  kernels.prepare(input, rows: rows, forms: matrix.inputForms)
  kernels.multiply(matrix, input, rows: rows, into: output)
  let all = output.all
  #expect(all.prefix(rows).allSatisfy { $0.suffix(3) == [mark, mark, mark] }, "columns behind the products changed")
  #expect(all[rows].allSatisfy { $0 == mark }, "a row behind the products changed")
  return all.prefix(rows).map { Array($0.prefix(matrix.rows)) }
}
