import SwiftletKernels

extension Architectures {
  /// `llama`: the base configuration of all families; with experts, Mixtral.
  static let llama = Family(
    name: "llama", models: "Llama 1 to 3, Mistral, Mixtral, SmolLM 1 and 2, and many others", pairing: .adjacent
  ) { model, keys throws(InferenceError) in
    guard try keys.integer("expert_count", in: 0...1024, zeroWithout: "ffn_gate_inp.weight") > 0 else { return }
    try model.useExperts(keys) { $0.routing.isNormalized = true }
  }

  /// `arcee`: feed-forward networks without gates.
  static let arcee = Family(name: "arcee", models: "AFM", pairing: .adjacent) { model, _ in
    model.changeDense { ($0.function, $0.isGated) = (.reluSquared, false) }
  }

  /// `ernie4_5`: Llama, with adjacent rotary pairs in the original weights already.
  static let ernie4_5 = Family(name: "ernie4_5", models: "ERNIE 4.5 0.3B", pairing: .adjacent) { _, _ in }

  /// `smollm3`: no position embedding in every fourth layer.
  static let smollm3 = Family(name: "smollm3", models: "SmolLM3", pairing: .adjacent) { model, _ in
    for index in model.layers.indices where (index + 1) % 4 == 0 { model.layers[index].attention.rope = nil }
  }

  /// `seed_oss`: biases on queries, keys and values; another name of the feed-forward norm.
  static let seedOSS = Family(name: "seed_oss", models: "Seed-OSS") { model, _ in
    model.changeLayers {
      $0.attention.requiresBias = true
      $0.feedForwardNorm = "post_attention_norm"
    }
  }
}
