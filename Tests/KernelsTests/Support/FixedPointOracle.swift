import Foundation
import SwiftletGGUF

@testable import SwiftletKernels

/// Numbers in 16-bit fixed point as they are documented: blocks of 64 integers with a factor.
struct FixedPointRow: Equatable {
  var integers: [Int] = []
  var factors: [Float] = []

  private static let blockColumns = 64

  /// Activations: the integers' length is 65,520 at most, and their magnitudes are 32,767; the largest is exact.
  init(activations values: [Float]) {
    for start in stride(from: 0, to: values.count, by: Self.blockColumns) {
      let block = Array(values[start..<min(start + Self.blockColumns, values.count)])
      let largest = block.reduce(0) { max($0, $1.magnitude) }
      let isZero = largest < 0x1p-118
      // Near 1, by a power of two.
      let unit: Float = isZero ? 0 : Float(sign: .plus, exponent: -min(largest.exponent, 126), significand: 1)
      var x = [Float](repeating: 0, count: Self.blockColumns)
      for (index, value) in block.enumerated() { x[index] = value * unit }
      let squares = x.map { $0 * $0 }
      // In the order of the kernels: 16 sums of four columns, of which upper halves are added to lower ones.
      var lanes: [Float] = []
      for lane in 0..<16 {
        let (first, second) = (squares[lane] + squares[16 + lane], squares[32 + lane] + squares[48 + lane])
        lanes.append(first + second)
      }
      while lanes.count > 1 { lanes = (0..<lanes.count / 2).map { lanes[$0] + lanes[lanes.count / 2 + $0] } }
      let count = min(32_767, 65_520 * (largest * unit) / lanes[0].squareRoot()).rounded(.down)
      let factor = isZero ? 0 : count / (largest * unit)
      integers += x.prefix(block.count).map { Int(($0 * factor).rounded(.toNearestOrEven)) }
      factors.append(isZero ? 0 : largest / count)
    }
  }

  /// Weights: the factor is the smallest power of two, 2⁻¹²⁶ or more, that leaves a length of 32,752 at most.
  init(weights values: [Float]) {
    for start in stride(from: 0, to: values.count, by: Self.blockColumns) {
      let block = values[start..<min(start + Self.blockColumns, values.count)].map(Double.init)
      let length = block.reduce(0) { $0 + $1 * $1 }.squareRoot()
      var factor = length == 0 ? 0 : 0x1p-126
      while length > 32_752 * factor { factor *= 2 }
      integers += block.map { factor == 0 ? 0 : Int(($0 / factor).rounded(.toNearestOrEven)) }
      factors.append(Float(factor))
    }
  }

  /// Reads a row of a batch of `rows`.
  init(_ activations: Activations, row: Int, of rows: Int) {
    let first = row / 12 * 12
    let count = min(12, rows - first)
    var address = UnsafeRawPointer(activations.group(from: first, .fixedPoint)) + 4 * (row - first)
    for start in stride(from: 0, to: activations.columns, by: Self.blockColumns) {
      let columns = min(Self.blockColumns, activations.columns - start)
      for column in 0..<columns {
        let pair = address + column / 2 * 4 * count
        integers.append(Int(pair.load(fromByteOffset: column % 2 * 2, as: Int16.self)))
      }
      address += (columns + 1) / 2 * 4 * count
      factors.append(address.load(as: Float.self))
      address += 4 * count
    }
  }

  /// The values that the integers stand for.
  var values: [Double] { integers.indices.map { Double(integers[$0]) * Double(factors[$0 / Self.blockColumns]) } }
}
