import Foundation
import Testing

@testable import SwiftletGGUF

/// Files with weights that are NaN or infinite.
@Suite struct NonFiniteFileTests {
  private let folder = Result { try TemporaryFolder() }

  /// Writes a file with a matrix of 32-bit floats and a norm, which is copied.
  private func write(_ matrix: [Float], norm: [Float]) throws -> GGUFFile {
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("llama")
    writer.addTensor("blk.0.ffn_up.weight", .f32, dimensions: [64, matrix.count / 64], bytes: F32.quantized(matrix))
    writer.addTensor("blk.0.attn_norm.weight", .f32, dimensions: [norm.count], bytes: F32.quantized(norm))
    let path = try folder.get().filePath("in.gguf")
    try writer.write(to: path)
    return try GGUFFile(path: path)
  }

  private func quantize(_ file: GGUFFile, _ type: String, allowing: Bool = false) throws -> (count: Int, GGUFFile) {
    let path = try folder.get().filePath("out.gguf")
    let quantizer = try GGUFQuantizer(file, mix: try #require(QuantizationMix(name: type)))
    return (try quantizer.write(to: path, allowingNonFinite: allowing), try GGUFFile(path: path))
  }

  private func code(_ error: GGUFError?, _ tensor: String, block: Int) -> Bool {
    error?.code == .notFinite && error?.subject == .block(tensor: tensor, index: block)
      && error?.description.contains("tensor \(tensor), block \(block), byte") == true
  }

  @Test(arguments: ["Q8_0", "F16", "Q4_0", "F32"])
  func quantisationRefusesThemAndLeavesNoFile(_ type: String) throws {
    var matrix = (0..<640).map { Float($0 % 7) - 3 }
    (matrix[200], matrix[600]) = (.nan, .infinity)
    let file = try write(matrix, norm: [1, 2, 3])
    let error = #expect(throws: GGUFError.self) { try quantize(file, type) }
    #expect(code(error, "blk.0.ffn_up.weight", block: 200), "\(String(describing: error))")
    #expect(try folder.get().entries == ["in.gguf"])
    matrix = matrix.map { $0.isFinite ? $0 : 0 }
    let copied = #expect(throws: GGUFError.self) { try quantize(try write(matrix, norm: [1, -.infinity, 3]), type) }
    #expect(code(copied, "blk.0.attn_norm.weight", block: 1))
  }

  @Test func allowedOnesBecomeZeroAndAreCounted() throws {
    var matrix = (0..<640).map { Float($0 % 7) - 3 }
    for index in [0, 63, 64, 639] { matrix[index] = index == 63 ? -.infinity : .nan }
    let (count, output) = try quantize(try write(matrix, norm: [.nan, 2, .infinity]), "Q8_0", allowing: true)
    #expect(count == 6)
    #expect(try output.tensor("blk.0.attn_norm.weight").floats() == [0, 2, 0])
    let expected = Q8_0.quantized(matrix.map { $0.isFinite ? $0 : 0 })
    #expect(try output.tensor("blk.0.ffn_up.weight").withBytes { Array($0) } == expected)
  }

  /// A copied block has no single weights that could be changed.
  @Test func allowedBlocksOfCopiedTensorsBecomeZero() throws {
    let matrix = (0..<640).map { Float($0 % 7) - 3 }
    var blocks = Q8_0.quantized(matrix)
    for block in [3, 4, 19] { (blocks[34 * block], blocks[34 * block + 1]) = (0x00, 0x7C) }
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("llama")
    writer.addTensor("blk.0.ffn_up.weight", .q8_0, dimensions: [64, 10], bytes: blocks)
    let path = try folder.get().filePath("in.gguf")
    try writer.write(to: path)
    let file = try GGUFFile(path: path)
    let error = #expect(throws: GGUFError.self) { try quantize(file, "Q8_0") }
    #expect(code(error, "blk.0.ffn_up.weight", block: 3))
    let (count, output) = try quantize(file, "Q8_0", allowing: true)
    #expect(count == 96)
    let zeroed = matrix.enumerated().map { [3, 4, 19].contains($0.offset / 32) ? 0 : $0.element }
    let values = try output.tensor("blk.0.ffn_up.weight").floats()
    #expect(zip(values, zeroed).allSatisfy { abs($0 - $1) < 0.02 } && values.count == 640)
    #expect(try file.tensor("blk.0.ffn_up.weight").nonFiniteElements(inRows: 0..<10) == (96, 3))
    #expect(try output.tensor("blk.0.ffn_up.weight").nonFiniteElements(inRows: 0..<10) == (0, nil))
  }

  @Test func weightsBeyondTheRangeOfATypeAreRefused() throws {
    var matrix = (0..<640).map { Float($0 % 7) - 3 }
    matrix[5] = 1e9
    let file = try write(matrix, norm: [1])
    for type in ["F16", "Q4_0"] {
      let error = #expect(throws: GGUFError.self) { try quantize(file, type, allowing: true) }
      #expect(error?.code == .outOfRange && error?.subject == .tensor("blk.0.ffn_up.weight"))
    }
    #expect(try quantize(file, "BF16").count == 0)
  }

  @Test func smallTensorsAreReadIfTheyAreFinite() throws {
    let file = try write([Float](repeating: 1, count: 64), norm: [1, .nan])
    #expect(try file.tensor("blk.0.ffn_up.weight").finiteFloats().count == 64)
    let error = #expect(throws: GGUFError.self) { try file.tensor("blk.0.attn_norm.weight").finiteFloats() }
    #expect(code(error, "blk.0.attn_norm.weight", block: 1))
  }
}
