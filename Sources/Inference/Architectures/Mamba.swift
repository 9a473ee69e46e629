import SwiftletKernels

extension Architectures {
  /// `mamba2`: selective state-space layers only.
  static let mamba2 = Family(name: "mamba2", models: "Mamba 2, Codestral Mamba", isRecurrent: true) {
    model, keys throws(InferenceError) in
    let space = try RecurrenceConfiguration.stateSpace(keys)
    model.changeLayers {
      $0.replaceAttention(by: space)
      ($0.feedForward, $0.feedForwardNorm) = (nil, nil)
    }
    model.ropes = []
  }

  /// `granitehybrid`: Granite with selective state spaces instead of attention in most layers.
  ///
  /// In most files, attention has no position embedding.
  static let granitehybrid = Family(name: "granitehybrid", models: "Granite 4 H", pairing: .adjacent) {
    model, keys throws(InferenceError) in
    try model.useGraniteScales(keys)
    try model.replaceAttention(keys, by: .stateSpace(keys))
    if try keys.bool("rope.scaling.finetuned") == false { model.changeAttention { $0.rope = nil } }
    guard try keys.integer("expert_count", in: 0...1024, zeroWithout: "ffn_gate_inp.weight") > 0 else { return }
    try model.useGraniteExperts(keys)
  }

  /// `falcon-h1`: a selective state space beside attention in each layer.
  ///
  /// The multipliers of its configuration are merged into the weights.
  static let falconH1 = Family(name: "falcon-h1", models: "Falcon-H1") { model, keys throws(InferenceError) in
    // Most models have no norm after it, for which there is no key.
    let space = try RecurrenceConfiguration.stateSpace(keys, hasNorm: keys.hasTensor("ssm_norm.weight"))
    model.changeLayers { $0.recurrence = space }
  }

  /// `nemotron_h`: layers of a single component each.
  ///
  /// A layer is a selective state space, attention without a position embedding, or a feed-forward network without
  /// gate. `transformers` raises the time steps of a prompt to 0.001 where they are shorter, but not those of the
  /// tokens after it; here, as in training and in llama.cpp, they all are as they are.
  static let nemotronH = Family(name: "nemotron_h", models: "Nemotron-H, Nemotron Nano 2") {
    model, keys throws(InferenceError) in
    try model.configureNemotron(keys)
    model.changeDense { ($0.function, $0.isGated) = (.reluSquared, false) }
  }

  /// `nemotron_h_moe`: the same with experts, which may take and give vectors shorter than the embedding.
  static let nemotronHMoE = Family(name: "nemotron_h_moe", models: "Nemotron 3") { model, keys throws(InferenceError) in
    let latent = try keys.integer("moe_latent_size", in: 0...1 << 20, zeroWithout: "ffn_latent_down.weight")
    // There is no key for the number of selected groups.
    _ = try keys.integer("expert_group_count", in: 0...1, default: 1)
    try model.useExperts(keys) { experts throws(InferenceError) in
      (experts.function, experts.isGated) = (.reluSquared, false)
      (experts.routing.scoring, experts.routing.hasCorrection) = (.sigmoid, true)
      experts.sharedWidth = try keys.integer("expert_shared_feed_forward_length", in: 0...1 << 20)
      experts.latentWidth = latent > 0 ? latent : nil
    }
    try model.configureNemotron(keys)
  }
}

extension DecoderConfiguration {
  /// Keeps one component of each layer, by its number of key/value heads and its hidden width.
  fileprivate mutating func configureNemotron(_ keys: ArchitectureKeys) throws(InferenceError) {
    let space = try RecurrenceConfiguration.stateSpace(keys)
    let count = layerCount + skippedBlocks
    let heads = try keys.keyValueHeads(count)
    let widths = try keys.perLayer("feed_forward_length", count) ?? []
    for (index, (heads, width)) in zip(heads, widths).prefix(layerCount).enumerated() {
      guard heads == 0 || width == 0 else {
        throw keys.error(
          "feed_forward_length", found: "\(width) in layer \(index), which has \(heads) heads of keys", expected: "0")
      }
      if width > 0 {
        // The only norm of the layer has the name of the attention norm.
        layers[index].hasAttention = false
        (layers[index].attentionNorm, layers[index].feedForwardNorm) = (nil, "attn_norm")
      } else {
        (layers[index].feedForward, layers[index].feedForwardNorm) = (nil, nil)
        if heads == 0 { layers[index].replaceAttention(by: space) }
      }
    }
    changeAttention { $0.rope = nil }
  }
}

extension RecurrenceConfiguration {
  /// Reads the dimensions of selective state spaces.
  fileprivate static func stateSpace(
    _ keys: ArchitectureKeys, hasNorm: Bool = true
  ) throws(InferenceError) -> RecurrenceConfiguration {
    let kernelSize = try keys.integer("ssm.conv_kernel", in: 1...64)
    let heads = try keys.integer("ssm.time_step_rank", in: 1...1 << 12)
    let groups = try keys.integer("ssm.group_count", in: 1...heads)
    let stateWidth = try keys.integer("ssm.state_size", in: 1...1024)
    let inner = try keys.integer("ssm.inner_size", in: 1...1 << 20)
    guard heads % groups == 0, inner % heads == 0 else {
      throw keys.error(
        "ssm.inner_size", found: "\(inner) for \(heads) heads in \(groups) groups", expected: "multiples")
    }
    let shape = StateSpaceShape(
      headCount: heads, headWidth: inner / heads, groupCount: groups, stateWidth: stateWidth)
    return .stateSpace(shape, kernelSize: kernelSize, hasNorm: hasNorm)
  }
}
