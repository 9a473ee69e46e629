import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `bert`: bidirectional attention, post-norms of residual sums, learned position embeddings, biases everywhere.
  static let bert = Family(
    name: "bert", models: "BERT, RoBERTa and XLM-R, so MiniLM, BGE, E5, GTE, mxbai, Arctic Embed 1 (embeddings)",
    norm: .layer, normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.configureBERT(keys)
    model.hasPositionTable = true
    model.ropes = []
    model.changeAttention { $0.rope = nil }
    model.useBERTNetworks()
  }

  /// `jina-bert-v3`: rotary embeddings instead of learned positions; its task adapters are separate files.
  static let jinaBERT3 = Family(
    name: "jina-bert-v3", models: "Jina Embeddings 3 (embeddings)", norm: .layer, normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.configureBERT(keys)
    model.useBERTNetworks()
  }

  /// `nomic-bert`: rotary embeddings, gated feed-forward networks, and no biases but in norms.
  static let nomicBERT = Family(
    name: "nomic-bert", models: "Nomic Embed 1 and 1.5, Arctic Embed M Long (embeddings)", norm: .layer,
    normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    try model.configureBERT(keys)
  }

  /// `modern-bert`: pre-norms except in the first layer, gated feed-forward networks, symmetric sliding windows.
  ///
  /// Two of three layers have windows, with a separate rotary base.
  static let modernBERT = Family(
    name: "modern-bert", models: "ModernBERT, Granite Embedding R2, GTE ModernBERT (embeddings)", norm: .layer
  ) { model, keys throws(InferenceError) in
    try model.configureEncoder(keys)
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

  /// `eurobert`: Llama with bidirectional attention.
  static let euroBERT = Family(name: "eurobert", models: "EuroBERT, Jina Embeddings 5 Nano (embeddings)") {
    model, keys throws(InferenceError) in
    try model.configureEncoder(keys)
  }
}

extension DecoderConfiguration {
  /// Changes the configuration to an encoder: bidirectional attention, and embeddings instead of logits.
  mutating func configureEncoder(_ keys: ArchitectureKeys) throws(InferenceError) {
    guard try keys.bool("attention.causal") != true else {
      throw keys.error("attention.causal", found: "true", expected: "false, as \(architecture) has it")
    }
    (isCausal, hasLogits) = (false, false)
  }

  /// Sets norms after the embeddings and after each residual sum only.
  fileprivate mutating func configureBERT(_ keys: ArchitectureKeys) throws(InferenceError) {
    try configureEncoder(keys)
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
    // The embedding of a single type may be omitted, or have been merged with others.
    if count > 1 || keys.file["token_types.weight"] != nil { tokenTypeCount = max(1, count) }
  }

  fileprivate mutating func useBERTNetworks() {
    changeAttention { ($0.requiresBias, $0.requiresOutputBias) = (true, true) }
    changeDense { ($0.function, $0.isGated, $0.requiresBias) = (.gelu, false, true) }
  }
}

extension ArchitectureKeys {
  /// Reads the activation function of feed-forward networks.
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
