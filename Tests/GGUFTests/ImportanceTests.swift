import SwiftletGGUF
import Testing

/// Blocks in which some elements count more than others.
@Suite struct ImportanceTests {
  private static let weighted: [TensorType] = [
    .q4_0, .q4_1, .q5_0, .q5_1, .q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .iq4_NL, .iq4_XS,
  ]

  private func blocks(_ values: [Float], _ importance: [Float], _ type: TensorType) throws -> [UInt8] {
    let format = try #require(type.writableFormat)
    var bytes = [UInt8](repeating: 0, count: values.count / type.elementsPerBlock * type.bytesPerBlock)
    values.withUnsafeBufferPointer { values in
      importance.withUnsafeBufferPointer { importance in
        bytes.withUnsafeMutableBytes { format.quantize(values, importance: importance, into: $0) }
      }
    }
    return bytes
  }

  private func error(_ values: [Float], _ importance: [Float], _ blocks: [UInt8], _ type: TensorType) throws -> Float {
    let format = try #require(type.blockFormat)
    let restored = blocks.withUnsafeBytes { format.dequantized($0, count: values.count) }
    return zip(zip(values, restored), importance).reduce(0) { $0 + ($1.0.0 - $1.0.1) * ($1.0.0 - $1.0.1) * $1.1 }
  }

  @Test(arguments: weighted)
  func whatCountsMoreIsKeptBetter(_ type: TensorType) throws {
    var generator = SeededGenerator(seed: 21)
    let values = (0..<4096).map { _ in Float.random(in: -1...1, using: &generator) }
    let importance = (0..<4096).map { $0 % 9 < 2 ? Float(10) : 1 }
    let plain = try #require(type.writableFormat).quantized(values)
    let weighted = try blocks(values, importance, type)
    let errors = try (error(values, importance, plain, type), error(values, importance, weighted, type))
    #expect(errors.1 < errors.0)
    // Beside what counts, the rest is still kept.
    let all = [Float](repeating: 1, count: values.count)
    #expect(try error(values, all, weighted, type) < 8 * error(values, all, plain, type))
  }

  @Test(
    arguments: TensorType.writable, [[0], [.nan], [.infinity, 1], [-1, 2], [1e30], [1e-30], [0, 0, 5]] as [[Float]])
  func oddImportanceIsHarmless(_ type: TensorType, _ pattern: [Float]) throws {
    var generator = SeededGenerator(seed: 22)
    let values = (0..<512).map { _ in Float.random(in: -1...1, using: &generator) }
    let importance = (0..<512).map { pattern[$0 % pattern.count] }
    let format = try #require(type.blockFormat)
    let restored = try blocks(values, importance, type).withUnsafeBytes { format.dequantized($0, count: 512) }
    #expect(restored.allSatisfy { abs($0) <= 2 })
  }
}
