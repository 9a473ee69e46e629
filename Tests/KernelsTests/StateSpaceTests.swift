import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Selective state spaces against plain loops in double precision.
@Suite struct StateSpaceTests {
  private static let shapes = [
    StateSpaceShape(headCount: 1, headWidth: 1, groupCount: 1, stateWidth: 1),
    StateSpaceShape(headCount: 4, headWidth: 8, groupCount: 2, stateWidth: 5),
    StateSpaceShape(headCount: 2, headWidth: 20, groupCount: 1, stateWidth: 16),
    StateSpaceShape(headCount: 6, headWidth: 16, groupCount: 3, stateWidth: 7),
    StateSpaceShape(headCount: 2, headWidth: 97, groupCount: 2, stateWidth: 33),
  ]

  /// The weights of a layer and its inputs.
  private struct Layer {
    var decay: [Float]
    var skip: [Float]
    var timeBias: [Float]
    var norm: [Float]
    var inputs: [[Float]]

    init(_ shape: StateSpaceShape, tokens: Int, _ generator: inout SeededGenerator) {
      decay = generator.floats(shape.headCount).map { -exp($0) }
      (skip, timeBias) = (generator.floats(shape.headCount), generator.floats(shape.headCount))
      norm = generator.floats(shape.columns).map { 1 + 0.3 * $0 }
      inputs = []
      for _ in 0..<tokens { inputs.append(generator.floats(shape.inputColumns)) }
    }

    func weights(_ shape: StateSpaceShape, hasNorm: Bool) throws -> StateSpaceWeights {
      let width = shape.columns / shape.groupCount
      let rows = (0..<shape.groupCount).map { Array(norm[$0 * width..<($0 + 1) * width]) }
      return StateSpaceWeights(
        decay: try FloatRows([decay]), skip: try FloatRows([skip]), timeBias: try FloatRows([timeBias]),
        norm: hasNorm ? Norm(.rootMeanSquare, weight: try FloatRows(rows), epsilon: 1e-5) : nil)
    }

    /// The results of all tokens, one after the other.
    func expected(_ shape: StateSpaceShape, hasNorm: Bool) -> [[Double]] {
      let (columns, width, count) = (shape.columns, shape.headWidth, shape.stateWidth)
      var state = Array(repeating: 0.0, count: shape.stateCount)
      return inputs.map { input in
        let input = input.map(Double.init)
        var result = Array(repeating: 0.0, count: columns)
        for column in 0..<columns {
          let head = column / width
          let written = 2 * columns + head * shape.groupCount / shape.headCount * count
          let read = written + shape.groupCount * count
          let step = log1p(exp(input[columns + shape.channels + head] + Double(timeBias[head])))
          var sum = Double(skip[head]) * input[columns + column]
          for row in 0..<count {
            let index = column * count + row
            state[index] *= exp(step * Double(decay[head]))
            state[index] += step * input[written + row] * input[columns + column]
            sum += state[index] * input[read + row]
          }
          result[column] = sum * input[column] / (1 + exp(-input[column]))
        }
        guard hasNorm else { return result }
        let group = columns / shape.groupCount
        for first in stride(from: 0, to: columns, by: group) {
          let part = first..<first + group
          let square = part.reduce(0) { $0 + result[$1] * result[$1] } / Double(group)
          for column in part { result[column] *= Double(norm[column]) / (square + 1e-5).squareRoot() }
        }
        return result
      }
    }
  }

  /// Two sequences in one batch, whole and in pieces: right, and the same to the last bit.
  @Test(arguments: KernelTable.available, shapes)
  func tokensFindWhatOthersLeft(_ table: KernelTable, _ shape: StateSpaceShape) throws {
    var generator = SeededGenerator(seed: 74)
    let layer = Layer(shape, tokens: 11, &generator)
    let offset = 3
    for hasNorm in [true, false] {
      let (weights, expected) = (try layer.weights(shape, hasNorm: hasNorm), layer.expected(shape, hasNorm: hasNorm))
      var whole: [[Float]] = []
      for pool in SharedPools.all {
        let kernels = Kernels(pool: pool, table: table)
        for pieces in [[0..<11], [0..<1, 1..<6, 6..<10, 10..<11]] {
          let caches = try (0..<2).map { _ in
            try KeyValueCache(
              layers: 0, shape: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32), capacity: 64,
              type: .f32, states: LayerStates(count: 2, columns: offset + shape.stateCount))
          }
          var found: [[[Float]]] = [[], []]
          for piece in pieces {
            let rows = try FloatRows(caches.flatMap { _ in layer.inputs[piece] })
            let batch = caches.flatMap { cache in piece.map { BatchRow(cache: cache, position: $0) } }
            let output = try Activations(rows: batch.count, columns: shape.columns)
            kernels.applyStateSpace(
              rows, SequenceRows.all(of: batch), shape: shape, weights: weights, state: 1, stateOffset: offset,
              into: output, forms: [])
            for row in batch.indices { found[row / piece.count].append(output.values[row: row]) }
          }
          if whole.isEmpty { whole = found[0] }
          #expect(found == [whole, whole], "pieces \(pieces)")
        }
      }
      for (token, expected) in expected.enumerated() {
        for column in 0..<shape.columns {
          let error = abs(Double(whole[token][column]) - expected[column])
          #expect(error <= 2e-5 * max(1, abs(expected[column])), "column \(column) of token \(token)")
        }
      }
    }
  }

  /// Rows of a sequence need not be adjacent.
  @Test func rowsOfOthersMayLieBetween() throws {
    var generator = SeededGenerator(seed: 75)
    let shape = Self.shapes[2]
    let layer = Layer(shape, tokens: 8, &generator)
    let weights = try layer.weights(shape, hasNorm: true)
    let kernels = Kernels(pool: SharedPools.all[0], table: KernelTable(.portable))
    func run(_ order: [(sequence: Int, token: Int)]) throws -> [[Float]] {
      let caches = try (0..<2).map { _ in
        try KeyValueCache(
          layers: 0, shape: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32), capacity: 64,
          type: .f32, states: LayerStates(count: 1, columns: shape.stateCount))
      }
      let batch = order.map { BatchRow(cache: caches[$0.sequence], position: $0.token) }
      let output = try Activations(rows: batch.count, columns: shape.columns)
      kernels.applyStateSpace(
        try FloatRows(order.map { layer.inputs[$0.token] }), SequenceRows.all(of: batch), shape: shape,
        weights: weights, state: 0, stateOffset: 0, into: output, forms: [])
      return order.indices.map { output.values[row: $0] }
    }
    let alone = try run((0..<8).map { (0, $0) })
    let mixed = try run((0..<16).map { ($0 % 2, $0 / 2) })
    #expect((0..<16).allSatisfy { mixed[$0] == alone[$0 / 2] })
  }
}
