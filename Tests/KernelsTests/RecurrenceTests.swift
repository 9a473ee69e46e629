import Foundation
import SwiftletGGUF
import Testing

import SwiftletKernelInterface
@testable import SwiftletKernels
@testable import SwiftletKernelsPortable

/// Layers with a state, and experts, against plain loops in double precision.
@Suite struct RecurrenceTests {
  private static func cache(_ states: Int, _ columns: Int) throws -> KeyValueCache {
    try KeyValueCache(
      layers: 0, shape: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32), capacity: 64, type: .f32,
      states: LayerStates(count: states, columns: columns))
  }

  /// Two sequences in one batch, in pieces.
  @Test(arguments: KernelTable.available, [1, 3, 4])
  func convolutionsSeeTheirLastInputs(_ table: KernelTable, _ steps: Int) throws {
    var generator = SeededGenerator(seed: 71)
    for columns in [1, 63, 64, 130] {
      let weights = (0..<steps).map { _ in generator.floats(columns) }
      let bias = generator.floats(columns)
      let inputs = (0..<2).map { _ in (0..<9).map { _ in generator.floats(3 * columns) } }
      for pool in SharedPools.all {
        let kernels = Kernels(pool: pool, table: table)
        for isGated in [true, false] {
          let caches = try (0..<2).map { _ in try Self.cache(1, max(1, (steps - 1) * columns)) }
          for piece in [0..<4, 4..<5, 5..<9] {
            let rows = try FloatRows(inputs.flatMap { $0[piece] })
            let batch = caches.flatMap { cache in piece.map { BatchRow(cache: cache, position: $0) } }
            kernels.convolve(
              rows, column: isGated ? 0 : columns, SequenceRows.all(of: batch), weights: try FloatRows(weights),
              bias: try FloatRows([bias]), state: 0, isGated: isGated)
            for (sequence, input) in inputs.enumerated() {
              for (row, time) in piece.enumerated() {
                let found = rows[row: sequence * piece.count + row]
                for column in 0..<columns {
                  func x(_ time: Int) -> Double {
                    let values = input[time]
                    return isGated
                      ? Double(values[2 * columns + column]) * Double(values[column])
                      : Double(values[columns + column])
                  }
                  var sum = Double(bias[column])
                  for step in 0..<steps where time + step - steps + 1 >= 0 {
                    sum += Double(weights[step][column]) * x(time + step - steps + 1)
                  }
                  let expected = isGated ? sum * Double(input[time][columns + column]) : sum / (1 + exp(-sum))
                  let result = Double(found[(isGated ? 2 : 1) * columns + column])
                  #expect(abs(result - expected) <= 4e-6, "column \(column) at \(time)")
                }
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: KernelTable.available)
  func deltaRuleCorrectsItsState(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 72)
    for (keyCount, valueCount) in [(1, 1), (3, 5), (16, 16), (8, 40), (33, 17)] {
      let state = try FloatRows(rows: 1, columns: keyCount * valueCount)
      var expected = [Double](repeating: 0, count: keyCount * valueCount)
      for _ in 0..<6 {
        let (query, key) = (generator.floats(keyCount), generator.floats(keyCount, magnitude: 0.3))
        let value = generator.floats(valueCount)
        let (decay, beta): (Float, Float) = (0.8, 0.6)
        let output = try FloatRows(rows: 1, columns: valueCount)
        let inputs = try [query, key, value].map { try FloatRows([$0]) }
        withExtendedLifetime((inputs, state, output)) {
          table.vectors.advance(
            DeltaRuleStep(
              state: state.row(0), query: inputs[0].row(0), key: inputs[1].row(0), value: inputs[2].row(0),
              decay: decay, beta: beta, keyWidth: keyCount, valueWidth: valueCount),
            into: output.row(0))
        }
        for column in 0..<valueCount {
          var found = 0.0
          for row in 0..<keyCount {
            expected[row * valueCount + column] *= Double(decay)
            found += expected[row * valueCount + column] * Double(key[row])
          }
          let change = (Double(value[column]) - found) * Double(beta)
          var result = 0.0
          for row in 0..<keyCount {
            expected[row * valueCount + column] += Double(key[row]) * change
            result += expected[row * valueCount + column] * Double(query[row])
          }
          #expect(abs(Double(output[row: 0][column]) - result) <= 2e-5)
        }
      }
    }
  }

  /// Rows are processed by their own experts, independently of others; the last expert has more than one group of rows.
  @Test(arguments: KernelTable.available, [PackedFormat.f32, .f16])
  func expertsSeeTheirOwnRows(_ table: KernelTable, _ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 73)
    let (experts, width, hidden) = (5, 32, 64)
    // Numbers that both formats hold.
    let matrices = (0..<2).map { _ in generator.floats(experts * hidden * width).map { Float(Float16($0)) } }
    let blocks = try #require(format.tensorType.writableFormat)
    let weights = matrices.map { format.weights($0, columns: width) }
    let files = try tensors(
      of: matrices.map { WeightMatrix(experts * hidden, width, format.tensorType, blocks.quantized($0)) })
    for rows in [1, 2, 13, 40] {
      let x = (0..<rows).map { _ in generator.floats(width) }
      let inputs = x.map { format.activations($0) }
      let choices = (0..<rows).map { row in
        [(expert: row % 3 == 0 ? 4 : row % 4, weight: Float(0.25)), (expert: row % 3 == 0 ? 1 : 4, weight: 0.5)]
      }
      for pool in SharedPools.all {
        let kernels = Kernels(pool: pool, table: table)
        let projection = ExpertProjection(try files.map { try PackedMatrix($0, pool: pool) }, expertCount: experts)
        let slots = ExpertSlots(choices, expertCount: experts)
        let count = ExpertSlots.maximumCount(rows: rows, usedExperts: 2, expertCount: experts)
        let input = try Activations(rows: count, columns: width)
        let output = try FloatRows(rows: count, columns: 2 * hidden)
        let sums = try FloatRows(rows: rows, columns: 2 * hidden)
        kernels.gather(try FloatRows(x), slots, into: input, forms: projection.inputForms)
        kernels.multiply(projection, input, slots, into: output)
        kernels.combine(output, slots, bias: nil, into: sums)
        for row in 0..<rows {
          for column in 0..<2 * hidden {
            var expected = 0.0
            for (expert, weight) in choices[row] {
              let first = (expert * hidden + column % hidden) * width
              for k in 0..<width {
                expected += Double(weight) * weights[column / hidden][first + k] * inputs[row][k]
              }
            }
            #expect(abs(Double(sums[row: row][column]) - expected) <= 1e-5, "row \(row), column \(column)")
          }
        }
      }
    }
  }

  @Test("the sum of a row has the output bias of each of its experts", arguments: KernelTable.available)
  func sumsHaveTheBiasesOfTheirExperts(_ table: KernelTable) throws {
    let choices: [[(expert: Int, weight: Float)]] = [[(2, 0.5), (1, 0.25)], [(0, 2), (2, 1)], [(1, 4), (0, 8)]]
    let biases: [Float] = [1, 10, 100]
    let expected: [Float] = [52.5, 102, 48]
    let columns = 17
    let count = ExpertSlots.maximumCount(rows: choices.count, usedExperts: 2, expertCount: biases.count)
    // The products are zeros, and the sums exact.
    let products = try FloatRows(rows: count, columns: columns)
    let sums = try FloatRows(rows: choices.count, columns: columns)
    Kernels(pool: SharedPools.single, table: table).combine(
      products, ExpertSlots(choices, expertCount: biases.count),
      bias: try FloatRows(biases.map { [Float](repeating: $0, count: columns) }), into: sums)
    #expect(sums.all == expected.map { [Float](repeating: $0, count: columns) })
  }
}
