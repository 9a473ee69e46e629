import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// `--lora FILE[:SCALE]` with an adapter for the bundled model.
@Suite struct AdapterOptionTests {
  /// Writes an adapter of random numbers for the queries of some layers.
  static func write(to path: String, alpha: Float) throws {
    let model = try GGUFFile(path: TestFiles.defaultModel)
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("adapter")
    writer.metadata["general.architecture"] = .text("llama")
    writer.metadata["adapter.type"] = .text("lora")
    writer.metadata["adapter.lora.alpha"] = .float32(alpha)
    let rank = 4
    for layer in 0..<4 {
      let name = "blk.\(layer).attn_q.weight"
      let tensor = try model.tensor(name)
      let first: [Float] = (0..<rank * tensor.columns).map { Float($0 * 37 % 19 - 9) / 50 }
      let second: [Float] = (0..<rank * tensor.rows).map { Float($0 * 23 % 17 - 8) / 50 }
      writer.addTensor(
        name + ".lora_a", .f32, dimensions: [tensor.columns, rank], bytes: F32.quantized(first))
      writer.addTensor(name + ".lora_b", .f32, dimensions: [rank, tensor.rows], bytes: F32.quantized(second))
    }
    try writer.write(to: path)
  }

  @Test("49.19 an adapter changes what a model says, as much as its scale says")
  func adaptersHaveAScale() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (whole, half) = (folder.appending(path: "whole.gguf").path, folder.appending(path: "half.gguf").path)
    try Self.write(to: whole, alpha: 8)
    try Self.write(to: half, alpha: 4)
    func logits(_ options: String...) throws -> Data {
      let output = folder.appending(path: "logits")
      let result = try CommandLineTool.run(
        arguments: ["logits", "--tokens", "1,20,300", "--output", output.path] + options)
      #expect(result.status == 0, "\(result.errors)")
      return try Data(contentsOf: output)
    }
    let plain = try logits()
    let adapted = try logits("--lora", whole)
    let weaker = try logits("--lora", half)
    #expect(!plain.isEmpty && plain.count == adapted.count)
    #expect(Set([plain, adapted, weaker]).count == 3)
    let scaled = try logits("--lora", whole + ":0.5")
    #expect(scaled == weaker)
    let same = try logits("--lora", whole + ":1")
    #expect(same == adapted)
  }
}
