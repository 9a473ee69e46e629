public import SwiftletGGUF
public import SwiftletKernels

/// The configuration of a transformer with one stack of layers, a decoder or an encoder, which ``Decoder`` runs.
///
/// The files in `Architectures/` read it from the metadata of each model family.
public struct DecoderConfiguration: Sendable, Equatable {
  /// The architecture's name in the file.
  public var architecture: String
  /// The number of layers.
  public var layerCount: Int { layers.count }
  /// The width of the residual stream.
  public var embeddingWidth: Int
  /// The hidden width of the feed-forward network.
  public var feedForwardWidth: Int
  /// The number of rows of the embedding table; the vocabulary may have fewer tokens, the rest is padding.
  public var vocabularyCount: Int
  /// The dimensions of attention, except in layers with others.
  public var attention: AttentionShape
  /// The context length that the model was trained for.
  public var trainingContext: Int
  /// The configuration of its norms.
  var norm: NormConfiguration
  /// The rotary embeddings, to which layers refer by index.
  public var ropes: [RotaryEmbedding]
  /// The scale of the embeddings.
  var embeddingScale: Float = 1
  /// True if learned position embeddings are added.
  var hasPositionTable = false
  /// The number of token types with learned embeddings; tokens are of the first type, those of a reranker's documents
  /// of the second.
  var tokenTypeCount = 0
  /// The name of the norm of the embeddings; nil for none.
  var embeddingNorm: String?
  /// True if attention is causal rather than bidirectional.
  var isCausal = true
  /// The layers in which the rows of a picture see those after them, if its encoder says so.
  var pictureAttention = PictureAttention.all
  /// True if it has an output projection; encoders have none.
  var hasLogits = true
  /// The pooling of text embeddings; nil if the file specifies none.
  public internal(set) var pooling: Pooling?
  /// The dense layers that are applied to pooled embeddings.
  var dense: [DenseStep] = []
  /// The classification head of a reranker, whose pooling is ``Pooling/rank``.
  var ranking: RankingHead?
  /// The name of the norm after the last layer; nil for none.
  var outputNorm: String? = "output_norm"
  /// True if the output projection is required, rather than tied to the embedding table.
  var requiresOutput = false
  /// True if the output projection has a bias.
  var requiresOutputBias = false
  /// The scale of the logits.
  var logitScale: Float = 1
  /// The soft cap of the logits; 0 for none.
  var logitSoftCap: Float = 0
  /// The configuration of per-layer inputs; nil for none.
  var layerInput: LayerInputConfiguration?
  /// The configuration of alternating updates; nil for a single residual stream.
  var altUp: AltUpConfiguration?
  /// The number of first layers after which rows of pictures get additional elements (deepstack).
  var deepstackCount = 0
  /// The number of blocks after the layers that are not run (multi-token prediction).
  var skippedBlocks = 0
  /// The layers.
  var layers: [LayerConfiguration]

  /// The number of elements of a given embedding row: the width, for each layer with additional ones once more.
  public var embeddingColumns: Int { embeddingWidth * (1 + deepstackCount) }

  /// The distinct dimensions of attention in the layers.
  public var attentionShapes: [AttentionShape] {
    layers.filter(\.hasAttention).reduce(into: []) { shapes, layer in
      if !shapes.contains(layer.attention.shape) { shapes.append(layer.attention.shape) }
    }
  }

  /// Returns the size of one position in the KV cache in bytes, while all layers keep it.
  public func cacheBytesPerPosition(_ type: KeyValueType) -> Int {
    cacheShapes.reduce(0) { $0 + KeyValuePool.bytesPerPosition($1, type) }
  }

  /// Returns the size of a sequence in the KV cache in bytes, including recurrent states.
  ///
  /// Sliding-window layers keep only the positions within the window, and those of a batch during prefill.
  public func cacheByteCount(_ type: KeyValueType, positions: Int) -> Int {
    cachePool(type).byteCount(ofPositions: positions, rows: Decoder.defaultMaximumRows)
  }

  /// Returns an empty pool of KV pages for generation, limited to a number of bytes.
  func cachePool(_ type: KeyValueType, byteLimit: Int? = nil) -> KeyValuePool {
    KeyValuePool(shapes: cacheShapes, windows: cacheWindows, type: type, byteLimit: byteLimit, states: states)
  }

  /// The dimensions of the layers with their own keys and values; others have none, or share those of another layer.
  var cacheShapes: [AttentionShape] {
    layers.filter(\.storesKeys).map(\.attention.shape)
  }

  /// The longest window through which the keys and values of each of those layers are seen; nil for full attention.
  var cacheWindows: [Int?] {
    var windows: [Int?] = []
    for (layer, index) in zip(layers, cacheLayerIndices) where layer.hasAttention {
      let window = isCausal ? layer.attention.window : nil
      if index == windows.count {
        windows.append(window)
      } else if let known = windows[index] {
        windows[index] = window.map { max($0, known) }
      }
    }
    return windows
  }

  /// True if all layers with attention have their own keys and values, with the same dimensions.
  var hasUniformKeyValues: Bool {
    attentionShapes.count <= 1 && layers.allSatisfy { !$0.hasAttention || $0.storesKeys }
  }

  /// The index of each layer's keys and values in ``cacheShapes``, which may be those of another layer.
  var cacheLayerIndices: [Int] {
    var (indices, count) = ([Int](), 0)
    for layer in layers {
      if case .layer(let source) = layer.attention.keyValues {
        indices.append(indices[source])
      } else {
        indices.append(count)
        if layer.storesKeys { count += 1 }
      }
    }
    return indices
  }

  /// The first layer from which on none writes to the cache; rows that need no logits end there.
  var firstLayerWithoutKVWrites: Int {
    (layers.lastIndex { $0.recurrence != nil || $0.storesKeys } ?? -1) + 1
  }

  /// The size of a sequence's recurrent states in bytes, which does not depend on its length.
  public var stateByteCount: Int { states.byteCount }

  /// The states of recurrent layers.
  var states: LayerStates {
    let columns = layers.compactMap { $0.recurrence?.stateColumns(width: embeddingWidth) }
    return LayerStates(count: columns.count, columns: columns.max() ?? 0)
  }

  /// Reads the configuration from a file.
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
    guard let family = Architectures.all.first(where: { $0.name == name }) else {
      throw .unsupportedArchitecture(file: file.path, found: name, supported: Architectures.all.map(\.name))
    }
    let keys = ArchitectureKeys(file, name)
    self = try DecoderConfiguration(family, keys)
    try family.describe(&self, keys)
    try readEmbedding(keys)
  }
}

/// The configuration of norms.
struct NormConfiguration: Sendable, Equatable {
  var kind: Norm.Kind
  /// True if norms have biases.
  var hasBias: Bool
  var epsilon: Float
}

extension Norm.Kind {
  /// The metadata key of the epsilon.
  var epsilonKey: String {
    switch self {
    case .rootMeanSquare: "attention.layer_norm_rms_epsilon"
    case .layer: "attention.layer_norm_epsilon"
    }
  }
}

/// The layers in which the rows of a picture see those after them.
enum PictureAttention: Sendable, Equatable {
  /// All.
  case all
  /// Those with a sliding window.
  case windows
  /// None: attention is causal.
  case none
}
