import Foundation
import Testing

@testable import SwiftletKernels

/// Alternating updates, sparse gates and rows that move, against the same in double precision.
@Suite struct StreamTests {
  private static let columns = 40

  private static func weights(
    _ generator: inout SeededGenerator, count: Int, active: Int
  ) throws -> (
    AltUpWeights, norm: [Float], router: [[Float]], prediction: [[Float]], correction: [[Float]], scale: [Float]
  ) {
    let norm = generator.floats(columns)
    let router = (0..<count).map { _ in generator.floats(columns, magnitude: 20) }
    let prediction = (0..<count * count).map { _ in generator.floats(count) }
    let correction = (0..<count).map { _ in generator.floats(count) }
    let scale = generator.floats(columns)
    let weights = try AltUpWeights(
      active: active, norm: Norm(.rootMeanSquare, weight: FloatRows([norm]), epsilon: 1e-5), router: FloatRows(router),
      prediction: FloatRows(prediction), correction: FloatRows(correction), outputScale: FloatRows([scale]))
    return (weights, norm, router, prediction, correction, scale)
  }

  private static func dot(_ x: [Double], _ y: [Float]) -> Double {
    var sum = 0.0
    for (a, b) in zip(x, y) { sum += a * Double(b) }
    return sum
  }

  /// tanh of the router's products with the norm of x, divided by the width, times a matrix.
  private static func coefficients(_ matrix: [[Float]], _ x: [Double], norm: [Float], router: [[Float]]) -> [Double] {
    var square = 0.0
    for value in x { square += value * value }
    let root = (square / Double(x.count) + 1e-5).squareRoot()
    var normed: [Double] = []
    for (value, weight) in zip(x, norm) { normed.append(value / root * Double(weight)) }
    var modalities: [Double] = []
    for row in router { modalities.append(tanh(dot(normed, row) / Double(x.count))) }
    return matrix.map { dot(modalities, $0) }
  }

  @Test(arguments: [(2, 0), (4, 0), (4, 2)])
  func streamsArePredictedAndCorrected(_ count: Int, _ active: Int) throws {
    var generator = SeededGenerator(seed: 70)
    let (weights, norm, router, prediction, correction, scale) = try Self.weights(
      &generator, count: count, active: active)
    let rows = (0..<count).map { _ in (0..<7).map { _ in generator.floats(Self.columns) } }
    let results = (0..<7).map { _ in generator.floats(Self.columns) }
    for pool in SharedPools.all {
      let kernels = Kernels(pool: pool)
      let streams = try rows.map { try FloatRows($0) }
      let layer = try FloatRows(rows: 7, columns: Self.columns)
      kernels.predict(streams, rows: 6, weights, into: layer)
      let output = try Activations(rows: 7, columns: Self.columns)
      let predicted = streams.map(\.all)
      #expect(layer.all.dropLast() == predicted[active].dropLast())
      try kernels.correct(streams, by: FloatRows(results), rows: 6, weights, into: output, forms: [])
      var worst = 0.0
      for row in 0..<6 {
        let old = rows.map { $0[row].map(Double.init) }
        let factors = Self.coefficients(prediction, old[active], norm: norm, router: router)
        var expected = old
        for index in 0..<count {
          for other in 0..<count {
            let factor = factors[index * count + other]
            for column in 0..<Self.columns { expected[index][column] += factor * old[other][column] }
          }
        }
        let gains = Self.coefficients(correction, results[row].map(Double.init), norm: norm, router: router)
        for index in 0..<count {
          for column in 0..<Self.columns {
            worst = max(worst, abs(Double(predicted[index][row][column]) - expected[index][column]))
            let change = Double(results[row][column]) - expected[active][column]
            let corrected = expected[index][column] + (1 + gains[index]) * change
            worst = max(worst, abs(Double(streams[index][row: row][column]) - corrected))
            if index == active {
              let scaled = corrected * Double(scale[column])
              worst = max(worst, abs(Double(output.values[row: row][column]) - scaled))
            }
          }
        }
      }
      #expect(worst <= 2e-5)
      for index in 0..<count { #expect(streams[index][row: 6] == rows[index][6], "a row behind the last changed") }
    }
  }

  @Test func rowsBecomeAsLargeAsOthers() throws {
    var generator = SeededGenerator(seed: 71)
    let (x, y) = (generator.floats(33, magnitude: 7), generator.floats(33))
    let rows = try FloatRows([x, x, Array(repeating: 0, count: 33)])
    Kernels(pool: SharedPools.single).match(rows, to: try FloatRows([y, x, y]), rows: 3)
    func root(_ x: [Float]) -> Double { Self.dot(x.map(Double.init), x).squareRoot() }
    #expect(abs(root(rows[row: 0]) / root(y) - 1) <= 1e-6)
    #expect(zip(rows[row: 1], x).allSatisfy { abs($0 - $1) <= 1e-6 * abs($1) })
    // What is nothing stays nothing.
    #expect(rows[row: 2].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1, 15, 16, 100])
  func outliersAreKept(_ columns: Int) throws {
    var generator = SeededGenerator(seed: 72)
    let x = (0..<3).map { _ in generator.floats(columns + 3) }
    let rows = try FloatRows(x)
    Kernels(pool: SharedPools.single).applyGaussianTopK(rows, rows: 2, columns: columns, above: 0.5)
    for row in 0..<3 {
      let values = x[row].prefix(columns).map(Double.init)
      let mean = values.reduce(0, +) / Double(columns)
      var square = 0.0
      for value in values { square += (value - mean) * (value - mean) }
      let deviation = (square / Double(columns)).squareRoot()
      let expected = row == 2 ? values : values.map { max($0 - mean - 0.5 * deviation, 0) }
      #expect(zip(rows[row: row], expected).allSatisfy { abs(Double($0) - $1) <= 1e-6 })
      #expect(rows[row: row].suffix(3) == x[row].suffix(3))
    }
    #expect(columns < 15 || rows[row: 0].prefix(columns).contains { $0 == 0 })
  }

  @Test func chosenRowsMoveToTheFront() throws {
    let rows = try FloatRows((0..<6).map { [Float($0), Float($0) + 0.5] })
    Kernels(pool: SharedPools.single).compact(rows, rows: [0, 2, 5])
    #expect(rows.all.prefix(3) == [[0, 0.5], [2, 2.5], [5, 5.5]])
  }

  /// The sum of a learned residual branch, the input of attention, and the residual stream.
  @Test func learnedResidualsAreAdded() throws {
    var generator = SeededGenerator(seed: 73)
    let (x, y, sum, weight) = (generator.floats(33), generator.floats(33), generator.floats(33), generator.floats(33))
    let result = try FloatRows([sum, sum])
    let norm = Norm(.rootMeanSquare, weight: try FloatRows([weight]), epsilon: 1e-5)
    Kernels(pool: SharedPools.single).add(
      try FloatRows([x, x]), norm, try FloatRows([y, y]), to: result, rows: 1, scaledBy: 0.5)
    let root = (Self.dot(x.map(Double.init), x) / 33 + 1e-5).squareRoot()
    for column in 0..<33 {
      let normed = Double(x[column]) / root * Double(weight[column])
      let expected = (Double(sum[column]) + normed + Double(y[column])) / 2
      #expect(abs(Double(result[row: 0][column]) - expected) <= 1e-6)
    }
    #expect(result[row: 1] == sum)
  }
}
