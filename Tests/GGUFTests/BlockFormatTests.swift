import SwiftletGGUF
import TestSupport
import Testing

/// The formats against the fixtures of `Tests/Reference/blocks.py`, bit for bit.
@Suite struct BlockFormatTests {
  /// The formats that the reference quantises to.
  private static let exact: [TensorType] = [.f32, .f16, .bf16, .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .mxfp4]
  /// The formats of the second fixture.
  private static let second: [TensorType] = [.q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .iq4_NL, .iq4_XS, .mxfp4]

  private let files: (first: GGUFFile, second: GGUFFile, third: GGUFFile)

  init() throws {
    let files = try ["blocks", "kquants", "grids"].map { try GGUFFile(path: TestFiles.fixture("blocks/\($0).gguf")) }
    self.files = (files[0], files[1], files[2])
  }

  private func file(of type: TensorType) -> GGUFFile {
    type.writableFormat == nil ? files.third : Self.second.contains(type) ? files.second : files.first
  }

  @Test func fixturesCoverEveryComputableType() {
    for type in TensorType.computable {
      let name = type.name.lowercased()
      #expect(file(of: type)[name + ".any"] != nil)
      #expect((file(of: type)[name + ".blocks"] != nil) == Self.exact.contains(type))
    }
    #expect(files.first.tensors.count == 1 + 4 * (Self.exact.count - 1))
    #expect(files.second.tensors.count == 1 + 2 + 2 * Self.second.count)
    #expect(files.third.tensors.count == 2 * 10)
  }

  @Test(arguments: exact)
  func quantisesAsTheReference(_ type: TensorType) throws {
    let format = try #require(type.writableFormat)
    let file = file(of: type)
    let expected = try file.tensor(type.name.lowercased() + ".blocks")
    #expect(expected.type == type && expected.dimensions == [32, 64])
    let blocks = format.quantized(try file.tensor("input").floats())
    let reference = expected.withBytes { Array($0) }
    #expect(blocks.count == reference.count)
    let row = expected.bytesPerRow
    let wrong = (0..<64).filter { blocks[$0 * row..<($0 + 1) * row] != reference[$0 * row..<($0 + 1) * row] }
    #expect(wrong.isEmpty, "rows that differ")
  }

  @Test(arguments: TensorType.computable, ["", ".any"])
  func dequantisesAsTheReference(_ type: TensorType, _ kind: String) throws {
    guard !kind.isEmpty || Self.exact.contains(type) else { return }
    let file = file(of: type)
    let name = type.name.lowercased() + kind
    let values = try file.tensor(kind.isEmpty ? name + ".blocks" : name).floats()
    let reference = try file.tensor(name + ".output").floats()
    #expect(values.count == reference.count)
    // The sign and the payload of a NaN depend on the processor.
    let wrong = zip(values, reference).enumerated().filter { _, pair in
      pair.0.bitPattern != pair.1.bitPattern && !(pair.0.isNaN && pair.1.isNaN)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(4).map { "\($0.offset): \($0.element)" })")
  }

  @Test(arguments: TensorType.writable)
  func blocksFillTheirMemoryExactly(_ type: TensorType) throws {
    let format = try #require(type.writableFormat)
    #expect(format.type == type)
    for count in [0, 1, 3] {
      let values = [Float](repeating: 0.5, count: count * type.elementsPerBlock)
      let blocks = format.quantized(values)
      #expect(blocks.count == count * type.bytesPerBlock)
      #expect(blocks.withUnsafeBytes { format.dequantized($0, count: values.count) }.count == values.count)
    }
  }

  /// The largest error of a format that is sound: half a step, and what rounding the scale to binary16 adds.
  @Test(arguments: zip([TensorType.q4_0, .q4_1, .q5_0, .q5_1, .q8_0], [Float(8), 15, 16, 31, 127]))
  func errorStaysBelowAStep(_ type: TensorType, _ steps: Float) throws {
    let format = try #require(type.writableFormat)
    var generator = SeededGenerator(seed: 5)
    let values = (0..<32 * 64).map { _ in Float.random(in: -1...1, using: &generator) }
    let restored = format.quantized(values).withUnsafeBytes { format.dequantized($0, count: values.count) }
    let error = zip(values, restored).map { abs($0 - $1) }.max() ?? 0
    let range: Float = type == .q4_1 || type == .q5_1 ? 2 : 1
    // The symmetric formats have no +8 or +16, so that one end of the range is a whole step away.
    let bound = (type == .q4_0 || type == .q5_0 ? 1 : 0.5) * range / steps + 0.002
    #expect(error <= bound)
    #expect(error >= bound / 4)
  }

  @Test(
    arguments: TensorType.writable, [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e38, 0x1p-149])
  func brokenWeightsDoNotTrap(_ type: TensorType, _ extreme: Float) throws {
    let format = try #require(type.writableFormat)
    let count = max(32, type.elementsPerBlock)
    for index in [0, 7, 31] {
      var values = (0..<count).map { Float($0) - 16 }
      values[index] = extreme
      #expect(format.quantized(values).count == count / type.elementsPerBlock * type.bytesPerBlock)
      values = [Float](repeating: extreme, count: count)
      #expect(format.quantized(values).count == count / type.elementsPerBlock * type.bytesPerBlock)
    }
  }

  @Test func theLargestMicroscalingExponentIsNaN() {
    var block = [UInt8](repeating: 0x10, count: 17)
    for exponent in UInt8.min...UInt8.max {
      block[0] = exponent
      let values = block.withUnsafeBytes { MXFP4.dequantized($0, count: 32) }
      #expect(values.allSatisfy { $0.isNaN == (exponent == 255) })
    }
  }

  @Test func typesAreFoundByName() {
    for type in TensorType.allCases {
      #expect(TensorType(name: type.name) == type)
      #expect(TensorType(name: type.name.lowercased()) == type)
    }
    #expect(TensorType(name: "Q4_K")?.rawValue == 12)
    #expect(TensorType(name: "q4_2") == nil && TensorType(name: "") == nil)
  }
}
