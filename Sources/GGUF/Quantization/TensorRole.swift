/// The role of a matrix in a model, which affects its type in a quantisation mix.
enum TensorRole {
  case output, embedding, value, key, query, attentionOutput, gate, up, down, other

  /// Determines the role from the tensor name.
  init(_ name: String) {
    let roles: [(String, TensorRole)] = [
      ("attn_qkv.weight", .value), ("attn_kv_b.weight", .value), ("attn_v.weight", .value), ("attn_k.weight", .key),
      ("attn_q.weight", .query), ("attn_output.weight", .attentionOutput), ("ffn_up", .up), ("ffn_gate", .gate),
      ("ffn_down", .down),
    ]
    if name == "output.weight" {
      self = .output
    } else if ["token_embd.weight", "per_layer_token_embd.weight"].contains(name) {
      self = .embedding
    } else {
      self = roles.first { name.contains($0.0) }?.1 ?? .other
    }
  }

  /// Returns true if a tensor is quantised; other tensors are small or sensitive to quantisation.
  static func isQuantized(_ name: String, dimensions: [Int]) -> Bool {
    // Trailing dimensions of 1 are ignored.
    guard let last = dimensions.lastIndex(where: { $0 != 1 }), last > 0, name.hasSuffix("weight") else { return false }
    return !unquantizedNameParts.contains { name.contains($0) } && !unquantizedNames.contains(name)
  }

  /// Returns the layer index in a tensor name such as `blk.7.attn_q.weight`.
  static func layer(of name: String) -> Int? {
    guard name.hasPrefix("blk.") else { return nil }
    return name.dropFirst(4).split(separator: ".").first.flatMap { Int($0) }
  }

  private static let unquantizedNames = ["position_embd.weight", "token_types.weight"]
  /// Norms, expert routers, positions, convolutions of recurrent layers, and other small matrices.
  private static let unquantizedNameParts = [
    "_norm.weight", "ffn_gate_inp.weight", "ffn_gate_tid2eid.weight", "altup", "laurel", "per_layer_model_proj",
    "ssm_conv1d", "shortconv.conv.weight", "indexer.k_proj.weight", "indexer.q_proj.weight", "time_mix_first.weight",
    "time_mix_w0.weight", "time_mix_w1.weight", "time_mix_w2.weight", "time_mix_v0.weight", "time_mix_v1.weight",
    "time_mix_v2.weight", "time_mix_a0.weight", "time_mix_a1.weight", "time_mix_a2.weight", "time_mix_g1.weight",
    "time_mix_g2.weight", "time_mix_decay_w1.weight", "time_mix_decay_w2.weight", "time_mix_lerp_fused.weight",
    "attn_rel_b.weight", ".position_embd", "sam.pos_embd", "sam.neck.", "sam.net_", ".rel_pos", ".patch_embd",
    ".patch_merger", "a.rvq.codebook", "mm.a.code_embd",
  ]
}
