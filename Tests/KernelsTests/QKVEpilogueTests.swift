import SwiftletGGUF
import Foundation
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels
@testable import SwiftletKernelsPortable

/// The epilogues of QKV projections and of residual branches.
@Suite struct QKVEpilogueTests {
  /// Rotation of pairs by a known angle; elements after the pairs do not change.
  @Test(arguments: KernelTable.available, [QKVEpilogue.Pairing.adjacent, .halves])
  func pairsTurnAboutTheirAngle(_ table: KernelTable, _ pairing: QKVEpilogue.Pairing) throws {
    var generator = SeededGenerator(seed: 55)
    var worst = 0.0
    for pairs in [1, 3, 4, 7, 8, 9, 16, 20, 32, 40, 64] {
      let x = generator.floats(2 * pairs + 3)
      let turns = generator.floats(pairs, magnitude: 3).map(Double.init)
      let rows = try FloatRows([x])
      let angles = try FloatRows([turns.flatMap { [Float(cos($0)), Float(sin($0))] }])
      let rotate = pairing.rotation(table.vectors)
      rotate(rows.row(0), angles.row(0), pairs)
      let result = rows[row: 0]
      #expect(result.suffix(3) == x.suffix(3))
      for pair in 0..<pairs {
        let (first, second) = pairing == .adjacent ? (2 * pair, 2 * pair + 1) : (pair, pair + pairs)
        let (a, b) = (Double(x[first]), Double(x[second]))
        let (cosine, sine, length) = (cos(turns[pair]), sin(turns[pair]), (a * a + b * b).squareRoot())
        worst = max(worst, difference(Double(result[first]), a * cosine - b * sine, unit: length))
        worst = max(worst, difference(Double(result[second]), a * sine + b * cosine, unit: length))
      }
    }
    #expect(worst <= 3e-7)
  }

  @Test(arguments: KernelTable.available, [8, 24, 64])
  func queriesAndKeysAreRotatedAndValuesAreNot(_ table: KernelTable, _ width: Int) throws {
    var generator = SeededGenerator(seed: 56)
    let shape = AttentionShape(headCount: 6, keyValueHeadCount: 2, headWidth: width)
    let columns = shape.queryColumns + 2 * shape.keyColumns
    let rows = (0..<5).map { _ in generator.floats(columns) }
    // Only part of a head is rotated; one pair is turned about a right angle, the others about none.
    let pairs = width / 2 - 1
    let angles = (0..<5).map { row in
      (0..<2 * pairs).map { $0 / 2 == row % pairs ? Float($0 % 2) : Float(1 - $0 % 2) }
    }
    for pool in SharedPools.all {
      let projections = try FloatRows(rows)
      try Kernels(pool: pool, table: table)
        .finishHeads(projections, rows: 4, QKVEpilogue(), angles: FloatRows(angles), shape: shape)
      for row in 0..<5 {
        var expected = rows[row]
        for head in 0..<8 where row < 4 {
          let offset = head * width + row % pairs * 2
          (expected[offset], expected[offset + 1]) = (-expected[offset + 1], expected[offset])
        }
        #expect(projections[row: row] == expected)
      }
    }
  }

  /// Norms of heads with common weights, with weights of their own, and of all heads together.
  @Test(arguments: KernelTable.available, [Norm.Kind.rootMeanSquare, .layer])
  func headsAreNormalized(_ table: KernelTable, _ kind: Norm.Kind) throws {
    var generator = SeededGenerator(seed: 59)
    let shape = AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 24)
    let columns = shape.queryColumns + 2 * shape.keyColumns
    let rows = (0..<3).map { _ in generator.floats(columns, magnitude: 3) }
    let bias = generator.floats(columns)
    for (normRows, length) in [(1, 24), (4, 24), (1, 96)] {
      let weights = (0..<normRows).map { _ in generator.floats(length) }
      let shifts = (0..<normRows).map { _ in generator.floats(length) }
      var steps = QKVEpilogue()
      steps.bias = try FloatRows([bias])
      steps.queryNorm = try Norm(kind, weight: FloatRows(weights), bias: FloatRows(shifts), epsilon: 1e-5)
      for pool in SharedPools.all {
        let projections = try FloatRows(rows)
        Kernels(pool: pool, table: table)
          .finishHeads(projections, rows: 3, steps, angles: nil, queryFactors: [1, 2, 3], shape: shape)
        for row in 0..<3 {
          let x = zip(rows[row], bias).map { Double($0 + $1) }
          var expected = x
          for start in Swift.stride(from: 0, to: shape.queryColumns, by: length) {
            let part = x[start..<start + length]
            let mean = kind == .layer ? part.reduce(0, +) / Double(length) : 0
            let square = part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(length)
            let own = normRows == 1 ? 0 : start / length
            for index in 0..<length {
              let value = (part[start + index] - mean) / (square + 1e-5).squareRoot() * Double(weights[own][index])
              expected[start + index] = (value + Double(shifts[own][index])) * Double(row + 1)
            }
          }
          let worst = zip(projections[row: row], expected).map { abs(Double($0) - $1) }.max() ?? .infinity
          #expect(worst <= 1e-5)
        }
      }
    }
  }

  /// Keys that are also values, and queries only: missing projections are not accessed.
  @Test(arguments: [QKVEpilogue.KeyValues.keys, .none])
  func whatIsNotProjectedIsTakenFromElsewhere(_ keyValues: QKVEpilogue.KeyValues) throws {
    var generator = SeededGenerator(seed: 61)
    let shape = AttentionShape(headCount: 4, keyValueHeadCount: 2, headWidth: 24)
    let (queries, keys) = (shape.queryColumns, shape.keyColumns)
    let row = generator.floats(queries + 2 * keys)
    let bias = generator.floats(queries + (keyValues == .keys ? keys : 0))
    let angles = (0..<24).map { Float($0 % 2) }
    // The same, with all that is projected there.
    let shifted = zip(row, bias + Array(repeating: 0, count: 2 * keys)).map { $0 + $1 }
    let keysTwice = Array(shifted.prefix(queries + keys)) + Array(shifted[queries..<queries + keys])
    let whole = try FloatRows([keysTwice])
    var steps = QKVEpilogue(pairing: .halves)
    let ones = try FloatRows([Array(repeating: 1, count: 24)])
    if keyValues == .keys { steps.valueNorm = Norm(.rootMeanSquare, weight: ones, epsilon: 1e-5) }
    let kernels = Kernels(pool: SharedPools.single)
    kernels.finishHeads(whole, rows: 1, steps, angles: try FloatRows([angles]), shape: shape)
    (steps.keyValues, steps.bias) = (keyValues, try FloatRows([bias]))
    let projections = try FloatRows([keyValues == .keys ? row : Array(row.prefix(queries))])
    kernels.finishHeads(projections, rows: 1, steps, angles: try FloatRows([angles]), shape: shape)
    let count = keyValues == .keys ? queries + 2 * keys : queries
    #expect(projections[row: 0] == Array(whole[row: 0].prefix(count)))
  }

  @Test(arguments: KernelTable.available)
  func branchesAreChangedAndAdded(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 60)
    for columns in [1, 16, 33, 100] {
      let (x, y) = ((0..<9).map { _ in generator.floats(columns) }, (0..<9).map { _ in generator.floats(columns) })
      let (bias, weight) = (generator.floats(columns), generator.floats(columns))
      for pool in SharedPools.all {
        let sum = try FloatRows(y)
        try Kernels(pool: pool, table: table).add(
          FloatRows(x),
          ResidualEpilogue(
            bias: FloatRows([bias]), norm: Norm(.rootMeanSquare, weight: FloatRows([weight]), epsilon: 1e-5),
            scale: 0.25), to: sum, rows: 8)
        for row in 0..<9 {
          let values = zip(x[row], bias).map { Double($0 + $1) }
          let root = (values.reduce(0) { $0 + $1 * $1 } / Double(columns) + 1e-5).squareRoot()
          for column in 0..<columns {
            let branch = row == 8 ? 0 : values[column] / root * Double(weight[column]) * 0.25
            #expect(abs(Double(sum[row: row][column]) - Double(y[row][column]) - branch) <= 2e-6)
          }
        }
      }
    }
  }

  @Test(arguments: KernelTable.available)
  func branchesAreWeightedByElement(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 61)
    for columns in [1, 33, 100] {
      let (x, y) = ((0..<9).map { _ in generator.floats(columns) }, (0..<9).map { _ in generator.floats(columns) })
      let (bias, weights) = (generator.floats(columns), generator.floats(columns))
      let sum = try FloatRows(y)
      try Kernels(pool: SharedPools.all[0], table: table).add(
        FloatRows(x), ResidualEpilogue(bias: FloatRows([bias]), weights: FloatRows([weights]), scale: 2), to: sum,
        rows: 8)
      for row in 0..<9 {
        for column in 0..<columns {
          let branch = row == 8 ? 0 : (x[row][column] + bias[column]) * weights[column] * 2
          #expect(sum[row: row][column] == y[row][column] + branch)
        }
      }
    }
  }

  /// A matrix that is stored transposed, against sums of its rows in double precision.
  @Test(arguments: KernelTable.available)
  func transposedMatricesAreThoseOfTheTranspose(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 62)
    for (rows, columns) in [(1, 1), (40, 24), (33, 70)] {
      let values = generator.floats(rows * columns)
      // The file has `columns` rows of `rows` elements.
      let tensor = try tensors(of: [WeightMatrix(columns, rows, .f32, F32.quantized(values))])[0]
      var arena = PanelArena()
      let matrix = try PackedMatrix(transposing: tensor, arena: &arena)
      #expect(matrix.rows == rows && matrix.columns == columns)
      let kernels = Kernels(pool: SharedPools.all[0], table: table)
      let input = try Activations(rows: 3, columns: columns)
      let x = (0..<3).map { _ in generator.floats(columns) }
      for row in 0..<3 { input.values[row: row] = x[row] }
      kernels.prepare(input, rows: 3, forms: matrix.format.inputForm)
      let output = try FloatRows(rows: 3, columns: rows)
      kernels.multiply(Projection([matrix]), input, rows: 3, into: output)
      for row in 0..<3 {
        for index in 0..<rows {
          let exact = (0..<columns).reduce(0.0) { $0 + Double(x[row][$1]) * Double(values[$1 * rows + index]) }
          #expect(abs(Double(output[row: row][index]) - exact) <= 1e-5 * max(1, abs(exact)) * Double(columns))
        }
      }
    }
  }
}
