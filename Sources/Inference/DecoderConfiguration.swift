public import SwiftletGGUF
public import SwiftletKernels

/// The description of a decoder-only transformer: what the generic ``Decoder`` runs.
///
/// A file in `Architectures/` reads it from the metadata of each model family.
public struct DecoderConfiguration: Sendable, Equatable {
  /// The architecture's name in the file.
  public var architecture: String
  /// The number of layers.
  public var layerCount: Int
  /// The length of a token's vector between layers.
  public var embeddingWidth: Int
  /// The length of the feed-forward network's hidden vector.
  public var feedForwardWidth: Int
  /// The rows of the embedding table; the vocabulary may have fewer tokens, the rest is padding.
  public var vocabularyCount: Int
  /// The extents of attention.
  public var attention: AttentionShape
  /// What attention scores are multiplied with.
  public var attentionScale: Float
  /// What the norms add to the mean square.
  public var normEpsilon: Float
  /// The position embedding.
  public var rope: RotaryEmbedding
  /// The longest sequence that the model was trained for.
  public var trainingContext: Int

  /// Reads the description from a file.
  ///
  /// - Throws: ``InferenceError/unsupportedArchitecture(file:found:supported:)``, or the error of a key that is missing
  ///   or out of range.
  public init(_ file: GGUFFile) throws(InferenceError) {
    let name = try wrapping { () throws(GGUFError) in
      guard let name = try file.metadata.string("general.architecture") else {
        throw file.metadata.error(
          .missingKey, "general.architecture", found: "no such key", expected: "the name of an architecture")
      }
      return name
    }
    guard let architecture = Architectures.all.first(where: { $0.name == name }) else {
      throw .unsupportedArchitecture(file: file.path, found: name, supported: Architectures.all.map(\.name))
    }
    self = try architecture.configuration(file)
  }

  init(
    architecture: String, layerCount: Int, embeddingWidth: Int, feedForwardWidth: Int, vocabularyCount: Int,
    attention: AttentionShape, attentionScale: Float, normEpsilon: Float, rope: RotaryEmbedding, trainingContext: Int
  ) {
    self.architecture = architecture
    self.layerCount = layerCount
    self.embeddingWidth = embeddingWidth
    self.feedForwardWidth = feedForwardWidth
    self.vocabularyCount = vocabularyCount
    self.attention = attention
    self.attentionScale = attentionScale
    self.normEpsilon = normEpsilon
    self.rope = rope
    self.trainingContext = trainingContext
  }
}

/// The model families that the decoder has descriptions of.
enum Architectures {
  /// A family: its name in files and the function that reads its description.
  struct Family: Sendable {
    var name: String
    var configuration: @Sendable (GGUFFile) throws(InferenceError) -> DecoderConfiguration
  }

  static let all: [Family] = [llama]
}
