import SwiftletGGUF
import Testing

/// A model file that has to be refused: a fixture with something changed.
struct HostileModel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The key or tensor that the error has to name.
  let culprit: String
  let change: @Sendable (inout ModelVariant) throws -> Void

  init(_ name: String, _ culprit: String, change: @escaping @Sendable (inout ModelVariant) throws -> Void) {
    (testDescription, self.culprit, self.change) = (name, culprit, change)
  }

  /// A key with another value.
  init(_ key: String, _ value: GGUFValue, names culprit: String? = nil) {
    self.init("\(key) = \(value)", culprit ?? key) { $0.metadata[key] = value }
  }

  static let all = missingKeys + extents + numbers + features + tensors
}

extension HostileModel {
  static let missingKeys = [
    "general.architecture", "llama.block_count", "llama.embedding_length", "llama.attention.head_count",
    "llama.feed_forward_length", "llama.attention.layer_norm_rms_epsilon", "llama.context_length",
    "tokenizer.ggml.model", "tokenizer.ggml.tokens", "tokenizer.ggml.merges",
  ].map { key in HostileModel("no \(key)", key) { $0.metadata[key] = nil } }

  /// Extents that are absurd, contradict one another or do not fit the tensors.
  static let extents = [
    HostileModel("llama.block_count", .uint32(0)),
    HostileModel("llama.block_count", .int32(-2)),
    HostileModel("llama.block_count", .uint32(3), names: "blk.2.attn_norm.weight"),
    HostileModel("llama.block_count", .uint32(1), names: "blk.1."),
    HostileModel("llama.block_count", .uint64(1 << 40)),
    HostileModel("llama.block_count", .uint64(.max)),
    HostileModel("llama.block_count", .text("2")),
    HostileModel("llama.embedding_length", .uint32(0)),
    HostileModel("llama.embedding_length", .uint64(1 << 60)),
    HostileModel("llama.embedding_length", .uint32(128), names: "token_embd.weight"),
    HostileModel("llama.feed_forward_length", .uint32(0)),
    HostileModel("llama.feed_forward_length", .uint32(73), names: "blk.0.ffn_"),
    HostileModel("llama.feed_forward_length", .array(.uint32([72, 71]))),
    HostileModel("llama.feed_forward_length", .array(.uint32([72]))),
    HostileModel("llama.attention.head_count", .uint32(0)),
    HostileModel("llama.attention.head_count", .int32(-4)),
    HostileModel("llama.attention.head_count", .uint32(3)),
    HostileModel("llama.attention.head_count", .uint32(5)),
    HostileModel("llama.attention.head_count", .uint32(64), names: "llama.attention.key_length"),
    HostileModel("llama.attention.head_count", .uint32(1 << 31)),
    HostileModel("llama.attention.head_count_kv", .uint32(0)),
    HostileModel("llama.attention.head_count_kv", .uint32(3)),
    HostileModel("llama.attention.head_count_kv", .uint32(8)),
    HostileModel("llama.attention.head_count_kv", .uint32(1), names: "blk.0.attn_k.weight"),
    HostileModel("llama.attention.head_count_kv", .array(.int32([2, 4]))),
    HostileModel("llama.attention.key_length", .uint32(0)),
    HostileModel("llama.attention.key_length", .uint32(1)),
    HostileModel("llama.attention.key_length", .uint32(8), names: "llama.rope.dimension_count"),
    HostileModel("llama.attention.key_length", .uint32(1 << 20)),
    HostileModel("llama.attention.value_length", .uint32(8)),
    HostileModel("llama.context_length", .uint32(0)),
    HostileModel("llama.context_length", .uint64(1 << 50)),
  ]

  /// Numbers that arithmetic would not survive.
  static let numbers =
    [
      HostileModel("llama.rope.dimension_count", .uint32(0)),
      HostileModel("llama.rope.dimension_count", .uint32(3)),
      HostileModel("llama.rope.dimension_count", .uint32(18)),
    ]
    + [0, -1, .nan, .infinity].flatMap { (number: Float) in
      [
        HostileModel("llama.attention.layer_norm_rms_epsilon", .float32(number)),
        HostileModel("llama.rope.freq_base", .float32(number)),
        HostileModel("llama.rope.scaling.factor", .float32(number)),
        HostileModel("llama.rope.scale_linear", .float64(Double(number))),
        HostileModel("rope_freqs.weight with \(number)", "rope_freqs.weight") {
          $0.add("rope_freqs.weight", [1, 1, 1, number, 1, 1, 1, 1])
        },
      ]
    }

  /// Features that would be computed wrongly if they were ignored.
  static let features = [
    HostileModel("general.architecture", .text("mamba"), names: "mamba"),
    HostileModel("general.architecture", .uint32(7)),
    HostileModel("llama.rope.scaling.type", .text("yarn"), names: "llama.rope.scaling.factor"),
    HostileModel("llama.rope.scaling.type", .text("longrope")),
    HostileModel("llama.rope.scaling.type", .text("spiral")),
    HostileModel("llama.rope.scaling.type", .text("llama3")),
    HostileModel("llama.rope.scaling.type", .uint32(1)),
    HostileModel("llama.expert_count", .uint32(8), names: "llama.expert_used_count"),
    HostileModel("tokenizer.ggml.model", .text("rwkv"), names: "rwkv"),
    HostileModel("another architecture with another vocabulary", "bert") {
      $0.metadata["general.architecture"] = .text("bert")
      $0.metadata["tokenizer.ggml.model"] = .text("bert")
    },
    HostileModel("a vocabulary longer than the table", "259 tokens") { variant in
      variant.change("token_embd.weight") {
        $0.dimensions[1] = 258
        $0.bytes.removeLast(6 * 64 * 4)
      }
    },
  ]

  /// Unused tensors, and tensors of unsupported shapes or types.
  static let tensors = [
    HostileModel("a bias without the others", "blk.0.attn_k.bias") {
      $0.add("blk.0.attn_q.bias", [Float](repeating: 0, count: 64))
    },
    HostileModel("an expert router", "blk.1.ffn_gate_inp.weight") { $0.add("blk.1.ffn_gate_inp.weight", [1, 2]) },
    HostileModel("too few rope factors", "rope_freqs.weight") { $0.add("rope_freqs.weight", [1, 1, 1]) },
    HostileModel("rope factors of integers", "rope_freqs.weight") {
      $0.add("rope_freqs.weight", [1, 1, 1, 1, 1, 1, 1, 1])
      $0.change("rope_freqs.weight") { $0.type = .i32 }
    },
    HostileModel("an output with fewer rows than the table", "output.weight") { variant in
      variant.tensors.append(
        ModelVariant.Tensor(
          name: "output.weight", type: .f32, dimensions: [64, 8], bytes: [UInt8](repeating: 0, count: 2048)))
    },
  ]
}
