import SwiftletKernels

extension Architectures {
  /// `olmo2`: norms only of results, and of all queries and all keys together; OLMo 3 has windows besides.
  ///
  /// OLMo 3 stretches the context by YaRN only on layers that see all of it.
  static let olmo2 = Family(name: "olmo2", models: "OLMo 2 and 3") { model, keys throws(InferenceError) in
    model.normalizeResults()
    model.changeAttention { $0.queryKeyNorm = .whole }
    let isLocal = try model.useWindow(keys, period: 4)
    guard isLocal.contains(true) else { return }
    model.ropes.append(
      try RotaryEmbedding(keys, pairing: .halves, headWidth: model.attention.headWidth, isScaled: false))
    for index in model.layers.indices where isLocal[index] { model.layers[index].attention.rope = 1 }
  }

  /// `olmoe`: norms of all queries and all keys together, experts.
  static let olmoe = Family(name: "olmoe", models: "OLMoE") { model, keys throws(InferenceError) in
    model.changeAttention { $0.queryKeyNorm = .whole }
    try model.useExperts(keys) { _ in }
  }

  /// `exaone4`: norms only of results and of each head's queries and keys; layers without a window, where there are
  /// others, have no position embedding.
  static let exaone4 = Family(name: "exaone4", models: "EXAONE 4") { model, keys throws(InferenceError) in
    model.normalizeResults()
    model.changeAttention { $0.queryKeyNorm = .heads }
    let isLocal = try model.useWindow(keys, period: 4)
    guard isLocal.contains(true) else { return }
    for index in model.layers.indices where !isLocal[index] { model.layers[index].attention.rope = nil }
  }
}

extension DecoderConfiguration {
  /// Puts norms behind attention and feed-forward network instead of before.
  fileprivate mutating func normalizeResults() {
    changeLayers {
      ($0.attentionNorm, $0.attentionPostNorm) = (nil, "post_attention_norm")
      ($0.feedForwardNorm, $0.feedForwardPostNorm) = (nil, "post_ffw_norm")
    }
  }
}
