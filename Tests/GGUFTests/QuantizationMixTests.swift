import Foundation
@testable import SwiftletGGUF
import TestSupport
import Testing

/// The types of mixes against those that llama.cpp's quantiser chose; see `Tests/Reference/mixes.py`.
@Suite struct QuantizationMixTests {
  struct Model: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let layers, heads, keyValueHeads, experts, width: Int
    let isTied: Bool
    /// For each mix, type and part of a name: the layers in which it has that type; none if it is in no layer.
    let mixes: [String: [String: [String: [Int]]]]

    var testDescription: String { name }

    var matrices: [(name: String, dimensions: [Int])] {
      var result = [(name: "token_embd.weight", dimensions: [width, 2])]
      if !isTied { result.append(("output.weight", [width, 2])) }
      for layer in 0..<layers {
        for part in ["attn_q", "attn_k", "attn_v", "attn_output"] {
          result.append(("blk.\(layer).\(part).weight", [width, 2]))
        }
        for part in ["ffn_gate", "ffn_up", "ffn_down"] {
          let name = "blk.\(layer).\(part)\(experts > 0 ? "_exps" : "").weight"
          result.append((name, experts > 0 ? [width, 2, experts] : [width, 2]))
        }
      }
      return result
    }

    /// A file of the model's shape, with few rows.
    func write(to folder: TemporaryFolder) throws -> GGUFFile {
      var writer = GGUFWriter()
      writer.metadata["general.architecture"] = .text("llama")
      for (key, number) in [
        ("block_count", layers), ("attention.head_count", heads), ("attention.head_count_kv", keyValueHeads),
        ("expert_count", experts),
      ] { writer.metadata["llama." + key] = .uint32(UInt32(number)) }
      for (name, dimensions) in matrices + [
        ("blk.0.attn_norm.weight", [width]), ("blk.0.ffn_gate_inp.weight", [width, 8]),
      ] {
        let count = dimensions.reduce(1, *)
        writer.addTensor(name, .f32, dimensions: dimensions, bytes: [UInt8](repeating: 0, count: 4 * count))
      }
      let path = folder.filePath("model.gguf")
      try writer.write(to: path)
      return try GGUFFile(path: path)
    }
  }

  private static let models = Result {
    try JSONDecoder().decode(
      [Model].self, from: Data(contentsOf: URL(fileURLWithPath: TestFiles.fixture("quantization/mixes.json"))))
  }

  @Test(arguments: (try? models.get()) ?? [])
  func typesAreThoseOfTheReference(_ model: Model) throws {
    let folder = try TemporaryFolder()
    let file = try model.write(to: folder)
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("imatrix")
    try writer.write(to: folder.filePath("importance.gguf"))
    let importance = try ImportanceMatrix(path: folder.filePath("importance.gguf"))
    for (label, special) in model.mixes {
      let mix = try #require(QuantizationMix(name: String(label.split(separator: " ")[0])))
      var expected: [String: String] = [:]
      for (type, parts) in special {
        for (part, layers) in parts {
          for layer in layers { expected["blk.\(layer).\(part).weight"] = type }
          if layers.isEmpty { expected["\(part).weight"] = type }
        }
      }
      let quantizer = try GGUFQuantizer(file, mix: mix, importance: label.contains(" ") ? importance : nil)
      for choice in quantizer.choices {
        let isExact = choice.tensor.name.contains("norm") || choice.tensor.name.contains("gate_inp")
        let type = isExact ? "F32" : expected[choice.tensor.name] ?? mix.base.name
        #expect(choice.type.name == type, "\(label), \(choice.tensor.name)")
      }
    }
  }

  @Test func everyMixIsFoundByItsName() throws {
    #expect(try Self.models.get().count == 7)
    for mix in QuantizationMix.all {
      #expect(QuantizationMix(name: mix.name.lowercased()) == mix)
      #expect(mix.base.writableFormat != nil)
    }
    #expect(Set(QuantizationMix.all.map(\.fileType)).count == QuantizationMix.all.count)
    #expect(QuantizationMix(name: "q4_k")?.name == "Q4_K_M")
    #expect(QuantizationMix(name: "Q4_K_L") == nil && QuantizationMix(name: "") == nil)
  }

  @Test func aPureMixHasOneType() throws {
    let folder = try TemporaryFolder()
    let model = try #require(Self.models.get().first)
    var mix = try #require(QuantizationMix(name: "Q4_K_M"))
    mix.isPure = true
    let types = try GGUFQuantizer(try model.write(to: folder), mix: mix).choices.map(\.type).filter { $0 != .f32 }
    #expect(types == [TensorType](repeating: .q4_K, count: model.matrices.count))
  }
}
