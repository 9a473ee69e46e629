import SwiftletKernels

extension Architectures {
  /// `lfm2`: most layers have a short convolution instead of attention, and no keys and values.
  ///
  /// The norm before the output has the name of one of the embeddings.
  static let lfm2 = Family(name: "lfm2", models: "LFM2") { model, keys throws(InferenceError) in
    model.outputNorm = "token_embd_norm"
    model.changeAttention { $0.queryKeyNorm = .heads }
    let steps = try keys.integer("shortconv.l_cache", in: 1...64)
    try model.replaceAttention(keys, by: .convolution(steps: steps))
  }

  /// `qwen3next`: three of four layers have a gated delta rule, the fourth attention with a gate; experts.
  static let qwen3next = Family(name: "qwen3next", models: "Qwen 3 Next, Qwen 3 Coder Next", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.becomeQwenHybrid(keys, isGrouped: true)
    try model.useQwenExperts(keys)
  }

  /// `qwen35`: the same without experts, and values in another order.
  ///
  /// Positions of text are the same in all sections of its rotation, which is then the usual one.
  static let qwen35 = Family(name: "qwen35", models: "Qwen 3.5 and 3.6", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.becomeQwenHybrid(keys, isGrouped: false)
  }

  /// `qwen35moe`: the same with experts.
  static let qwen35moe = Family(name: "qwen35moe", models: "Qwen 3.5 and 3.6 with experts", rotatesPart: true) {
    model, keys throws(InferenceError) in
    try model.becomeQwenHybrid(keys, isGrouped: false)
    try model.useQwenExperts(keys)
  }
}

extension DecoderConfiguration {
  /// Puts a recurrence where attention has no heads of keys and values.
  mutating func replaceAttention(
    _ keys: ArchitectureKeys, by recurrence: RecurrenceConfiguration
  ) throws(InferenceError) {
    let heads = try keys.keyValueHeads(layerCount + skippedBlocks)
    for (index, heads) in heads.prefix(layerCount).enumerated() where heads == 0 {
      layers[index].replaceAttention(by: recurrence)
    }
  }

  fileprivate mutating func becomeQwenHybrid(
    _ keys: ArchitectureKeys, isGrouped: Bool
  ) throws(InferenceError) {
    changeLayers {
      $0.feedForwardNorm = "post_attention_norm"
      ($0.attention.queryKeyNorm, $0.attention.hasOutputGate) = (.heads, true)
    }
    let steps = try keys.integer("ssm.conv_kernel", in: 1...64)
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
      layers[index].replaceAttention(by: .delta(shape, steps: steps))
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
  /// For each layer its heads of keys and values: 0 where it has no attention, which nothing else says.
  func keyValueHeads(_ layers: Int) throws(InferenceError) -> [Int] {
    let key = "attention.head_count_kv"
    if let heads = try perLayer(key, layers) { return heads }
    throw missing(key, expected: "a number for each layer, 0 where it has no attention")
  }
}
