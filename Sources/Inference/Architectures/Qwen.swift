import SwiftletGGUF

extension Architectures {
  /// `qwen2`: biases on queries, keys and values.
  static let qwen2 = Family(name: "qwen2", models: "Qwen 2 and 2.5, DeepSeek-R1 distilled into them") { model, _ in
    model.changeAttention { $0.requiresBias = true }
  }

  /// `qwen2moe`: `qwen2` with experts and a gated shared expert.
  static let qwen2moe = Family(name: "qwen2moe", models: "Qwen 1.5 and 2 with experts") {
    model, keys throws(InferenceError) in
    model.changeAttention { $0.requiresBias = true }
    let width = model.feedForwardWidth
    try model.useExperts(keys) { experts throws(InferenceError) in
      experts.sharedWidth = try keys.integer(
        "expert_shared_feed_forward_length", in: 1...1 << 20, default: width, shownBy: "ffn_down_shexp.weight",
        as: \.columns)
      experts.hasSharedGate = true
    }
  }

  /// `qwen3`: norms of each head's queries and keys.
  static let qwen3 = Family(name: "qwen3", models: "Qwen 3") { model, _ in
    model.changeAttention { $0.queryKeyNorm = .heads }
  }

  /// `qwen3moe`: `qwen3` with experts.
  static let qwen3moe = Family(name: "qwen3moe", models: "Qwen 3 with experts, Qwen 3 Coder") {
    model, keys throws(InferenceError) in
    model.changeAttention { $0.queryKeyNorm = .heads }
    let isNormalized = try keys.bool("expert_weights_norm") ?? true
    try model.useExperts(keys) { $0.routing.isNormalized = isNormalized }
  }
}

/// The text models of vision models.
extension Architectures {
  /// `qwen2vl`: `qwen2` with sections of rotary pairs for time, row and column.
  static let qwen2vl = Family(name: "qwen2vl", models: "Qwen 2 VL, Qwen 2.5 VL") { model, keys throws(InferenceError) in
    try qwen2.describe(&model, keys)
    try model.useSections(keys, areInterleaved: false)
  }

  /// `qwen3vl`: `qwen3` with interleaved sections, and additional elements of picture rows after the first layers.
  static let qwen3vl = Family(name: "qwen3vl", models: "Qwen 3 VL") { model, keys throws(InferenceError) in
    try qwen3.describe(&model, keys)
    try model.useDeepstack(keys)
  }

  /// `qwen3vlmoe`: `qwen3vl` with experts.
  static let qwen3vlmoe = Family(name: "qwen3vlmoe", models: "Qwen 3 VL with experts") {
    model, keys throws(InferenceError) in
    try qwen3moe.describe(&model, keys)
    try model.useDeepstack(keys)
  }
}

extension DecoderConfiguration {
  /// Reads the sections, which are interleaved, and the number of layers with additional elements of picture rows.
  fileprivate mutating func useDeepstack(_ keys: ArchitectureKeys) throws(InferenceError) {
    try useSections(keys, areInterleaved: true)
    deepstackCount = try keys.integer("n_deepstack_layers", in: 0...layerCount, default: 0)
  }

  /// Reads the sections of all rotary embeddings, if the file has them.
  mutating func useSections(_ keys: ArchitectureKeys, areInterleaved: Bool) throws(InferenceError) {
    for index in ropes.indices {
      ropes[index].sections = try RotarySections(
        keys, pairs: ropes[index].frequencies.count, areInterleaved: areInterleaved)
    }
  }
}
