import SwiftletGGUF

extension ModelShape {
  /// Gemma 3 and 3n.
  static let gemmas: [ModelShape] = [
    gemma3(
      "gemma-3-270m", window: 512,
      gemmaDimensions(
        width: 640, layers: 18, heads: 4, keyValueHeads: 1, hidden: 2048, vocabulary: 262_144, context: 32_768)),
    gemma3(
      "gemma-3-1b", window: 512,
      gemmaDimensions(
        width: 1152, layers: 26, heads: 4, keyValueHeads: 1, hidden: 6912, vocabulary: 262_144, context: 32_768)),
    gemma3(
      "gemma-3-4b", window: 1024, ropeFactor: 8,
      gemmaDimensions(
        width: 2560, layers: 34, heads: 8, keyValueHeads: 4, hidden: 10_240, vocabulary: 262_208, context: 131_072)),
    gemma3n(
      "gemma-3n-e2b", window: 512,
      gemmaDimensions(
        width: 2048, layers: 30, heads: 8, keyValueHeads: 2, hidden: 8192, vocabulary: 262_400, context: 32_768)),
  ]

  /// Returns the shape of a Gemma 3: norms before and after, and sliding windows in five of six layers.
  private static func gemma3(
    _ name: String, window: Int, ropeFactor: Float? = nil, _ model: DecoderDimensions
  ) -> ModelShape {
    var others: [ShapeKey] = [
      ("attention.sliding_window", .number(window)), ("rope.freq_base_swa", .float32(10_000)),
    ]
    if let ropeFactor {
      others.append(("rope.scaling.type", .text("linear")))
      others.append(("rope.scaling.factor", .float32(ropeFactor)))
    }
    let keys = others
    return ModelShape(
      name: name, architecture: "gemma3", layerCount: model.layers, minimumLayerCount: 6,
      vocabularyCount: model.vocabulary
    ) { layers in
      Contents(
        keys: model.keys(layers: layers) + keys, width: model.width, vocabulary: model.vocabulary, layers: layers
      ) { _ in
        gemmaLayer(model)
      }
    }
  }

  /// Returns the shape of a Gemma 3n: four residual streams, per-layer inputs, sparse gates in the first ten layers.
  ///
  /// The layers from the 21st on share keys and values of earlier ones; converters keep their unused projections.
  /// llama.cpp has these numbers in its code, so the first layers of a file with fewer are the same.
  private static func gemma3n(_ name: String, window: Int, _ model: DecoderDimensions) -> ModelShape {
    let (streams, rank, input, period, sparse, own) = (4, 64, 256, 5, 10, 20)
    let width = model.width
    return ModelShape(
      name: name, architecture: "gemma3n", layerCount: model.layers, minimumLayerCount: period,
      vocabularyCount: model.vocabulary
    ) { layers in
      // The number of standard deviations above the mean that 5 % of a normal distribution exceed.
      let bound: Float = 1.644_853_35
      let bounds = (0..<layers).map { $0 < sparse ? bound : -Float.infinity }
      let isLocal = (0..<layers).map { ($0 + 1) % period != 0 }
      let keys: [ShapeKey] = [
        ("attention.sliding_window", .number(window)),
        ("attention.sliding_window_pattern", .array(.bool(isLocal))),
        ("attention.shared_kv_layers", .number(max(0, layers - own))), ("rope.freq_base_swa", .float32(10_000)),
        ("altup.active_idx", .number(0)), ("altup.num_inputs", .number(streams)),
        ("embedding_length_per_layer_input", .number(input)), ("activation_sparsity_scale", .array(.float32(bounds))),
        ("final_logit_softcapping", .float32(30)),
      ]
      let inputs = input * layers
      return Contents(
        keys: model.keys(layers: layers) + keys, width: width, vocabulary: model.vocabulary, layers: layers,
        globals: [
          .matrix("altup_proj", width, width, streams - 1), .matrix("altup_unembd_proj", width, width, streams - 1),
          .matrix("per_layer_token_embd", inputs, model.vocabulary), .matrix("per_layer_model_proj", width, inputs),
          .norm("per_layer_proj_norm", input),
        ]
      ) { _ in
        let others: [ShapeTensor] = [
          .matrix("inp_gate", width, input), .matrix("proj", input, width), .norm("post_norm", width),
          .floats("altup_correct_coef", streams, streams), .norm("altup_correct_scale", width),
          .floats("altup_predict_coef", streams, streams * streams), .matrix("altup_router", width, streams),
          .norm("altup_router_norm", width), .matrix("laurel_l", width, rank), .matrix("laurel_r", rank, width),
          .norm("laurel_post_norm", width),
        ]
        // Scores are not scaled, so query norms are.
        return gemmaLayer(model, queryNorm: 1 / Float(model.headWidth).squareRoot()) + others
      }
    }
  }

  private static func gemmaLayer(_ model: DecoderDimensions, queryNorm: Float = 1) -> [ShapeTensor] {
    var tensors = model.attention(model.headNorms(ofQueries: queryNorm))
    tensors.append(.norm("post_attention_norm", model.width))
    tensors += model.network()
    tensors.append(.norm("post_ffw_norm", model.width))
    return tensors
  }

  private static func gemmaDimensions(
    width: Int, layers: Int, heads: Int, keyValueHeads: Int, hidden: Int, vocabulary: Int, context: Int
  ) -> DecoderDimensions {
    DecoderDimensions(
      width: width, layers: layers, heads: heads, keyValueHeads: keyValueHeads, headWidth: 256, hidden: hidden,
      vocabulary: vocabulary, context: context, ropeBase: 1_000_000, epsilon: 1e-6)
  }
}
