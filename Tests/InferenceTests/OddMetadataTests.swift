import SwiftletGGUF
import SwiftletInference
import Testing

/// Every key of a model with every kind of odd value: what is not refused has to run.
@Suite(.timeLimit(.minutes(60))) struct OddMetadataTests {
  private static let keys = [
    "general.architecture", "general.name", "llama.context_length", "llama.embedding_length", "llama.block_count",
    "llama.feed_forward_length", "llama.attention.head_count", "llama.attention.head_count_kv",
    "llama.attention.layer_norm_rms_epsilon", "llama.attention.key_length", "llama.attention.value_length",
    "llama.rope.freq_base", "llama.rope.dimension_count", "llama.rope.scaling.type", "llama.rope.scaling.factor",
    "llama.rope.scale_linear", "llama.expert_count", "tokenizer.chat_template", "tokenizer.ggml.model",
    "tokenizer.ggml.pre", "tokenizer.ggml.tokens", "tokenizer.ggml.token_type", "tokenizer.ggml.merges",
    "tokenizer.ggml.scores", "tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id",
  ]

  private static let values: [GGUFValue] = [
    .uint8(0), .uint32(1), .uint32(2), .uint32(7), .uint32(.max), .int32(-1), .int32(.min), .uint64(.max),
    .int64(.max), .int64(.min), .bool(true), .float32(.nan), .float32(.infinity), .float32(-0.0),
    .float32(.leastNonzeroMagnitude), .float32(0.5), .float64(1e-300), .float64(1e14), .text(""), .text("none"),
    .string([0xFF, 0]), .array(.uint32([])), .array(.uint32([4, 4])), .array(.int64([.min, .max])),
    .array(.float32([.nan, 1])), .array(.string(ByteStrings())), .array(.string(ByteStrings(["a", "a"]))),
    .array(.bool([true])),
  ]

  @Test(arguments: keys)
  func isRefusedOrRuns(_ key: String) async throws {
    let folder = try TemporaryFolder()
    let fixture = try ModelVariant(ModelFixture(name: "f16"))
    for value in Self.values {
      var variant = fixture
      variant.metadata[key] = value
      let path = try variant.write(to: folder)
      let engine: InferenceEngine
      do throws(InferenceError) {
        engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1))
      } catch {
        #expect(!error.description.isEmpty)
        continue
      }
      let count = min(3, engine.contextSize)
      let outcome = try await engine.greedy(Array(repeating: 1, count: count), 3)
      #expect(outcome.reason != nil && outcome.tokens.count <= 3, "\(value)")
    }
  }
}
