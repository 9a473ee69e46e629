import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Formats that are computed with as 8-bit integers.
@Suite struct RepackingTests {
  private static let types = TensorType.allCases.filter { $0.repackableFormat != nil }
  /// Those whose elements are small multiples of one number for each 32.
  private static let exact: [TensorType] = [.iq2_XXS, .iq3_XXS, .iq3_S, .iq1_S, .tq1_0, .tq2_0]

  /// Blocks of any bits, from the fixture of `Tests/Reference/blocks.py`.
  private func blocks(_ type: TensorType) throws -> (rows: Int, bytes: [UInt8]) {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/blocks/grids.gguf").path(percentEncoded: false)
    let tensor = try GGUFFile(path: path).tensor(type.name.lowercased() + ".any")
    // The first ones have scales that no file has.
    let first = type == .nvfp4 ? 0 : 12
    return (tensor.rows - first, tensor.withBytes { Array($0.dropFirst(first * tensor.bytesPerRow)) })
  }

  @Test(arguments: types)
  func productsAreThoseOfTheElements(_ type: TensorType) throws {
    let (rows, bytes) = try blocks(type)
    let columns = type.elementsPerBlock
    let tensor = try tensors(of: [WeightMatrix(rows, columns, type, bytes)])[0]
    let weights = try tensor.floats()
    let packed = try PackedMatrix(tensor, pool: SharedPools.all[0])
    #expect(packed.format == .q8_0 && packed.rows == rows && packed.columns == columns)
    let unit = (0..<columns).map { column in (0..<columns).map { $0 == column ? Float(1) : 0 } }
    let kernels = Kernels(pool: SharedPools.single)
    let results = try products(kernels, Projection([packed]), Activations(unit), rows: columns)
    for row in 0..<rows {
      for start in stride(from: 0, to: columns, by: 32) {
        let group = weights[row * columns + start..<row * columns + start + 32]
        let largest = group.map(abs).max() ?? 0
        for (column, weight) in zip(start..., group) {
          // Half a step and the rounding of the unit to binary16, or this alone.
          let allowed = Self.exact.contains(type) ? 0.0005 * abs(weight) : 0.0045 * largest
          #expect(abs(results[column][row] - weight) <= allowed + 1e-6 * largest, "row \(row), column \(column)")
        }
      }
    }
  }

  @Test func onlyTypesWithoutKernelsAreRepacked() {
    #expect(Self.types.count == 10)
    for type in TensorType.allCases {
      #expect(type.repackableFormat == nil || (type.writableFormat == nil && PackedFormat(type) == .q8_0))
    }
  }
}
