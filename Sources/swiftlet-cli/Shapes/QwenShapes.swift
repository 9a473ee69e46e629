import SwiftletGGUF

extension ModelShape {
  /// Qwen 2.5 and 3: Llama with biases of queries, keys and values, or with norms of queries and keys.
  static let qwens: [ModelShape] = [
    qwen2(
      "qwen2.5-0.5b",
      DecoderDimensions(
        width: 896, layers: 24, heads: 14, keyValueHeads: 2, headWidth: 64, hidden: 4864, vocabulary: 151_936,
        context: 32_768, ropeBase: 1_000_000, epsilon: 1e-6)),
    qwen3("qwen3-0.6b", width: 1024, layers: 28, heads: 16, hidden: 3072),
    qwen3("qwen3-1.7b", width: 2048, layers: 28, heads: 16, hidden: 6144),
    qwen3("qwen3-4b", width: 2560, layers: 36, heads: 32, hidden: 9728),
    qwen3("qwen3-8b", width: 4096, layers: 36, heads: 32, hidden: 12_288, isTied: false),
    sparse(
      "qwen3-30b-a3b", "qwen3moe", qwen3Dimensions(width: 2048, layers: 48, heads: 32, keyValueHeads: 4, hidden: 6144),
      ExpertDimensions(count: 128, used: 8, width: 768)
    ) { $0.headNorms() },
  ]

  /// Returns the shape of a decoder with experts in all layers and a separate output matrix.
  static func sparse(
    _ name: String, _ architecture: String, _ model: DecoderDimensions, _ experts: ExpertDimensions,
    projections: @escaping @Sendable (DecoderDimensions) -> [ShapeTensor]
  ) -> ModelShape {
    ModelShape(name: name, architecture: architecture, layerCount: model.layers, vocabularyCount: model.vocabulary) {
      layers in
      Contents(
        keys: model.keys(layers: layers) + experts.keys, width: model.width, vocabulary: model.vocabulary,
        layers: layers, isTied: false
      ) { _ in
        model.attention(projections(model)) + experts.tensors(model.width)
      }
    }
  }

  private static func qwen2(_ name: String, _ model: DecoderDimensions) -> ModelShape {
    dense(name, "qwen2", model, projections: model.projectionBiases)
  }

  private static func qwen3(
    _ name: String, width: Int, layers: Int, heads: Int, hidden: Int, isTied: Bool = true
  ) -> ModelShape {
    let model = qwen3Dimensions(width: width, layers: layers, heads: heads, keyValueHeads: 8, hidden: hidden)
    return dense(name, "qwen3", isTied: isTied, model, projections: model.headNorms())
  }

  private static func qwen3Dimensions(
    width: Int, layers: Int, heads: Int, keyValueHeads: Int, hidden: Int
  ) -> DecoderDimensions {
    DecoderDimensions(
      width: width, layers: layers, heads: heads, keyValueHeads: keyValueHeads, headWidth: 128, hidden: hidden,
      vocabulary: 151_936, context: 40_960, ropeBase: 1_000_000, epsilon: 1e-6)
  }
}
