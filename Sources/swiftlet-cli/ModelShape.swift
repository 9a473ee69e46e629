/// The dimensions of a published model, from its configuration file.
struct ModelShape {
  var name: String
  var architecture: String
  var embeddingWidth: Int
  var layerCount: Int
  var headCount: Int
  var keyValueHeadCount: Int
  var headWidth: Int
  var feedForwardWidth: Int
  var vocabularyCount: Int
  var context: Int
  var ropeBase: Float
  var normEpsilon: Float
  /// The RoPE scaling factor of Llama 3, if the model uses it.
  var ropeFactor: Double?
  /// True if the output matrix is the embedding table (tied embeddings).
  var isTied = true
  /// True if queries and keys are normalised (QK norm, Qwen 3).
  var hasQueryKeyNorm = false

  static let all = [
    ModelShape(
      name: "smollm2-135m", architecture: "llama", embeddingWidth: 576, layerCount: 30, headCount: 9,
      keyValueHeadCount: 3, headWidth: 64, feedForwardWidth: 1536, vocabularyCount: 49_152, context: 8192,
      ropeBase: 100_000, normEpsilon: 1e-5),
    ModelShape(
      name: "qwen3-0.6b", architecture: "qwen3", embeddingWidth: 1024, layerCount: 28, headCount: 16,
      keyValueHeadCount: 8, headWidth: 128, feedForwardWidth: 3072, vocabularyCount: 151_936, context: 40_960,
      ropeBase: 1_000_000, normEpsilon: 1e-6, hasQueryKeyNorm: true),
    ModelShape(
      name: "llama-3.2-1b", architecture: "llama", embeddingWidth: 2048, layerCount: 16, headCount: 32,
      keyValueHeadCount: 8, headWidth: 64, feedForwardWidth: 8192, vocabularyCount: 128_256, context: 131_072,
      ropeBase: 500_000, normEpsilon: 1e-5, ropeFactor: 32),
    ModelShape(
      name: "llama-3.2-3b", architecture: "llama", embeddingWidth: 3072, layerCount: 28, headCount: 24,
      keyValueHeadCount: 8, headWidth: 128, feedForwardWidth: 8192, vocabularyCount: 128_256, context: 131_072,
      ropeBase: 500_000, normEpsilon: 1e-5, ropeFactor: 32),
    ModelShape(
      name: "llama-3.1-8b", architecture: "llama", embeddingWidth: 4096, layerCount: 32, headCount: 32,
      keyValueHeadCount: 8, headWidth: 128, feedForwardWidth: 14_336, vocabularyCount: 128_256, context: 131_072,
      ropeBase: 500_000, normEpsilon: 1e-5, ropeFactor: 8, isTied: false),
  ]
}
