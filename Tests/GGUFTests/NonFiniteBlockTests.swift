import Testing

@testable import SwiftletGGUF

/// Scales that are NaN or infinite, in blocks of every format.
@Suite struct NonFiniteBlockTests {
  /// The blocks whose elements are not all finite, by dequantising them.
  private func damaged(_ type: TensorType, _ bytes: [UInt8]) throws -> [Int] {
    let format = try #require(type.blockFormat)
    return stride(from: 0, to: bytes.count, by: type.bytesPerBlock).filter { start in
      let block = Array(bytes[start..<start + type.bytesPerBlock])
      let values = block.withUnsafeBytes { format.dequantized($0, count: type.elementsPerBlock) }
      return !values.allSatisfy(\.isFinite)
    }.map { $0 / type.bytesPerBlock }
  }

  /// Random bytes have such scales now and then; often, if all bits of a byte are set that holds an exponent.
  @Test(arguments: TensorType.computable)
  func theFirstBlockIsThatWhoseElementsAreNotFinite(_ type: TensorType) throws {
    var generator = SeededGenerator(seed: UInt64(type.rawValue))
    var found = 0
    for round in 0..<400 {
      var bytes = (0..<8 * type.bytesPerBlock).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if round % 2 == 0 {
        let block = Int.random(in: 0..<8, using: &generator)
        for _ in 0..<8 {
          bytes[block * type.bytesPerBlock + Int.random(in: 0..<type.bytesPerBlock, using: &generator)] = 0x7F
        }
      }
      // Sums of a finite scale's products overflow with the largest exponents of this format alone.
      if type == .mxfp4 {
        for start in stride(from: 0, to: bytes.count, by: 17) where 252...254 ~= bytes[start] { bytes[start] = 255 }
      }
      let expected = try damaged(type, bytes).first
      let first = bytes.withUnsafeBytes { type.firstNonFiniteBlock(in: $0) }
      #expect(first == expected)
      if first != nil { found += 1 }
    }
    // The scales of NVFP4 are always numbers.
    #expect(type == .nvfp4 ? found == 0 : found > 5 && found < 400, "\(found) of 400")
  }

  @Test func typesThatAreNotComputedWithHaveNoScales() {
    let bytes = [UInt8](repeating: 0xFF, count: 292)
    for type in TensorType.allCases where type.blockFormat == nil {
      #expect(bytes.withUnsafeBytes { type.firstNonFiniteBlock(in: $0) } == nil)
    }
  }
}
