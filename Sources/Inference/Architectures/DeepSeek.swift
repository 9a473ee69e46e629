import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Architectures {
  /// `deepseek2`: multi-head latent attention, and grouped experts with a shared one after some dense layers.
  ///
  /// Keys are compressed in the cache; old files without `attn_k_b` are not supported. YaRN scales the scores instead
  /// of queries and keys. Version 3 selects experts by sigmoids with a correction bias and groups by their best two
  /// experts, version 2 by the softmax and groups by their best one.
  static let deepseek2 = Family(
    name: "deepseek2", models: "DeepSeek V2, V3 and R1, Kimi K2", pairing: .adjacent, isLatent: true
  ) {
    model, keys throws(InferenceError) in
    let latent = try LatentConfiguration(keys, model.attention)
    var scale = 1 / Double(latent.shape.queryWidth).squareRoot()
    if let multiplier = try keys.optional("rope.scaling.yarn_log_multiplier", below: 1e3) {
      // A tenth of mscale_all_dim in the models' configuration; mscale always has the same value.
      let factor = try keys.positive("rope.scaling.factor", below: 1e6)
      let sharpness = 1 + multiplier * log(max(factor, 1))
      model.ropes[0].magnitude = 1
      scale *= sharpness * sharpness
    }
    model.changeAttention { ($0.latent, $0.scale) = (latent, Float(scale)) }
    guard try keys.integer("expert_count", in: 0...1024, zeroWithout: "ffn_gate_inp.weight") > 0 else { return }
    let width = try keys.integer("expert_feed_forward_length", in: 1...1 << 20)
    let hasCorrection = keys.hasTensor("exp_probs_b.bias")
    try model.useExperts(keys) { experts throws(InferenceError) in
      experts.sharedWidth =
        width * (try keys.integer("expert_shared_count", in: 0...64, zeroWithout: "ffn_down_shexp.weight"))
      experts.routing.hasCorrection = hasCorrection
      experts.routing.sumsBestTwoOfGroup = hasCorrection
      if try keys.integer("expert_gating_func", in: 0...3, default: 1) == 2 { experts.routing.scoring = .sigmoid }
      // If only one of the two keys is present, the other is missing.
      let groups = try keys.integer(
        "expert_group_count", in: 0...experts.count, default: keys.isAbsent("expert_group_used_count") ? 1 : nil)
      experts.routing.groupCount = max(groups, 1)
      experts.routing.usedGroupCount = try keys.integer(
        "expert_group_used_count", in: 0...max(groups, 1), default: groups > 1 ? nil : 1)
      guard experts.count % experts.routing.groupCount == 0, experts.routing.usedGroupCount > 0 || groups <= 1 else {
        throw keys.error("expert_group_count", found: "\(groups)", expected: "a divisor of \(experts.count) experts")
      }
    }
  }
}

extension LatentConfiguration {
  fileprivate init(_ keys: ArchitectureKeys, _ attention: AttentionShape) throws(InferenceError) {
    let rank = try keys.integer("attention.kv_lora_rank", in: 1...1 << 14)
    let rotated = try keys.integer("rope.dimension_count", in: 2...1024)
    let queryWidth = try keys.integer("attention.key_length_mla", in: rotated + 1...1024)
    valueWidth = try keys.integer("attention.value_length_mla", in: 1...1024)
    let queryRank = try keys.integer("attention.q_lora_rank", in: 0...1 << 14, zeroWithout: "attn_q_a.weight")
    self.queryRank = queryRank == 0 ? nil : queryRank
    shape = LatentShape(
      headCount: attention.headCount, plainWidth: queryWidth - rotated, rotatedWidth: rotated, rank: rank)
    guard attention.keyValueHeadCount == 1 else {
      let key = "attention.head_count_kv"
      if keys.isAbsent(key) { throw keys.missing(key, expected: "1, as keys and values are compressed") }
      throw keys.error(key, found: "\(attention.keyValueHeadCount)", expected: "1, as keys and values are compressed")
    }
    guard attention.headWidth == shape.headWidth else {
      throw keys.error(
        "attention.key_length", found: "\(attention.headWidth)",
        expected: "rank and rotated part together, \(shape.headWidth)")
    }
  }
}
