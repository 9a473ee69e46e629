import SwiftletKernels

extension Architectures {
  /// `olmo2`: post-norms only, and norms over all queries and all keys; OLMo 3 adds sliding windows.
  ///
  /// OLMo 3 applies YaRN to full-attention layers only.
  static let olmo2 = Family(name: "olmo2", models: "OLMo 2 and 3") { model, keys throws(InferenceError) in
    model.usePostNorms()
    model.changeAttention { $0.queryKeyNorm = .whole }
    let isLocal = try model.useWindow(keys, period: 4)
    guard isLocal.contains(true) else { return }
    model.ropes.append(
      try RotaryEmbedding(keys, pairing: .halves, headWidth: model.attention.headWidth, isScaled: false))
    for index in model.layers.indices where isLocal[index] { model.layers[index].attention.rope = 1 }
  }

  /// `olmoe`: norms over all queries and all keys, experts.
  static let olmoe = Family(name: "olmoe", models: "OLMoE") { model, keys throws(InferenceError) in
    model.changeAttention { $0.queryKeyNorm = .whole }
    try model.useExperts(keys) { _ in }
  }

  /// `exaone4`: post-norms only, and norms of each head's queries and keys.
  ///
  /// In models with sliding windows, full-attention layers have no position embedding.
  static let exaone4 = Family(name: "exaone4", models: "EXAONE 4") { model, keys throws(InferenceError) in
    model.usePostNorms()
    model.changeAttention { $0.queryKeyNorm = .heads }
    let isLocal = try model.useWindow(keys, period: 4)
    guard isLocal.contains(true) else { return }
    for index in model.layers.indices where !isLocal[index] { model.layers[index].attention.rope = nil }
  }
}

extension DecoderConfiguration {
  /// Moves the norms from before to after attention and feed-forward network.
  fileprivate mutating func usePostNorms() {
    changeLayers {
      ($0.attentionNorm, $0.attentionPostNorm) = (nil, "post_attention_norm")
      ($0.feedForwardNorm, $0.feedForwardPostNorm) = (nil, "post_ffw_norm")
    }
  }
}
