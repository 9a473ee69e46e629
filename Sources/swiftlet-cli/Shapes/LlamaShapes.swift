import Foundation
import SwiftletGGUF

extension ModelShape {
  /// Llama and models that differ little from it: Mistral, SmolLM, Phi.
  static let llamas: [ModelShape] = [
    dense(
      "smollm2-135m", "llama",
      DecoderDimensions(
        width: 576, layers: 30, heads: 9, keyValueHeads: 3, headWidth: 64, hidden: 1536, vocabulary: 49_152,
        context: 8192, ropeBase: 100_000, epsilon: 1e-5)),
    dense(
      "smollm3-3b", "smollm3", minimumLayerCount: 4,
      DecoderDimensions(
        width: 2048, layers: 36, heads: 16, keyValueHeads: 4, headWidth: 128, hidden: 11_008, vocabulary: 128_256,
        context: 65_536, ropeBase: 5_000_000, epsilon: 1e-6)),
    dense(
      "llama-3.2-1b", "llama", ropeFactor: 32,
      DecoderDimensions(
        width: 2048, layers: 16, heads: 32, keyValueHeads: 8, headWidth: 64, hidden: 8192, vocabulary: 128_256,
        context: 131_072, ropeBase: 500_000, epsilon: 1e-5)),
    dense(
      "llama-3.2-3b", "llama", ropeFactor: 32,
      DecoderDimensions(
        width: 3072, layers: 28, heads: 24, keyValueHeads: 8, headWidth: 128, hidden: 8192, vocabulary: 128_256,
        context: 131_072, ropeBase: 500_000, epsilon: 1e-5)),
    dense(
      "llama-3.1-8b", "llama", isTied: false, ropeFactor: 8,
      DecoderDimensions(
        width: 4096, layers: 32, heads: 32, keyValueHeads: 8, headWidth: 128, hidden: 14_336, vocabulary: 128_256,
        context: 131_072, ropeBase: 500_000, epsilon: 1e-5)),
    dense(
      "mistral-7b-v0.3", "llama", isTied: false,
      DecoderDimensions(
        width: 4096, layers: 32, heads: 32, keyValueHeads: 8, headWidth: 128, hidden: 14_336, vocabulary: 32_768,
        context: 32_768, ropeBase: 1_000_000, epsilon: 1e-5)),
    phi(
      "phi-4-mini", originalContext: 4096,
      DecoderDimensions(
        width: 3072, layers: 32, heads: 24, keyValueHeads: 8, headWidth: 128, hidden: 8192, vocabulary: 200_064,
        context: 131_072, ropeBase: 10_000, epsilon: 1e-5, rotatedWidth: 96)),
  ]

  /// Returns the shape of a decoder whose layers differ from Llama's by the tensors of `projections`.
  static func dense(
    _ name: String, _ architecture: String, minimumLayerCount: Int = 1, isTied: Bool = true, ropeFactor: Double? = nil,
    _ model: DecoderDimensions, projections: [ShapeTensor] = []
  ) -> ModelShape {
    ModelShape(
      name: name, architecture: architecture, layerCount: model.layers, minimumLayerCount: minimumLayerCount,
      vocabularyCount: model.vocabulary
    ) { layers in
      Contents(
        keys: model.keys(layers: layers), width: model.width, vocabulary: model.vocabulary, layers: layers,
        isTied: isTied, globals: ropeFactor.map { [ShapeTensor.factors("rope_freqs", model.llama3Factors($0))] } ?? []
      ) { _ in
        model.attention(projections) + model.network()
      }
    }
  }

  /// Returns the shape of a Phi with fused projections and LongRoPE.
  ///
  /// The published factors are replaced by similar ones: 1 for short contexts, and up to the extension for long ones.
  private static func phi(_ name: String, originalContext: Int, _ model: DecoderDimensions) -> ModelShape {
    let factor = Double(model.context) / Double(originalContext)
    let magnitude = (1 + log(factor) / log(Double(originalContext))).squareRoot()
    let pairs = (model.rotatedWidth ?? model.headWidth) / 2
    let long = (0..<pairs).map { Float(pow(factor, Double($0) / Double(pairs - 1))) }
    return ModelShape(
      name: name, architecture: "phi3", layerCount: model.layers, vocabularyCount: model.vocabulary
    ) { layers in
      let keys: [ShapeKey] = [
        ("rope.scaling.original_context_length", .number(originalContext)),
        ("rope.scaling.attn_factor", .float32(Float(magnitude))), ("attention.sliding_window", .number(262_144)),
      ]
      return Contents(
        keys: model.keys(layers: layers) + keys, width: model.width, vocabulary: model.vocabulary, layers: layers,
        globals: [
          .factors("rope_factors_long", long),
          .factors("rope_factors_short", Array(repeating: 1, count: pairs)),
        ]
      ) { _ in
        [
          .norm("attn_norm", model.width), .matrix("attn_qkv", model.width, model.queryColumns + 2 * model.keyColumns),
          .matrix("attn_output", model.queryColumns, model.width), .norm("ffn_norm", model.width),
          .matrix("ffn_up", model.width, 2 * model.hidden), .matrix("ffn_down", model.hidden, model.width),
        ]
      }
    }
  }
}

extension DecoderDimensions {
  /// Computes the RoPE frequency factors of Llama 3, from 1 for short wavelengths to `factor` for long ones.
  fileprivate func llama3Factors(_ factor: Double) -> [Float] {
    (0..<headWidth / 2).map { pair in
      let frequency = pow(Double(ropeBase), -2 * Double(pair) / Double(headWidth))
      // Wavelengths in the original context of 8192: scaled in full below 1, not at all above 4.
      let wavelengths = 8192 * frequency / (2 * .pi)
      if wavelengths < 1 { return Float(factor) }
      if wavelengths > 4 { return 1 }
      let blend = (wavelengths - 1) / 3
      return Float(1 / ((1 - blend) / factor + blend))
    }
  }
}
