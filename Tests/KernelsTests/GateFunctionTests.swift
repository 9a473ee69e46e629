import Foundation
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels
@testable import SwiftletKernelsPortable

/// The nonlinear functions of feed-forward networks, and what bounds logits.
@Suite struct GateFunctionTests {
  private static let columnCounts = [1, 2, 15, 16, 17, 32, 33, 64, 100, 1024]
  private static let rowCount = 9

  /// The reference implementation of a function in double precision.
  private static func expected(_ function: GateFunction, _ x: Double, _ y: Double) -> Double {
    switch function {
    case .silu: x / (1 + exp(-x)) * y
    case .geluTanh: x / 2 * (1 + tanh((2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x))) * y
    case .gelu: x / 2 * (1 + erf(x / 2.0.squareRoot())) * y
    case .reluSquared: max(x, 0) * max(x, 0) * y
    case .sigmoid: 1 / (1 + exp(-x)) * y
    case .clamped: min(x, 7) / (1 + exp(-1.702 * min(x, 7))) * (1 + min(max(y, -7), 7))
    }
  }

  @Test(arguments: KernelTable.available, GateFunction.allCases)
  func valuesAreThoseOfTheFunction(_ table: KernelTable, _ function: GateFunction) throws {
    var generator = SeededGenerator(seed: 53)
    var worst = 0.0
    for columns in Self.columnCounts {
      let rows = (0..<Self.rowCount).map { row in
        generator.floats(columns, magnitude: row == 0 ? 80 : 8)
          + generator.floats(columns, magnitude: row == 1 ? 20 : 1)
      }
      let bias = generator.floats(2 * columns)
      for isGated in [true, false] {
        let results = try SharedPools.all.map { pool in
          let output = try Activations(rows: Self.rowCount, columns: columns)
          try Kernels(pool: pool, table: table).activate(
            FloatRows(rows), rows: Self.rowCount, function, isGated: isGated,
            bias: FloatRows([isGated ? bias : Array(bias.prefix(columns))]), into: output,
            forms: columns % 32 == 0 ? .bytes : [])
          for row in 0..<Self.rowCount where columns % 32 == 0 {
            #expect(QuantizedRow(output, row: row, of: Self.rowCount) == QuantizedRow(output.values[row: row]))
          }
          return output.values.all
        }
        for (row, result) in zip(rows, results[0]) {
          for column in 0..<columns {
            let x = Double(row[column] + bias[column])
            let y = isGated ? Double(row[columns + column] + bias[columns + column]) : 1
            let unit = (1 + abs(x)) * (1 + abs(y)) * (function == .reluSquared ? 1 + abs(x) : 1)
            worst = max(worst, difference(Double(result[column]), Self.expected(function, x, y), unit: unit))
          }
        }
        let areSame = results.allSatisfy { patterns($0) == patterns(results[0]) }
        #expect(areSame, "results depend on the number of threads")
      }
    }
    #expect(worst <= 4e-7)
  }

  @Test(arguments: KernelTable.available, [GateFunction.silu, .gelu, .geluTanh])
  func farGatesAreOpenOrShut(_ table: KernelTable, _ function: GateFunction) throws {
    // The tanh approximation has a third power that must not leave the range.
    let gates: [Float] = [0, -0.0, 87, 100, 1e4, -87, -100, -1e4] + (function == .silu ? [1e20, 3e38] : [])
    for repeats in [1, 2] {
      let gate = (0..<repeats).flatMap { _ in gates }
      let rows = try FloatRows([gate + [Float](repeating: 1, count: gate.count)])
      table.vectors.apply(
        function, to: rows.row(0), times: rows.row(0) + gate.count, count: gate.count, into: rows.row(0))
      for (x, result) in zip(gate, rows[row: 0]) { #expect(x > 0 ? result == x : abs(result) < 1e-32) }
    }
  }

  @Test(arguments: KernelTable.available)
  func logitsAreShiftedScaledAndBounded(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 58)
    for columns in [1, 17, 4095, 4097, 9000] {
      let rows = (0..<3).map { _ in generator.floats(columns, magnitude: 90) }
      let bias = generator.floats(columns)
      for pool in SharedPools.all {
        let logits = try FloatRows(rows)
        try Kernels(pool: pool, table: table)
          .finishLogits(logits, rows: 2, bias: FloatRows([bias]), scale: 0.5, softCap: 30)
        for row in 0..<3 {
          for (column, result) in logits[row: row].enumerated() {
            let x = rows[row][column]
            let expected = row == 2 ? Double(x) : 30 * tanh(Double((x + bias[column]) * 0.5) / 30)
            #expect(abs(Double(result) - expected) <= 1e-5, "row \(row), column \(column)")
          }
        }
      }
    }
  }
}
