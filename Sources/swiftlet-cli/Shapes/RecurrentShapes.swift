import SwiftletGGUF

extension ModelShape {
  /// Models with short convolutions or selective state spaces: LFM2, Granite 4 H, Mamba-2.
  static let recurrent: [ModelShape] = [
    lfm2,
    granite(
      "granite-4.0-h-micro", attentionScale: 0.015_625, logitScale: 8,
      graniteDimensions(width: 2048, heads: 32, keyValueHeads: 8, headWidth: 64, hidden: 8192),
      StateSpaceDimensions(heads: 64)),
    granite(
      "granite-4.0-h-tiny", attentionScale: 0.007_812_5, logitScale: 6,
      graniteDimensions(width: 1536, heads: 12, keyValueHeads: 4, headWidth: 128, hidden: 512),
      StateSpaceDimensions(heads: 48), ExpertDimensions(count: 64, used: 6, width: 512, shared: 1024)),
    mamba2("mamba2-1.3b", width: 2048, layers: 48, vocabulary: 50_288, StateSpaceDimensions(heads: 64)),
  ]

  /// LFM2 1.2B: attention in six of 16 layers, short convolutions in the others.
  private static var lfm2: ModelShape {
    let model = DecoderDimensions(
      width: 2048, layers: 16, heads: 32, keyValueHeads: 8, headWidth: 64, hidden: 8192, vocabulary: 65_536,
      context: 128_000, ropeBase: 1_000_000, epsilon: 1e-5)
    let (width, kernelSize, attention) = (model.width, 3, Set([2, 5, 8, 10, 12, 14]))
    return ModelShape(
      name: "lfm2-1.2b", architecture: "lfm2", layerCount: model.layers, minimumLayerCount: 3,
      vocabularyCount: model.vocabulary
    ) { layers in
      let keys: [ShapeKey] = [
        model.keyValueHeadsKey(layers, attention), ("shortconv.l_cache", .number(kernelSize)),
      ]
      return Contents(
        keys: model.keys(layers: layers) + keys, width: width, vocabulary: model.vocabulary, layers: layers,
        // The norm before the output has this name in its files.
        outputNorm: "token_embd_norm"
      ) { index in
        let convolution: [ShapeTensor] = [
          .norm("attn_norm", width), .floats("shortconv.conv", kernelSize, width),
          .matrix("shortconv.in_proj", width, 3 * width), .matrix("shortconv.out_proj", width, width),
        ]
        return (attention.contains(index) ? model.attention(model.headNorms()) : convolution) + model.network()
      }
    }
  }

  /// Returns the shape of a Granite 4 H: attention without positions in four of 40 layers, state spaces in the others.
  private static func granite(
    _ name: String, attentionScale: Float, logitScale: Float, _ model: DecoderDimensions, _ space: StateSpaceDimensions,
    _ experts: ExpertDimensions? = nil
  ) -> ModelShape {
    let attention = Set([5, 15, 25, 35])
    var others: [ShapeKey] = [
      ("attention.scale", .float32(attentionScale)), ("embedding_scale", .float32(12)),
      ("residual_scale", .float32(0.22)), ("logit_scale", .float32(logitScale)),
      ("rope.scaling.finetuned", .bool(false)),
    ]
    if let experts {
      others += experts.keys
      others.append(("expert_shared_feed_forward_length", .number(experts.shared)))
    }
    let keys = others + space.keys
    return ModelShape(
      name: name, architecture: "granitehybrid", layerCount: model.layers, minimumLayerCount: 6,
      vocabularyCount: model.vocabulary
    ) { layers in
      Contents(
        keys: model.keys(layers: layers) + [model.keyValueHeadsKey(layers, attention)] + keys, width: model.width,
        vocabulary: model.vocabulary, layers: layers
      ) { index in
        (attention.contains(index) ? model.attention() : space.tensors(model.width))
          + (experts?.tensors(model.width) ?? model.network())
      }
    }
  }

  private static func graniteDimensions(
    width: Int, heads: Int, keyValueHeads: Int, headWidth: Int, hidden: Int
  ) -> DecoderDimensions {
    DecoderDimensions(
      width: width, layers: 40, heads: heads, keyValueHeads: keyValueHeads, headWidth: headWidth, hidden: hidden,
      vocabulary: 100_352, context: 1 << 20, ropeBase: 10_000, epsilon: 1e-5)
  }

  /// Returns the shape of a Mamba-2, which has nothing but state spaces.
  private static func mamba2(
    _ name: String, width: Int, layers: Int, vocabulary: Int, _ space: StateSpaceDimensions
  ) -> ModelShape {
    ModelShape(name: name, architecture: "mamba2", layerCount: layers, vocabularyCount: vocabulary) { layers in
      let keys: [ShapeKey] = [
        ("context_length", .number(1 << 20)), ("embedding_length", .number(width)), ("block_count", .number(layers)),
        ("feed_forward_length", .number(0)), ("attention.head_count", .number(0)),
        ("attention.layer_norm_rms_epsilon", .float32(1e-5)),
      ]
      return Contents(keys: keys + space.keys, width: width, vocabulary: vocabulary, layers: layers) { _ in
        space.tensors(width)
      }
    }
  }
}

extension DecoderDimensions {
  /// Returns the key with the number of key/value heads of each layer, which is 0 for layers without attention.
  fileprivate func keyValueHeadsKey(_ layers: Int, _ attention: Set<Int>) -> ShapeKey {
    ("attention.head_count_kv", .numbers((0..<layers).map { attention.contains($0) ? keyValueHeads : 0 }))
  }
}

/// The dimensions of a selective state space (Mamba-2).
private struct StateSpaceDimensions: Sendable {
  var heads: Int
  /// The length of a head's input and output.
  var headWidth = 64
  /// The number of groups of heads with the same B and C.
  var groups = 1
  /// The length of B and C.
  var state = 128
  /// The length of the convolution before it.
  var kernelSize = 4

  /// The total length of the heads' inputs.
  var inner: Int { heads * headWidth }

  var keys: [ShapeKey] {
    [
      ("ssm.conv_kernel", .number(kernelSize)), ("ssm.inner_size", .number(inner)), ("ssm.state_size", .number(state)),
      ("ssm.time_step_rank", .number(heads)), ("ssm.group_count", .number(groups)),
    ]
  }

  /// Returns the tensors of a layer's mixer with the norm before it.
  func tensors(_ width: Int) -> [ShapeTensor] {
    let channels = inner + 2 * groups * state
    return [
      .norm("attn_norm", width), .matrix("ssm_in", width, inner + channels + heads),
      .floats("ssm_conv1d", kernelSize, channels), .bias("ssm_conv1d", channels), .stepBiases("ssm_dt", heads),
      .decays("ssm_a", 1, heads), ShapeTensor(name: "ssm_d", dimensions: [1, heads], values: .constant(1)),
      .norm("ssm_norm", inner / groups, groups), .matrix("ssm_out", inner, width),
    ]
  }
}
