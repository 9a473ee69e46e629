import SwiftletGGUF

extension ModelShape {
  /// Other models with experts: OLMoE, gpt-oss, DeepSeek V2.
  static let mixtures: [ModelShape] = [
    sparse(
      "olmoe-1b-7b", "olmoe",
      DecoderDimensions(
        width: 2048, layers: 16, heads: 16, keyValueHeads: 16, headWidth: 128, hidden: 1024, vocabulary: 50_304,
        context: 4096, ropeBase: 10_000, epsilon: 1e-5),
      ExpertDimensions(count: 64, used: 8, width: 1024)
    ) { [.norm("attn_q_norm", $0.queryColumns), .norm("attn_k_norm", $0.keyColumns)] },
    gptOSS,
    deepSeekLite,
  ]

  /// gpt-oss 20B: biases everywhere, attention sinks, sliding windows in every other layer.
  private static var gptOSS: ModelShape {
    let model = DecoderDimensions(
      width: 2880, layers: 24, heads: 64, keyValueHeads: 8, headWidth: 64, hidden: 2880, vocabulary: 201_088,
      context: 131_072, ropeBase: 150_000, epsilon: 1e-5)
    let (width, experts) = (model.width, ExpertDimensions(count: 32, used: 4, width: 2880))
    let window: ShapeKey = ("attention.sliding_window", .number(128))
    let keys = experts.keys + yarn(factor: 32, context: 4096) + [window]
    return ModelShape(
      name: "gpt-oss-20b", architecture: "gpt-oss", layerCount: model.layers, minimumLayerCount: 2,
      vocabularyCount: model.vocabulary
    ) { layers in
      Contents(
        keys: model.keys(layers: layers) + keys, width: width, vocabulary: model.vocabulary, layers: layers,
        isTied: false
      ) { _ in
        let others: [ShapeTensor] = [
          .bias("attn_output", width), .norm("attn_sinks", model.heads, value: 0),
          .bias("ffn_gate_inp", experts.count), .bias("ffn_gate_exps", experts.width, experts.count),
          .bias("ffn_up_exps", experts.width, experts.count), .bias("ffn_down_exps", width, experts.count),
        ]
        let mixture = experts.tensors(width, norm: "post_attention_norm")
        return model.attention(model.projectionBiases) + mixture + others
      }
    }
  }

  /// DeepSeek V2 Lite: latent attention, and two shared experts beside the others after a dense layer.
  private static var deepSeekLite: ModelShape {
    let (rank, rotated, plain, value, dense) = (512, 64, 128, 128, 1)
    // Keys and values are one head of the compressed key and its rotated part.
    let model = DecoderDimensions(
      width: 2048, layers: 27, heads: 16, keyValueHeads: 1, headWidth: rank + rotated, hidden: 10_944,
      vocabulary: 102_400, context: 163_840, ropeBase: 10_000, epsilon: 1e-6, rotatedWidth: rotated)
    let (width, heads, sharedCount) = (model.width, model.heads, 2)
    let experts = ExpertDimensions(count: 64, used: 6, width: 1408, shared: sharedCount * 1408)
    let latent: [ShapeKey] = [
      ("attention.kv_lora_rank", .number(rank)), ("attention.value_length", .number(rank)),
      ("attention.key_length_mla", .number(plain + rotated)), ("attention.value_length_mla", .number(value)),
      ("leading_dense_block_count", .number(dense)), ("expert_shared_count", .number(sharedCount)),
      ("expert_weights_scale", .float32(1)), ("expert_gating_func", .number(1)), ("expert_group_count", .number(1)),
      ("expert_group_used_count", .number(1)), ("rope.scaling.yarn_log_multiplier", .float32(0.0707)),
    ]
    let keys = experts.keys + latent + yarn(factor: 40, context: 4096)
    return ModelShape(
      name: "deepseek-v2-lite", architecture: "deepseek2", layerCount: model.layers, minimumLayerCount: dense + 1,
      vocabularyCount: model.vocabulary
    ) { layers in
      // Queries are not compressed, which llama.cpp infers from 26 or 27 layers; it requires the rank for others.
      let queryRank: [ShapeKey] = layers < 26 ? [("attention.q_lora_rank", .number(0))] : []
      return Contents(
        keys: model.keys(layers: layers) + keys + queryRank, width: width, vocabulary: model.vocabulary,
        layers: layers, isTied: false
      ) { index in
        let attention: [ShapeTensor] = [
          .norm("attn_norm", width), .matrix("attn_q", width, heads * (plain + rotated)),
          .matrix("attn_kv_a_mqa", width, rank + rotated), .norm("attn_kv_a_norm", rank),
          .matrix("attn_k_b", plain, rank, heads), .matrix("attn_v_b", rank, value, heads),
          .matrix("attn_output", heads * value, width),
        ]
        return attention + (index < dense ? model.network() : experts.tensors(width))
      }
    }
  }

  /// Returns the keys of YaRN.
  private static func yarn(factor: Float, context: Int) -> [ShapeKey] {
    [
      ("rope.scaling.type", .text("yarn")), ("rope.scaling.factor", .float32(factor)),
      ("rope.scaling.original_context_length", .number(context)), ("rope.scaling.yarn_beta_fast", .float32(32)),
      ("rope.scaling.yarn_beta_slow", .float32(1)),
    ]
  }
}
