import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `gemma`: scaled embeddings, GELU.
  static let gemma = Family(name: "gemma", models: "Gemma 1, CodeGemma") { model, _ in
    model.embeddingScale = Float(model.embeddingWidth).squareRoot()
    model.changeDense { $0.function = .geluTanh }
  }

  /// `gemma2`: `gemma` with post-norms, soft caps of scores and logits, and sliding windows in every other layer.
  static let gemma2 = Family(name: "gemma2", models: "Gemma 2") { model, keys throws(InferenceError) in
    model.configureGemma()
    let scoreCap = try keys.optional("attn_logit_softcapping", below: 1e6) ?? 50
    model.logitSoftCap = Float(try keys.optional("final_logit_softcapping", below: 1e6) ?? 30)
    model.changeAttention { $0.softCap = Float(scoreCap) }
    model.scaleLargestGemma(layerCount: 46, keys)
    try model.useWindow(keys, period: 2)
  }

  /// `gemma3`: norms of queries and keys instead of soft caps, and a separate rotary base for sliding windows.
  static let gemma3 = Family(name: "gemma3", models: "Gemma 3") { model, keys throws(InferenceError) in
    model.configureGemma()
    model.changeAttention { $0.queryKeyNorm = .heads }
    model.scaleLargestGemma(layerCount: 62, keys)
    if let cap = try keys.optional("final_logit_softcapping", below: 1e6) { model.logitSoftCap = Float(cap) }
    let width = model.attention.headWidth
    model.ropes = [
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, defaultBase: 1_000_000),
      // Context scaling applies to full-attention layers only.
      try RotaryEmbedding(
        keys, pairing: .halves, headWidth: width, baseKey: "rope.freq_base_swa", isScaled: false),
    ]
    let isLocal = try model.useWindow(keys, period: 6)
    for index in model.layers.indices where isLocal[index] { model.layers[index].attention.rope = 1 }
  }

  /// `gemma-embedding`: `gemma3` with bidirectional attention and symmetric sliding windows.
  static let gemmaEmbedding = Family(name: "gemma-embedding", models: "EmbeddingGemma (embeddings)") {
    model, keys throws(InferenceError) in
    try gemma3.describe(&model, keys)
    try model.configureEncoder(keys)
  }
}

extension DecoderConfiguration {
  /// Sets the configuration that all but the first Gemma share.
  mutating func configureGemma() {
    embeddingScale = Float(embeddingWidth).squareRoot()
    changeDense { $0.function = .geluTanh }
    changeLayers { ($0.attentionPostNorm, $0.feedForwardPostNorm) = ("post_attention_norm", "post_ffw_norm") }
  }

  /// Scales the scores of the 27B models by the embedding width per head, which differs from the head width there.
  fileprivate mutating func scaleLargestGemma(layerCount count: Int, _ keys: ArchitectureKeys) {
    guard layerCount == count, keys.isAbsent("attention.scale") else { return }
    let scale = 1 / Float(embeddingWidth / attention.headCount).squareRoot()
    changeAttention { $0.scale = scale }
  }
}
