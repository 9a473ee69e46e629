import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `gemma`: scaled embeddings, GELU.
  static let gemma = Family(name: "gemma", models: "Gemma 1, CodeGemma") { model, _ in
    model.embeddingScale = Float(model.embeddingWidth).squareRoot()
    model.changeDense { $0.function = .geluTanh }
  }

  /// `gemma2`: besides, norms after the blocks too, bounded scores and logits, and windows on every other layer.
  static let gemma2 = Family(name: "gemma2", models: "Gemma 2") { model, keys throws(InferenceError) in
    model.becomeGemma()
    let scoreCap = try keys.optional("attn_logit_softcapping", below: 1e6) ?? 50
    model.logitSoftCap = Float(try keys.optional("final_logit_softcapping", below: 1e6) ?? 30)
    model.changeAttention { $0.softCap = Float(scoreCap) }
    model.fixLargestGemma(layerCount: 46, keys)
    try model.useWindow(keys, period: 2)
  }

  /// `gemma3`: norms of queries and keys instead of bounds, and a base of its own for windows.
  static let gemma3 = Family(name: "gemma3", models: "Gemma 3") { model, keys throws(InferenceError) in
    model.becomeGemma()
    model.changeAttention { $0.queryKeyNorm = .heads }
    model.fixLargestGemma(layerCount: 62, keys)
    if let cap = try keys.optional("final_logit_softcapping", below: 1e6) { model.logitSoftCap = Float(cap) }
    let width = model.attention.headWidth
    model.ropes = [
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, defaultBase: 1_000_000),
      // What stretches the context is for layers that see all of it.
      try RotaryEmbedding(
        keys, pairing: .halves, headWidth: width, baseKey: "rope.freq_base_swa", isScaled: false),
    ]
    let isLocal = try model.useWindow(keys, period: 6)
    for index in model.layers.indices where isLocal[index] { model.layers[index].attention.rope = 1 }
  }

  /// `gemma-embedding`: the same, but tokens see all of their text, or of a window around them.
  static let gemmaEmbedding = Family(name: "gemma-embedding", models: "EmbeddingGemma (embeddings)") {
    model, keys throws(InferenceError) in
    try gemma3.describe(&model, keys)
    try model.becomeEncoder(keys)
  }
}

extension DecoderConfiguration {
  /// What all but the first Gemma share.
  mutating func becomeGemma() {
    embeddingScale = Float(embeddingWidth).squareRoot()
    changeDense { $0.function = .geluTanh }
    changeLayers { ($0.attentionPostNorm, $0.feedForwardPostNorm) = ("post_attention_norm", "post_ffw_norm") }
  }

  /// Scales scores by the width of the embedding's share of a head, which is that of the head but in the 27B models.
  fileprivate mutating func fixLargestGemma(layerCount count: Int, _ keys: ArchitectureKeys) {
    guard layerCount == count, keys.file.metadata[keys.name("attention.scale")] == nil else { return }
    let scale = 1 / Float(embeddingWidth / attention.headCount).squareRoot()
    changeAttention { $0.scale = scale }
  }
}
