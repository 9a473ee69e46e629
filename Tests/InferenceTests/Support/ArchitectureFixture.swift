import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

/// A small random model of an architecture with what `transformers` makes of it; see
/// `Tests/Reference/make_fixtures.py`.
struct ArchitectureFixture: Sendable, CustomTestStringConvertible {
  let name: String
  var folder = "architectures"
  var testDescription: String { name }

  static let all = [
    "llama", "mixtral", "mistral3", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "gemma", "gemma2", "gemma3", "gemma3n",
    "gemma4", "gemma4moe", "phi2",
    "phi3", "phi4", "phimoe", "olmo2", "olmo3", "olmoe", "granite", "granitemoe", "gpt-oss", "deepseek2", "deepseek3",
    "glm4", "command-r",
    "cohere2", "stablelm", "starcoder2", "gpt2", "exaone4", "seed_oss", "arcee", "ernie4_5", "smollm3", "lfm2",
    "qwen3next", "qwen35", "qwen35moe", "granitehybrid", "granitehybrid-moe", "falcon-h1", "falcon-h1-norm",
    "nemotron_h",
    "nemotron_h_moe", "nemotron_h_moe-latent", "mamba2",
  ].map { ArchitectureFixture(name: $0) }
  /// Whose experts are quantised, and activations with them.
  static let quantized = ArchitectureFixture(name: "gpt-oss-mxfp4")

  var path: String { TestFiles.fixture("\(folder)/\(name).gguf") }

  func model(threads: Int = 1) throws -> DecoderModel {
    try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: threads))
  }

  /// The model with weights as 32-bit floats: products with 16-bit ones round activations.
  func floatModel(threads: Int = 1) throws -> DecoderModel {
    let folder = try TemporaryFolder()
    return try DecoderModel(GGUFFile(path: floatPath(in: folder)), pool: WorkerPool(threads: threads))
  }

  /// Writes that model's file.
  func floatPath(in folder: TemporaryFolder) throws -> String {
    var variant = try variant()
    variant.widen()
    return try variant.write(to: folder)
  }

  func variant() throws -> ModelVariant { try ModelVariant(path: path) }

  /// Tokens, and the logits of each.
  func expected() throws -> (tokens: [Int], logits: [[Float]]) {
    let file = try GGUFFile(path: TestFiles.fixture("architectures/\(name).expected.gguf"))
    return (try #require(try file.metadata.integers("tokens")), try file.tensor("logits").floatRows())
  }
}
