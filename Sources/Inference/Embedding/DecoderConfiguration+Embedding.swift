import SwiftletGGUF

/// A dense layer that is applied to pooled embeddings, without an activation function.
struct DenseStep: Sendable, Equatable {
  /// The name of its tensor, without suffix.
  var name: String
  var inputWidth: Int
  var outputWidth: Int
}

extension DecoderConfiguration {
  /// The dimension of a text embedding.
  public var vectorWidth: Int { dense.last?.outputWidth ?? embeddingWidth }

  /// Reads the pooling and dense layers of text embeddings, which any architecture may have.
  mutating func readEmbedding(_ keys: ArchitectureKeys) throws(InferenceError) {
    if try keys.bool("attention.causal") == false { isCausal = false }
    if !keys.isAbsent("pooling_type") {
      pooling = Pooling(rawValue: try keys.integer("pooling_type", in: 0...4))
    }
    if pooling == .rank { ranking = try RankingHead(keys, self) }
    // Numbered as the modules of sentence-transformers, after the transformer and the pooling.
    for name in ["dense_2", "dense_3"] {
      let tensor = keys.file[name + ".weight"]
      guard tensor != nil || !keys.isAbsent(name + "_feat_out") else { continue }
      let width = vectorWidth
      dense.append(
        DenseStep(
          name: name, inputWidth: try keys.integer(name + "_feat_in", in: width...width, default: width),
          outputWidth: try keys.integer(name + "_feat_out", in: 1...1 << 20, default: tensor?.rows)))
    }
  }

  /// True if the model is an embedding model rather than a generative one.
  public var isEmbeddingModel: Bool { !hasLogits || !isCausal || pooling != nil }

  /// Throws an error if the model is an embedding model.
  func requireGeneration(_ file: GGUFFile) throws(InferenceError) {
    guard isEmbeddingModel else { return }
    throw .embeddingModel(file: file.path, architecture: architecture)
  }
}
