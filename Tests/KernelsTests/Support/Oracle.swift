import Foundation
import SwiftletGGUF

@testable import SwiftletKernels

/// A sum of products in double precision, and the sum of the products' magnitudes that its error is measured by.
struct Sum {
  var value = 0.0
  var magnitude = 0.0

  /// Σ a · b over all of `a`; on pointers, which even a build that is not optimised does fast.
  init(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, count: Int) {
    var index = 0
    while index < count {
      let term = a[index] * b[index]
      value += term
      magnitude += abs(term)
      index += 1
    }
  }

  /// The difference to `result` in units of the sum of magnitudes; differences below the range of a float are ignored.
  func error(of result: Float) -> Double {
    difference(Double(result), value, unit: magnitude)
  }
}

/// The difference between `result` and the expected value in units of `unit`, or infinity if the result is NaN.
///
/// A NaN would be lost in the maximum of several differences.
func difference(_ result: Double, _ expected: Double, unit: Double) -> Double {
  let difference = abs(result - expected)
  if difference <= 1e-36 { return 0 }
  return difference.isFinite ? difference / unit : .infinity
}

/// Activations in 8 bits as they are documented.
struct QuantizedRow: Equatable {
  var quants: [Int] = []
  var scales: [Float] = []
  var sums: [Int] = []
  var halfSums: [Int] = []
  var scaledSums: [Float] = []

  init() {}

  /// Each 32 values become integers of magnitude 127 at most; below 2⁻¹¹⁸ all of them are taken as 0.
  ///
  /// Of three factors the one is taken that loses least with the best scale for its integers.
  init(_ values: [Float]) {
    for start in stride(from: 0, to: values.count, by: 32) {
      let block = values[start..<start + 32]
      let largest = block.reduce(0) { max($0, $1.magnitude) }
      let x = block.map { largest >= 0x1p-118 ? $0 * (1 / largest) : 0 }
      var best: (integers: [Float], product: Float, square: Float) = ([], 0, 1)
      for factor: Float in [127, 0.985 * 127, 0.97 * 127] {
        let integers = x.map { ($0 * factor).rounded(.toNearestOrEven) }
        let product = Self.tree(zip(x, integers).map { $0 * $1 })
        let square = Self.tree(integers.map { $0 * $0 })
        let isBetter = product * product * best.square > best.product * best.product * square
        if best.integers.isEmpty || isBetter { best = (integers, product, square) }
      }
      let scale = largest >= 0x1p-118 ? largest * (best.product / best.square) : 0
      let integers = best.integers.map { Int($0) }
      quants += integers
      scales.append(scale)
      sums.append(integers.reduce(0, +))
      halfSums.append(integers.prefix(16).reduce(0, +))
      scaledSums.append(scale * Float(integers.reduce(0, +)))
    }
  }

  /// The sum in the order of the kernels: upper halves are added to lower ones.
  private static func tree(_ terms: [Float]) -> Float {
    var terms = terms
    while terms.count > 1 {
      let half = terms.count / 2
      terms = (0..<half).map { terms[$0] + terms[half + $0] }
    }
    return terms[0]
  }

  /// Reads `count` blocks: 32 bytes, the scale, the negative sums of all bytes and of the first half, the scaled sum.
  init(blocks: UnsafeRawPointer, count: Int, stride: Int = 48) {
    for block in (0..<count).map({ blocks + stride * $0 }) {
      quants += (0..<32).map { Int(block.load(fromByteOffset: $0, as: Int8.self)) }
      scales.append(block.load(fromByteOffset: 32, as: Float.self))
      sums.append(-Int(block.load(fromByteOffset: 36, as: Int32.self)))
      halfSums.append(-Int(block.load(fromByteOffset: 40, as: Int32.self)))
      scaledSums.append(block.load(fromByteOffset: 44, as: Float.self))
    }
  }

  /// Reads a row of a batch of `rows`.
  init(_ activations: Activations, row: Int, of rows: Int) {
    let first = row / 12 * 12
    self.init(
      blocks: activations.group(from: first, .bytes) + 48 * (row - first), count: activations.columns / 32,
      stride: 48 * min(12, rows - first))
  }

  /// The values that the integers stand for.
  var values: [Double] { quants.indices.map { Double(quants[$0]) * Double(scales[$0 / 32]) } }
}

/// Softmax attention of one query in double precision over some positions.
///
/// The keys come as rows, one for each position, the values as columns, one for each element.
func attention(
  _ query: [Double], keys: [[Double]], columns: [[Double]], positions: Range<Int>, scale: Double, softCap: Double,
  sink: Double?
) -> [Sum] {
  var scores = keys[positions].map { Sum(query, $0, count: query.count).value * scale }
  if softCap != 0 { scores = scores.map { softCap * tanh($0 / softCap) } }
  let maximum = (scores + (sink.map { [$0] } ?? [])).max() ?? 0
  let weights = scores.map { exp($0 - maximum) }
  let total = weights.reduce(0, +) + (sink.map { exp($0 - maximum) } ?? 0)
  let shares = weights.map { $0 / total }
  return columns.map { Sum(shares, Array($0[positions]), count: positions.count) }
}
