import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `llama`: RMSNorm before each block, grouped-query attention, rotary embedding of adjacent pairs, SwiGLU.
  ///
  /// Llama 1 to 3, Mistral, SmolLM2 and others. Not covered: mixtures of experts (Mixtral) and attention biases.
  static let llama = Family(name: "llama") { file throws(InferenceError) in
    let keys = ArchitectureKeys(file, "llama")
    let layerCount = try keys.integer("block_count", in: 1...1024)
    let embeddingWidth = try keys.integer("embedding_length", in: 1...1 << 20)
    let headCount = try keys.uniform("attention.head_count", layerCount, in: 1...1 << 14)
    let keyValueHeadCount = try keys.uniform(
      "attention.head_count_kv", layerCount, in: 1...headCount, default: headCount)
    guard headCount % keyValueHeadCount == 0 else {
      throw keys.error(
        "attention.head_count_kv", found: "\(keyValueHeadCount)", expected: "a divisor of \(headCount) heads")
    }
    if embeddingWidth % headCount != 0, file.metadata[keys.name("attention.key_length")] == nil {
      throw keys.error(
        "attention.head_count", found: "\(headCount) heads", expected: "a divisor of the width \(embeddingWidth)")
    }
    let headWidth = try keys.integer("attention.key_length", in: 2...1024, default: embeddingWidth / headCount)
    let valueWidth = try keys.integer("attention.value_length", in: 2...1024, default: headWidth)
    guard valueWidth == headWidth else {
      throw keys.error("attention.value_length", found: "\(valueWidth)", expected: "the key length \(headWidth)")
    }
    let experts = try keys.integer("expert_count", in: 0...512, default: 0)
    guard experts == 0 else {
      throw .unsupportedFeature(file: file.path, found: "a mixture of \(experts) experts", expected: "a dense model")
    }
    let embeddings = try wrapping { () throws(GGUFError) in try file.tensor("token_embd.weight") }
    return DecoderConfiguration(
      architecture: "llama", layerCount: layerCount, embeddingWidth: embeddingWidth,
      feedForwardWidth: try keys.uniform("feed_forward_length", layerCount, in: 1...1 << 20),
      vocabularyCount: embeddings.rows,
      attention: AttentionShape(
        headCount: headCount, keyValueHeadCount: keyValueHeadCount, headWidth: headWidth),
      attentionScale: 1 / Float(headWidth).squareRoot(),
      normEpsilon: Float(try keys.positive("attention.layer_norm_rms_epsilon", below: 1)),
      rope: try RotaryEmbedding(keys, headWidth: headWidth),
      trainingContext: try keys.integer("context_length", in: 1...1 << 30))
  }
}
