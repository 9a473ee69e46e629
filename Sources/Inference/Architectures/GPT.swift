import SwiftletKernels

extension Architectures {
  /// `gpt2`: learned position embeddings, LayerNorm, biases everywhere.
  static let gpt2 = Family(name: "gpt2", models: "GPT-2", norm: .layer, normsHaveBias: true) {
    model, _ in
    model.hasPositionTable = true
    model.changeAttention { ($0.rope, $0.requiresBias, $0.requiresOutputBias) = (nil, true, true) }
    model.changeDense { ($0.function, $0.isGated, $0.requiresBias) = (.geluTanh, false, true) }
  }

  /// `gpt-oss`: attention sinks, sliding windows in every other layer, experts with biases and a clamped gate.
  ///
  /// The ramp of YaRN is not rounded to whole pairs, which is as the models were trained and as transformers has it;
  /// llama.cpp rounds it. The router takes the softmax over the selected experts only.
  static let gptOSS = Family(name: "gpt-oss", models: "gpt-oss 20B and 120B") { model, keys throws(InferenceError) in
    model.ropes = [
      try RotaryEmbedding(keys, pairing: .halves, headWidth: model.attention.headWidth, yarnTruncates: false)
    ]
    model.changeLayers { $0.feedForwardNorm = "post_attention_norm" }
    model.changeAttention { ($0.hasSinks, $0.requiresBias, $0.requiresOutputBias) = (true, true, true) }
    try model.useWindow(keys, period: 2)
    try model.useExperts(keys) {
      ($0.function, $0.hasBias, $0.routing.scoring) = (.clamped, true, .softmaxOfSelected)
    }
  }

  /// `starcoder2`: LayerNorm, biases everywhere, and optional sliding windows.
  static let starcoder2 = Family(name: "starcoder2", models: "StarCoder 2", norm: .layer, normsHaveBias: true) {
    model, keys throws(InferenceError) in
    let window = try keys.window()
    model.changeAttention { ($0.window, $0.requiresBias, $0.requiresOutputBias) = (window, true, true) }
    model.changeDense { ($0.function, $0.isGated, $0.requiresBias) = (.geluTanh, false, true) }
  }

  /// `stablelm`: LayerNorm, partial rotary embedding.
  ///
  /// The 12B model normalises queries and keys with separate weights for each head, and runs attention and feed-forward
  /// network in parallel.
  static let stablelm = Family(
    name: "stablelm", models: "StableLM 2", norm: .layer, normsHaveBias: true, rotatesPart: true
  ) {
    model, keys throws(InferenceError) in
    if keys.hasTensor("attn_q_norm.weight") { model.changeAttention { $0.queryKeyNorm = .ownHeads } }
    guard try keys.bool("use_parallel_residual") ?? false else { return }
    model.changeLayers { ($0.isParallel, $0.feedForwardNorm) = (true, nil) }
  }

  /// `glm4`: pre- and post-norms, fused gate and up projections, partial rotary embedding of half of each head.
  ///
  /// With sections of rotary pairs, as in GLM-4V, the converter has reordered queries and keys to pairs of halves.
  static let glm4 = Family(
    name: "glm4", models: "GLM 4 0414, GLM Z1, GLM 4.1V and 4.6V Flash", pairing: .adjacent, rotatesPart: true
  ) { model, keys throws(InferenceError) in
    try model.useSections(keys, areInterleaved: false)
    for index in model.ropes.indices where model.ropes[index].sections != nil { model.ropes[index].pairing = .halves }
    model.changeLayers {
      ($0.attentionPostNorm, $0.feedForwardPostNorm) = ("post_attention_norm", "post_ffw_norm")
    }
  }
}
