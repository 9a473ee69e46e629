import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `bert`: tokens see all of their text; norms of the sums; learned positions; biases everywhere.
  static let bert = Family(
    name: "bert", models: "BERT, RoBERTa and XLM-R, so MiniLM, BGE, E5, GTE, mxbai, Arctic Embed 1 (embeddings)",
    norm: .layer, normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.becomeBERT(keys)
    model.hasPositionTable = true
    model.ropes = []
    model.changeAttention { $0.rope = nil }
    model.useBERTNetworks()
  }

  /// `jina-bert-v3`: rotations instead of learned positions; its tasks' adapters are files of their own.
  static let jinaBERT3 = Family(
    name: "jina-bert-v3", models: "Jina Embeddings 3 (embeddings)", norm: .layer, normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.becomeBERT(keys)
    model.useBERTNetworks()
  }

  /// `nomic-bert`: rotations, gated networks, and no biases but in norms.
  static let nomicBERT = Family(
    name: "nomic-bert", models: "Nomic Embed 1 and 1.5, Arctic Embed M Long (embeddings)", norm: .layer,
    normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.becomeBERT(keys)
  }

  /// `modern-bert`: norms before the blocks, none before the first; gated networks; windows around each token on two of
  /// three layers, with a base of their own.
  static let modernBERT = Family(
    name: "modern-bert", models: "ModernBERT, Granite Embedding R2, GTE ModernBERT (embeddings)", norm: .layer
  ) { model, keys throws(InferenceError) in
    try model.becomeEncoder(keys)
    model.embeddingNorm = "token_embd_norm"
    model.layers[0].attentionNorm = nil
    let function = try keys.gateFunction(default: .gelu)
    model.changeDense { $0.function = function }
    let width = model.attention.headWidth
    model.ropes = [
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, defaultBase: 160_000),
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, baseKey: "rope.freq_base_swa", isScaled: false),
    ]
    let isLocal = try model.useWindow(keys, period: 3, firstSeesAll: true)
    for index in model.layers.indices where isLocal[index] { model.layers[index].attention.rope = 1 }
  }

  /// `eurobert`: as Llama, but tokens see all of their text.
  static let euroBERT = Family(name: "eurobert", models: "EuroBERT, Jina Embeddings 5 Nano (embeddings)") {
    model, keys throws(InferenceError) in
    try model.becomeEncoder(keys)
  }
}

extension DecoderConfiguration {
  /// Lets tokens see all of their text, of which there will be vectors and no logits.
  mutating func becomeEncoder(_ keys: ArchitectureKeys) throws(InferenceError) {
    guard try keys.bool("attention.causal") != true else {
      throw keys.error("attention.causal", found: "true", expected: "false, as \(architecture) has it")
    }
    (isCausal, hasLogits) = (false, false)
  }

  /// Puts norms behind the embeddings and behind each sum, and none elsewhere.
  fileprivate mutating func becomeBERT(_ keys: ArchitectureKeys) throws(InferenceError) {
    try becomeEncoder(keys)
    embeddingNorm = "token_embd_norm"
    outputNorm = nil
    changeLayers {
      ($0.attentionNorm, $0.attentionSumNorm) = (nil, "attn_output_norm")
      ($0.feedForwardNorm, $0.feedForwardSumNorm) = (nil, "layer_output_norm")
    }
    let key = "tokenizer.ggml.token_type_count"
    let count = try wrapping { () throws(GGUFError) in
      try keys.file.metadata.integer(key, in: 0...1024, default: 0)
    }
    // Where there is but one kind, its vector may have been left out or made a part of the others.
    if count > 1 || keys.file["token_types.weight"] != nil { tokenTypeCount = max(1, count) }
  }

  fileprivate mutating func useBERTNetworks() {
    changeAttention { ($0.requiresBias, $0.requiresOutputBias) = (true, true) }
    changeDense { ($0.function, $0.isGated, $0.requiresBias) = (.gelu, false, true) }
  }
}

extension ArchitectureKeys {
  /// The function of feed-forward networks, where files name it.
  fileprivate func gateFunction(default function: GateFunction) throws(InferenceError) -> GateFunction {
    let key = "hidden_activation"
    switch try string(key) {
    case nil: return function
    case "gelu": return .gelu
    case "gelu_pytorch_tanh", "gelu_new": return .geluTanh
    case "silu": return .silu
    case let name?: throw error(key, found: name, expected: "gelu, gelu_pytorch_tanh or silu")
    }
  }
}
