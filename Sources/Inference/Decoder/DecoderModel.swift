public import SwiftletGGUF
public import SwiftletKernels

/// What a model is loaded for.
public enum ModelPurpose: Sendable {
  /// Logits of the next token.
  case generation
  /// Vectors of whole texts: the matrix of the logits is left out, and keys and values are kept of one layer only.
  case embedding
}

/// A decoder's description and its packed weights: what many sequences share.
public struct DecoderModel: Sendable {
  /// The path of the file.
  public let path: String
  /// The description.
  public let configuration: DecoderConfiguration
  /// What it was loaded for.
  public let purpose: ModelPurpose
  let weights: DecoderWeights
  /// What tells the files from those of other models.
  public let identity: ModelIdentity

  /// The size of the packed weights in bytes.
  public var weightByteCount: Int { weights.byteCount }

  /// The work that goes on after loading, to make reading the weights faster; it need not be waited for.
  public var pageGathering: PageGathering { weights.pageGathering }

  /// What became of the packed weights' cache on disk; nil if there was to be none.
  public var packedCacheReport: PackedCacheReport? { weights.cacheReport }

  /// Reads the description and packs the weights of a file.
  ///
  /// - Parameters:
  ///   - file: The opened file.
  ///   - purpose: What it is for.
  ///   - pool: The threads that pack.
  ///   - packedCache: Whether packed weights are kept on disk for the next load.
  ///   - progress: Called with the part that is done, from 0 to 1.
  /// - Throws: ``InferenceError`` naming what the file lacks or has wrong, or that it is for another purpose.
  public init(
    _ file: GGUFFile, for purpose: ModelPurpose = .generation, pool: WorkerPool, packedCache: PackedCachePolicy = .off,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    (path, identity) = (file.path, ModelIdentity(file))
    configuration = try DecoderConfiguration(file)
    self.purpose = purpose
    if purpose == .generation { try configuration.requireGeneration(file) }
    weights = try DecoderWeights(
      file, configuration, for: purpose, pool: pool, cache: packedCache, progress: progress)
  }

  /// The extents of the keys and values that caches have.
  ///
  /// Where all of a text is run at once, a layer's are not needed after it, and the next one's take their place, unless
  /// layers differ or look at those of others.
  var cacheShapes: [AttentionShape] {
    let shapes = configuration.cacheShapes
    let isReused = purpose == .embedding && configuration.keysAreAlike
    return isReused ? Array(shapes.prefix(1)) : shapes
  }

  /// For each layer the place of its keys and values among those of ``cacheShapes``.
  var cachePlaces: [Int] { configuration.cachePlaces.map { min($0, max(cacheShapes.count - 1, 0)) } }

  /// An empty cache for a sequence of at most `capacity` positions.
  public func makeCache(capacity: Int, type: KeyValueType) throws(InferenceError) -> KeyValueCache {
    try wrapping { () throws(KernelError) in
      try KeyValueCache(
        pool: makePool(type: type), roomFor: capacity)
    }
  }

  /// A pool of pages for the sequences of the model, kept below a number of bytes.
  public func makePool(type: KeyValueType, byteLimit: Int? = nil) -> KeyValuePool {
    KeyValuePool(
      shapes: cacheShapes, windows: purpose == .embedding ? [] : configuration.cacheWindows, type: type,
      byteLimit: byteLimit, states: configuration.states)
  }

  /// The memory that one position takes in a cache, in bytes.
  public func cacheBytesPerPosition(_ type: KeyValueType) -> Int {
    configuration.cacheBytesPerPosition(type)
  }
}
