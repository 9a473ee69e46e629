import Foundation
import SwiftletGGUF
import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Weights in panels, read as the layouts are documented, are those of the file.
@Suite struct PackedWeightsTests {
  /// The types that the package reads but does not write.
  private static let readOnlyTypes = TensorType.computable.filter { $0.writableFormat == nil }

  @Test(arguments: PackedFormat.integers)
  func scalesTimesLevelsAreTheWeights(_ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 33)
    for (rows, columns) in zip([1, 19, 40], format.columns) {
      let bytes = format.randomBytes(rows * columns, &generator)
      try check(WeightMatrix(rows, columns, format.tensorType, bytes))
    }
  }

  /// Blocks of any bits, from the fixture of `Tests/Reference/blocks.py`.
  @Test(arguments: readOnlyTypes)
  func blocksOfAnyBitsArePacked(_ type: TensorType) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/blocks/grids.gguf").path(percentEncoded: false)
    let tensor = try GGUFFile(path: path).tensor(type.name.lowercased() + ".any")
    // The first ones have scales that no file has.
    let first = type == .nvfp4 ? 0 : 12
    let bytes = tensor.withBytes { Array($0.dropFirst(first * tensor.bytesPerRow)) }
    try check(WeightMatrix(tensor.rows - first, tensor.columns, type, bytes))
  }

  /// The least and the largest scales, which may not be multiplied by a power of two in 16 bits.
  @Test(arguments: PackedFormat.integers)
  func scalesMayBeSubnormal(_ format: PackedFormat) throws {
    let size = format.tensorType.bytesPerBlock
    let columns = max(format.tensorType.elementsPerBlock, 32)
    for bits: UInt16 in [1, 2, 3, 0x3FF, 0x400, 0x7BFF, 0x8001, 0xFBFF] {
      var generator = SeededGenerator(seed: 34)
      var bytes = format.randomBytes(4 * columns, &generator)
      for start in stride(from: 0, to: bytes.count, by: size) {
        for offset in format.halves {
          (bytes[start + offset], bytes[start + offset + 1]) = (UInt8(bits & 255), UInt8(bits >> 8))
        }
        guard format == .iq1_m else { continue }
        for word in 0..<4 {
          let offset = start + 49 + 2 * word
          bytes[offset] = bytes[offset] & 15 | UInt8(bits >> UInt16(4 * word) & 15) << 4
        }
      }
      try check(WeightMatrix(4, columns, format.tensorType, bytes))
    }
  }

  @Test(arguments: PackedFormat.integers)
  func largestLevelsAreThoseOfTheTables(_ format: PackedFormat) throws {
    let layout = try #require(format.layout)
    let codes = 1 << (layout.lowBits + layout.highBits)
    var levels = Array(0..<codes)
    if let table = layout.levels {
      levels = levels.map { Int(($0 < 8 ? table.low : table.high) >> UInt64(8 * ($0 % 8)) & 255) }
    }
    #expect(layout.largestLevel == levels.max())
    // Kernels multiply signed bytes, after subtracting the offset where levels do not fit.
    let offset = layout.largestLevel > 127 ? layout.offsetBits.map { 1 << $0 } ?? 0 : 0
    let fit = levels.allSatisfy { (-128...127).contains($0 - offset) }
    #expect(fit)
  }

  private func check(_ matrix: WeightMatrix) throws {
    let tensor = try tensors(of: [matrix])[0]
    let packed = try PackedMatrix(tensor, pool: SharedPools.all[1])
    #expect(packed.rows == matrix.rows && packed.columns == matrix.columns)
    let layout = try #require(packed.format.layout)
    let wrong = wrongWeights(layout, packed.bytes, try tensor.floats(), columns: matrix.columns)
    #expect(wrong.isEmpty, "(row, column)")
  }

  /// The rows and columns of the first weights that differ.
  private func wrongWeights<Layout: PanelLayout>(
    _ layout: Layout.Type, _ bytes: [UInt8], _ weights: [Float], columns: Int
  ) -> [(Int, Int)] {
    let decoder = PanelDecoder(layout, bytes, columns: columns)
    var wrong: [(Int, Int)] = []
    for (index, weight) in weights.enumerated() where wrong.count < 5 {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let (product, minimum) = decoder.weight(row: row, column: column)
      // A product has one rounding; with a minimum, there are three.
      let isSame =
        Layout.hasMinimum
        ? abs(product + minimum - Double(weight)) <= 0x1p-22 * (abs(product) + abs(minimum))
        : Float(product) == weight
      if !isSame { wrong.append((row, column)) }
    }
    return wrong
  }
}
