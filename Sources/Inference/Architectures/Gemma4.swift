import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `gemma4`: full-attention layers with another head width, whose values may be their keys.
  ///
  /// Small models have per-layer inputs, and layers that share the keys and values of earlier ones; others have experts
  /// beside a dense network. Full-attention layers rotate only the first pairs: `rope_freqs` disables the rotation of
  /// the others.
  static let gemma4 = Family(name: "gemma4", models: "Gemma 4", layersDiffer: true) {
    model, keys throws(InferenceError) in
    try model.configureLayeredGemma(keys, windowPeriod: nil)
    if let cap = try keys.optional("final_logit_softcapping", below: 1e6) { model.logitSoftCap = Float(cap) }
    let width = try keys.integer("attention.key_length_swa", in: 2...1024)
    guard try keys.integer("attention.value_length_swa", in: 2...1024, default: width) == width else {
      throw keys.error("attention.value_length_swa", found: "another", expected: "the key length \(width)")
    }
    for index in model.layers.indices where model.layers[index].attention.window != nil {
      model.layers[index].attention.shape.headWidth = width
    }
    _ = try wrapping { () throws(GGUFError) in try keys.file.tensor("rope_freqs.weight") }
    model.ropes = [
      try RotaryEmbedding(
        keys, pairing: .halves, headWidth: model.attention.headWidth, defaultBase: 1_000_000),
      try RotaryEmbedding(
        keys, pairing: .halves, headWidth: width, widthKey: "rope.dimension_count_swa", baseKey: "rope.freq_base_swa",
        isScaled: false),
    ]
    try model.shareKeysAndValues(keys)
    model.useKeysAsValues(keys)
    try model.useLayerInputs(keys, in: 0...1 << 16)
    // The files do not tell: small models, those with per-layer inputs, are causal.
    model.pictureAttention = model.layerInput == nil ? .windows : .none
    let hasOutputScale = keys.hasTensor("layer_output_scale.weight")
    model.changeLayers { $0.hasOutputScale = hasOutputScale }
    if try keys.integer("expert_count", in: 0...1024, zeroWithout: "ffn_gate_inp.weight") > 0 {
      try model.useExpertBranch(keys)
    }
  }
}

extension DecoderConfiguration {
  /// Uses keys as values in full-attention layers, if none of these has a value projection.
  fileprivate mutating func useKeysAsValues(_ keys: ArchitectureKeys) {
    let indices = layers.indices.filter { layers[$0].attention.window == nil && layers[$0].storesKeys }
    let hasValues = indices.contains { index in
      ["attn_v", "attn_qkv"].contains { keys.file["blk.\(index).\($0).weight"] != nil }
    }
    if hasValues { return }
    for index in indices { layers[index].attention.keyValues = .keys }
  }

  /// Adds experts beside the dense networks, with separate norms.
  fileprivate mutating func useExpertBranch(_ keys: ArchitectureKeys) throws(InferenceError) {
    let widths = layers.map { $0.feedForward?.denseWidth ?? 0 }
    try useExperts(keys) { experts in
      (experts.function, experts.sharedSuffix) = (.geluTanh, "")
      experts.routing.isNormalized = true
      experts.branch = ExpertBranch()
    }
    for index in layers.indices {
      guard case .experts(var experts) = layers[index].feedForward else { continue }
      experts.sharedWidth = widths[index]
      layers[index].feedForward = .experts(experts)
    }
  }
}
