import SwiftletGGUF

extension ModelShape {
  /// Qwen 3 Next and Qwen 3.5: a gated delta rule in three of four layers, gated attention in the fourth.
  static let qwenHybrids: [ModelShape] = [
    qwenHybrid(
      "qwen3.5-0.8b", "qwen35",
      hybridDimensions(width: 1024, layers: 24, heads: 8, keyValueHeads: 2, hidden: 3584, vocabulary: 248_320),
      DeltaDimensions(keyHeads: 16, valueHeads: 16)),
    qwenHybrid(
      "qwen3.5-4b", "qwen35",
      hybridDimensions(width: 2560, layers: 32, heads: 16, keyValueHeads: 4, hidden: 9216, vocabulary: 248_320),
      DeltaDimensions(keyHeads: 16, valueHeads: 32)),
    qwenHybrid(
      "qwen3.5-35b-a3b", "qwen35moe",
      hybridDimensions(width: 2048, layers: 40, heads: 16, keyValueHeads: 2, hidden: 512, vocabulary: 248_320),
      DeltaDimensions(keyHeads: 16, valueHeads: 32),
      ExpertDimensions(count: 256, used: 8, width: 512, shared: 512, hasSharedGate: true)),
    qwenHybrid(
      "qwen3-next-80b-a3b", "qwen3next",
      hybridDimensions(width: 2048, layers: 48, heads: 16, keyValueHeads: 2, hidden: 5120, vocabulary: 151_936),
      DeltaDimensions(keyHeads: 16, valueHeads: 32),
      ExpertDimensions(count: 512, used: 10, width: 512, shared: 512, hasSharedGate: true)),
  ]

  /// Returns the shape of a hybrid; those with experts have a separate output matrix.
  private static func qwenHybrid(
    _ name: String, _ architecture: String, _ model: DecoderDimensions, _ delta: DeltaDimensions,
    _ experts: ExpertDimensions? = nil
  ) -> ModelShape {
    let isNext = architecture == "qwen3next"
    let period = 4
    var others = delta.keys
    others.append(("full_attention_interval", .number(period)))
    if let experts {
      others += experts.keys
      others.append(("expert_shared_feed_forward_length", .number(experts.shared)))
    }
    // The rotated pairs of each section of multimodal RoPE.
    if !isNext { others.append(("rope.dimension_sections", .numbers([11, 11, 10, 0]))) }
    let keys = others
    let norm = "post_attention_norm"
    return ModelShape(
      name: name, architecture: architecture, layerCount: model.layers, minimumLayerCount: period,
      vocabularyCount: model.vocabulary
    ) { layers in
      Contents(
        keys: model.keys(layers: layers) + keys, width: model.width, vocabulary: model.vocabulary, layers: layers,
        isTied: experts == nil
      ) { index in
        let isAttention = (index + 1) % period == 0
        let mixer =
          isAttention
          ? model.attention(model.headNorms(), hasOutputGate: true)
          : delta.tensors(model.width, steps: isNext ? ["ssm_ba"] : ["ssm_beta", "ssm_alpha"])
        return mixer + (experts?.tensors(model.width, norm: norm) ?? model.network(norm: norm))
      }
    }
  }

  private static func hybridDimensions(
    width: Int, layers: Int, heads: Int, keyValueHeads: Int, hidden: Int, vocabulary: Int
  ) -> DecoderDimensions {
    DecoderDimensions(
      width: width, layers: layers, heads: heads, keyValueHeads: keyValueHeads, headWidth: 256, hidden: hidden,
      vocabulary: vocabulary, context: 262_144, ropeBase: 10_000_000, epsilon: 1e-6, rotatedWidth: 64)
  }
}

/// The dimensions of a gated delta rule.
private struct DeltaDimensions: Sendable {
  var keyHeads: Int
  var valueHeads: Int
  /// The length of a query, key or value.
  var headWidth = 128
  /// The length of the convolution before it.
  var kernelSize = 4

  /// The total length of values.
  var values: Int { valueHeads * headWidth }

  var keys: [ShapeKey] {
    [
      ("ssm.conv_kernel", .number(kernelSize)), ("ssm.state_size", .number(headWidth)),
      ("ssm.group_count", .number(keyHeads)), ("ssm.time_step_rank", .number(valueHeads)),
      ("ssm.inner_size", .number(values)),
    ]
  }

  /// Returns the tensors of a layer's mixer; `steps` has the names of the matrices of β and time steps.
  func tensors(_ width: Int, steps: [String]) -> [ShapeTensor] {
    let channels = 2 * keyHeads * headWidth + values
    var tensors: [ShapeTensor] = [
      .norm("attn_norm", width), .matrix("attn_qkv", width, channels), .matrix("attn_gate", width, values),
      .floats("ssm_conv1d", kernelSize, channels), .stepBiases("ssm_dt", valueHeads), .decays("ssm_a", valueHeads),
      .norm("ssm_norm", headWidth), .matrix("ssm_out", values, width),
    ]
    for step in steps { tensors.append(.matrix(step, width, 2 * valueHeads / steps.count)) }
    return tensors
  }
}
