import Foundation
import Testing

@testable import SwiftletGGUF
@testable import SwiftletInference
@testable import swiftlet_cli

/// Shapes of synthetic models: the loader has to accept their metadata, tensors and types.
@Suite struct SynthesizeTests {
  /// Calls `body` with a file that has the head of a synthetic model and holes instead of its weights.
  private func withHollowFile<Result>(
    _ name: String, layers: Int? = nil, type: String = "q4_0", _ body: (GGUFFile) throws -> Result
  ) throws -> Result {
    let shape = try #require(ModelShape.all.first { $0.name == name })
    let mix = try #require(WeightTypes.mix(named: type))
    let count = layers ?? shape.minimumLayerCount
    let model = SyntheticModel(shape: shape, layerCount: count, mix: mix, seed: 1)
    let (head, byteCount) = try model.writer(vocabulary: nil).layout()
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try Data(head).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(byteCount))
    // Rotary factors are read with the metadata.
    let header = try GGUFFile(path: url.path(percentEncoded: false))
    for tensor in shape.contents(count).tensors {
      guard case .numbers(let numbers) = tensor.values else { continue }
      try handle.seek(toOffset: UInt64(header.tensor(tensor.name).range.lowerBound))
      try handle.write(contentsOf: Data(F32.quantized(numbers)))
    }
    try handle.close()
    return try body(GGUFFile(path: url.path(percentEncoded: false)))
  }

  private func checkTensors(_ file: GGUFFile) throws -> DecoderConfiguration {
    let configuration = try DecoderConfiguration(file)
    try TensorPlan(configuration, file).check()
    return configuration
  }

  @Test(arguments: ModelShape.all.map(\.name)) func theLoaderAcceptsTheFirstLayersOfEveryShape(_ name: String) throws {
    let shape = try #require(ModelShape.all.first { $0.name == name })
    try withHollowFile(name) { file in
      let configuration = try checkTensors(file)
      #expect(configuration.architecture == shape.architecture)
      #expect(configuration.layerCount == shape.minimumLayerCount)
      #expect(configuration.vocabularyCount == shape.vocabularyCount)
      // llama.cpp reads vectors in this type only.
      for tensor in file.tensors where tensor.dimensions.count == 1 { #expect(tensor.type == .f32, "\(tensor.name)") }
    }
  }

  @Test func layersOfTheEndShareKeysAndValues() throws {
    let configuration = try withHollowFile("gemma-3n-e2b", layers: 30) { try checkTensors($0) }
    #expect(configuration.layerCount == 30)
    #expect(configuration.cacheShapes.count == 20)
  }

  @Test func theFirstLayersOfAHybridHaveEveryKind() throws {
    for (name, kinds) in [("lfm2-1.2b", [false, false, true]), ("qwen3-next-80b-a3b", [false, false, false, true])] {
      let configuration = try withHollowFile(name) { try checkTensors($0) }
      #expect(configuration.layers.map(\.hasAttention) == kinds, "\(name)")
    }
  }

  @Test func onlyShortModelsHaveTheRankOfQueries() throws {
    let key = "deepseek2.attention.q_lora_rank"
    let (short, whole) = try (
      withHollowFile("deepseek-v2-lite") { $0.metadata.contains(key) },
      withHollowFile("deepseek-v2-lite", layers: 27) { file in
        _ = try checkTensors(file)
        return file.metadata.contains(key)
      }
    )
    #expect(short && !whole)
  }

  /// The expected types of tensors, whose names are without suffix.
  struct TypeCase: Sendable {
    var shape: String
    var type: String
    var expected: [String: TensorType]
  }

  private static let typeCases = [
    TypeCase(
      shape: "llama-3.2-1b", type: "q4_0",
      expected: ["token_embd": .q4_0, "blk.0.attn_v": .q4_0, "blk.0.attn_norm": .f32, "rope_freqs": .f32]),
    TypeCase(
      shape: "llama-3.2-1b", type: "q4_k_m",
      expected: ["token_embd": .q6_K, "blk.0.attn_v": .q6_K, "blk.2.attn_v": .q4_K, "blk.0.attn_q": .q4_K]),
    TypeCase(
      shape: "gpt-oss-20b", type: "mxfp4",
      expected: [
        "blk.0.ffn_up_exps": .mxfp4, "blk.0.attn_q": .q8_0, "token_embd": .q8_0, "output": .q8_0,
        "blk.0.ffn_gate_inp": .f32, "blk.1.attn_sinks": .f32,
      ]),
    TypeCase(
      shape: "deepseek-v2-lite", type: "q4_k",
      expected: [
        "blk.1.ffn_down_exps": .q5_0, "blk.1.ffn_gate_exps": .q4_K, "blk.0.attn_k_b": .q5_0, "blk.0.attn_v_b": .q4_K,
      ]),
    TypeCase(
      shape: "gemma-3n-e2b", type: "q4_0",
      expected: [
        "altup_proj": .f16, "blk.0.laurel_l": .f16, "blk.0.altup_router": .f16, "blk.0.altup_predict_coef": .f32,
        "per_layer_token_embd": .q4_0, "per_layer_model_proj": .f16,
      ]),
    TypeCase(
      shape: "mamba2-1.3b", type: "q8_0",
      expected: ["blk.0.ssm_in": .q8_0, "blk.0.ssm_conv1d": .f32, "blk.0.ssm_norm": .f32]),
    TypeCase(
      shape: "lfm2-1.2b", type: "bf16",
      expected: ["blk.0.shortconv.conv": .f32, "blk.0.shortconv.in_proj": .bf16, "token_embd": .bf16]),
  ]

  @Test(arguments: typeCases) func typesAreThoseOfPublishedFiles(_ example: TypeCase) throws {
    // The types of layers in a mix depend on their number.
    let layers = example.shape.hasPrefix("llama") ? 16 : nil
    try withHollowFile(example.shape, layers: layers, type: example.type) { file in
      for (name, type) in example.expected { #expect(file[name + ".weight"]?.type == type, "\(name)") }
    }
  }

  @Test(arguments: [("mamba2-1.3b", "2"), ("lfm2-1.2b", "3"), ("qwen3.5-0.8b", "4")])
  func recurrencesHaveFiniteLogits(_ name: String, _ layers: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["model.gguf", "logits"].map { folder.appending(path: $0).path(percentEncoded: false) }
    let made = try CommandLineTool.run(
      "synthesize", paths[0], "--shape", name, "--type", "q4_0", "--layers", layers)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try GGUFFile(path: paths[0]).metadata.string("general.name")?.contains(" of ") == true)
    let result = try CommandLineTool.run(
      "logits", "--model", paths[0], "--tokens", "97,98,99,100", "--output", paths[1])
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: folder.appending(path: "logits"))
    let logits = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
    }
    let areFinite = logits.allSatisfy { $0.isFinite }
    #expect(areFinite)
    let spread = (logits.max() ?? 0) - (logits.min() ?? 0)
    #expect((1...1000).contains(spread), "\(spread)")
  }

  @Test func theHelpNamesEveryShapeAndType() throws {
    let help = try CommandLineTool.run("synthesize", "--help").text
    for name in ModelShape.all.map(\.name) + WeightTypes.names { #expect(help.contains(name), "\(name)") }
    #expect(Set(ModelShape.all.map(\.name)).count == ModelShape.all.count)
  }
}
