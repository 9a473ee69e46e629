import SwiftletGGUF

/// A matrix that pooled vectors go through, without a function behind it.
struct DenseStep: Sendable, Equatable {
  /// The name of its tensor, without the ending.
  var name: String
  var inputWidth: Int
  var outputWidth: Int
}

extension DecoderConfiguration {
  /// The length of a text's vector.
  public var vectorWidth: Int { dense.last?.outputWidth ?? embeddingWidth }

  /// Reads what all architectures may have for vectors of texts.
  mutating func readEmbedding(_ keys: ArchitectureKeys) throws(InferenceError) {
    if try keys.bool("attention.causal") == false { isCausal = false }
    if keys.file.metadata[keys.name("pooling_type")] != nil {
      pooling = Pooling(rawValue: try keys.integer("pooling_type", in: 0...4))
    }
    // Numbered as modules of sentence-transformers behind the transformer and the pooling.
    for name in ["dense_2", "dense_3"] {
      let tensor = keys.file[name + ".weight"]
      guard tensor != nil || keys.file.metadata[keys.name(name + "_feat_out")] != nil else { continue }
      let width = vectorWidth
      dense.append(
        DenseStep(
          name: name, inputWidth: try keys.integer(name + "_feat_in", in: width...width, default: width),
          outputWidth: try keys.integer(name + "_feat_out", in: 1...1 << 20, default: tensor?.rows)))
    }
  }

  /// Whether the model was made to turn texts into vectors, and not to generate any.
  public var embedsOnly: Bool { !hasLogits || !isCausal || pooling != nil }

  /// Throws if the model is one that turns texts into vectors.
  func requireGeneration(_ file: GGUFFile) throws(InferenceError) {
    guard embedsOnly else { return }
    throw .embedsOnly(file: file.path, architecture: architecture)
  }
}
