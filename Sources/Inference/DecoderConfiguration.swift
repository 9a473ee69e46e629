public import SwiftletGGUF
public import SwiftletKernels

/// The description of a transformer of one stack, a decoder or an encoder: what the generic ``Decoder`` runs.
///
/// A file in `Architectures/` reads it from the metadata of each model family.
public struct DecoderConfiguration: Sendable, Equatable {
  /// The architecture's name in the file.
  public var architecture: String
  /// The number of layers.
  public var layerCount: Int { layers.count }
  /// The length of a token's vector between layers.
  public var embeddingWidth: Int
  /// The length of the feed-forward network's hidden vector.
  public var feedForwardWidth: Int
  /// The rows of the embedding table; the vocabulary may have fewer tokens, the rest is padding.
  public var vocabularyCount: Int
  /// The extents of attention, where layers do not have others.
  public var attention: AttentionShape
  /// The longest sequence that the model was trained for.
  public var trainingContext: Int
  /// What its norms compute.
  var norm: NormConfiguration
  /// The position embeddings that layers choose from.
  public var ropes: [RotaryEmbedding]
  /// What the embeddings are multiplied with.
  var embeddingScale: Float = 1
  /// Whether a learned vector of the position is added to each embedding.
  var hasPositionTable = false
  /// How many kinds of tokens there are a learned vector of, which is added to each embedding; texts are of the first.
  var tokenTypeCount = 0
  /// The name of the norm of the embeddings, if there is one.
  var embeddingNorm: String?
  /// Whether a token sees only those before it; otherwise it sees all of its text.
  var isCausal = true
  /// Whether it has logits: an encoder has none.
  var hasLogits = true
  /// What the file says of how the vectors of a text's tokens become one, if it says so.
  public internal(set) var pooling: Pooling?
  /// What that vector goes through in the end.
  var dense: [DenseStep] = []
  /// The name of the norm behind the last layer, nil if there is none.
  var outputNorm: String? = "output_norm"
  /// Whether the embedding table may not serve as the output's too.
  var requiresOutput = false
  /// Whether the output has a bias.
  var requiresOutputBias = false
  /// What the logits are multiplied with.
  var logitScale: Float = 1
  /// The bound of the logits, 0 for none.
  var logitSoftCap: Float = 0
  /// What layers are told of tokens besides, if anything.
  var layerInput: LayerInputConfiguration?
  /// How many streams there are, if more than one.
  var altUp: AltUpConfiguration?
  /// The number of blocks in the file behind the layers, which are not run.
  var skippedBlocks = 0
  /// The layers.
  var layers: [LayerConfiguration]

  /// All extents of attention that layers have, each once.
  public var attentionShapes: [AttentionShape] {
    layers.filter(\.hasAttention).reduce(into: []) { shapes, layer in
      if !shapes.contains(layer.attention.shape) { shapes.append(layer.attention.shape) }
    }
  }

  /// The memory that one position takes in a cache, in bytes, as long as all layers keep it.
  public func cacheBytesPerPosition(_ type: KeyValueType) -> Int {
    cacheShapes.reduce(0) { $0 + KeyValuePool.bytesPerPosition($1, type) }
  }

  /// The memory that a sequence takes in a cache, its states included, in bytes.
  ///
  /// Of layers with windows only the last positions are kept, and while a prompt is read those of a batch.
  public func cacheByteCount(_ type: KeyValueType, positions: Int) -> Int {
    KeyValuePool(shapes: cacheShapes, windows: cacheWindows, type: type, states: states)
      .byteCount(ofPositions: positions, rows: Decoder.usualRows)
  }

  /// The extents of those layers that have keys and values of their own; others have none, or another layer's.
  var cacheShapes: [AttentionShape] {
    layers.filter(\.storesKeys).map(\.attention.shape)
  }

  /// For each of those layers the longest window that its keys and values are seen through; nil if all are seen.
  var cacheWindows: [Int?] {
    var windows: [Int?] = []
    for (layer, place) in zip(layers, cachePlaces) where layer.hasAttention {
      let window = isCausal ? layer.attention.window : nil
      if place == windows.count {
        windows.append(window)
      } else if let known = windows[place] {
        windows[place] = window.map { max($0, known) }
      }
    }
    return windows
  }

  /// Whether all layers with attention have keys and values of their own, of the same extents.
  var keysAreAlike: Bool {
    attentionShapes.count <= 1 && layers.allSatisfy { !$0.hasAttention || $0.storesKeys }
  }

  /// For each layer the place of its keys and values among those of ``cacheShapes``, its own or another layer's.
  var cachePlaces: [Int] {
    var (places, count) = ([Int](), 0)
    for layer in layers {
      if case .layer(let source) = layer.attention.keyValues {
        places.append(places[source])
      } else {
        places.append(count)
        if layer.storesKeys { count += 1 }
      }
    }
    return places
  }

  /// From which layer on none adds anything to the cache: rows without wanted logits end there.
  var firstReadingLayer: Int {
    (layers.lastIndex { $0.recurrence != nil || $0.storesKeys } ?? -1) + 1
  }

  /// The memory that the states of a sequence take, however long it is, in bytes.
  public var stateByteCount: Int { states.byteCount }

  /// The states of layers that have those, instead of keys and values or besides.
  var states: LayerStates {
    let columns = layers.compactMap { $0.recurrence?.stateColumns(width: embeddingWidth) }
    return LayerStates(count: columns.count, columns: columns.max() ?? 0)
  }

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
    guard let family = Architectures.all.first(where: { $0.name == name }) else {
      throw .unsupportedArchitecture(file: file.path, found: name, supported: Architectures.all.map(\.name))
    }
    let keys = ArchitectureKeys(file, name)
    self = try DecoderConfiguration(family, keys)
    try family.describe(&self, keys)
    try readEmbedding(keys)
  }
}

/// What norms compute and with which constants.
struct NormConfiguration: Sendable, Equatable {
  var kind: Norm.Kind
  /// Whether they have biases.
  var hasBias: Bool
  var epsilon: Float
}

extension Norm.Kind {
  /// The key of its epsilon.
  var epsilonKey: String {
    switch self {
    case .rootMeanSquare: "attention.layer_norm_rms_epsilon"
    case .layer: "attention.layer_norm_epsilon"
    }
  }
}
