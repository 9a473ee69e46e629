import SwiftletKernels

extension Architectures {
  /// `lfm2`: short convolutions instead of attention in most layers.
  ///
  /// The output norm has the name of an embedding norm.
  static let lfm2 = Family(name: "lfm2", models: "LFM2") { model, keys throws(InferenceError) in
    model.outputNorm = "token_embd_norm"
    model.changeAttention { $0.queryKeyNorm = .heads }
    let kernelSize = try keys.integer("shortconv.l_cache", in: 1...64)
    try model.replaceAttention(keys, by: .convolution(kernelSize: kernelSize))
  }

  /// `qwen3next`: a gated delta rule in three of four layers, gated attention in the fourth; experts.
  static let qwen3next = Family(name: "qwen3next", models: "Qwen 3 Next, Qwen 3 Coder Next", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.configureQwenHybrid(keys, isGrouped: true)
    try model.useQwenExperts(keys)
  }

  /// `qwen35`: `qwen3next` without experts, and with another order of values.
  ///
  /// Text has the same position in all sections of multimodal RoPE, which then equals RoPE.
  static let qwen35 = Family(name: "qwen35", models: "Qwen 3.5 and 3.6", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.configureQwenHybrid(keys, isGrouped: false)
  }

  /// `qwen35moe`: `qwen35` with experts.
  static let qwen35moe = Family(name: "qwen35moe", models: "Qwen 3.5 and 3.6 with experts", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.configureQwenHybrid(keys, isGrouped: false)
    try model.useQwenExperts(keys)
  }
}

extension DecoderConfiguration {
  /// Replaces attention by a recurrent mixer in layers without key/value heads.
  mutating func replaceAttention(
    _ keys: ArchitectureKeys, by recurrence: RecurrenceConfiguration
  ) throws(InferenceError) {
    let heads = try keys.keyValueHeads(layerCount + skippedBlocks)
    for (index, heads) in heads.prefix(layerCount).enumerated() where heads == 0 {
      layers[index].replaceAttention(by: recurrence)
    }
  }

  fileprivate mutating func configureQwenHybrid(
    _ keys: ArchitectureKeys, isGrouped: Bool
  ) throws(InferenceError) {
    try useSections(keys, areInterleaved: true)
    changeLayers {
      $0.feedForwardNorm = "post_attention_norm"
      ($0.attention.queryKeyNorm, $0.attention.hasOutputGate) = (.heads, true)
    }
    let kernelSize = try keys.integer("ssm.conv_kernel", in: 1...64)
    let keyHeads = try keys.integer("ssm.group_count", in: 1...1 << 12)
    let valueHeads = try keys.integer("ssm.time_step_rank", in: keyHeads...1 << 12)
    let keyWidth = try keys.integer("ssm.state_size", in: 1...1024)
    let inner = try keys.integer("ssm.inner_size", in: 1...1 << 20)
    guard valueHeads % keyHeads == 0, inner % valueHeads == 0 else {
      throw keys.error(
        "ssm.inner_size", found: "\(inner) for \(valueHeads) heads of values and \(keyHeads) of keys",
        expected: "multiples")
    }
    let shape = DeltaShape(
      keyHeads: keyHeads, valueHeads: valueHeads, keyWidth: keyWidth, valueWidth: inner / valueHeads,
      isGrouped: isGrouped)
    let interval = try keys.integer("full_attention_interval", in: 1...layerCount + 1, default: 4)
    for index in layers.indices where (index + 1) % interval != 0 {
      layers[index].replaceAttention(by: .delta(shape, kernelSize: kernelSize))
    }
  }

  fileprivate mutating func useQwenExperts(_ keys: ArchitectureKeys) throws(InferenceError) {
    let isNormalized = try keys.bool("expert_weights_norm") ?? true
    try useExperts(keys) { experts throws(InferenceError) in
      experts.routing.isNormalized = isNormalized
      experts.sharedWidth = try keys.integer("expert_shared_feed_forward_length", in: 1...1 << 20)
      experts.hasSharedGate = true
    }
  }
}

extension ArchitectureKeys {
  /// Reads the number of key/value heads of each layer; 0 for layers without attention.
  func keyValueHeads(_ layers: Int) throws(InferenceError) -> [Int] {
    let key = "attention.head_count_kv"
    if let heads = try perLayer(key, layers) { return heads }
    throw missing(key, expected: "a number for each layer, 0 where it has no attention")
  }
}
