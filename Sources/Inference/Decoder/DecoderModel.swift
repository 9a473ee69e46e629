public import SwiftletGGUF
public import SwiftletKernels

/// The purpose that a model is loaded for.
public enum ModelPurpose: Sendable {
  /// Generation: logits of the next token.
  case generation
  /// Text embeddings: the output projection is omitted, and keys and values are kept for one layer only.
  case embedding
}

/// A model: its configuration and packed weights, which any number of decoders share.
public struct DecoderModel: Sendable {
  /// The path of the file.
  public let path: String
  /// The configuration.
  public let configuration: DecoderConfiguration
  /// The purpose that it was loaded for.
  public let purpose: ModelPurpose
  let weights: DecoderWeights
  /// The identity of the model's files.
  public let identity: ModelIdentity

  /// The size of the packed weights in bytes.
  public var weightByteCount: Int { weights.byteCount }

  /// The work that goes on after loading, to make reading the weights faster; it need not be waited for.
  public var hugePageCollapser: HugePageCollapser { weights.hugePageCollapser }

  /// The report of the packed-weights cache on disk; nil without a cache.
  public var packedCacheReport: PackedCacheReport? { weights.cacheReport }

  /// The packing of weights on first use and in the background; nil if all were packed while loading.
  public var packing: LazyPacking? { weights.packing }

  /// Checks that no weight that was used so far is NaN or infinite.
  ///
  /// With ``WeightLoading/lazy`` this is to be called after each pass, before its results are used; it is cheap.
  ///
  /// - Throws: ``InferenceError/file(_:)`` with the tensor and the block, as loading with ``WeightLoading/eager`` does.
  public func checkWeights() throws(InferenceError) {
    if let error = weights.packing?.error { throw .file(error) }
  }

  /// Packs and checks all weights, as loading with ``WeightLoading/eager`` does.
  ///
  /// - Throws: ``InferenceError/file(_:)`` with the tensor and the block of a weight that is NaN or infinite.
  func finishLoading(_ pool: WorkerPool) throws(InferenceError) {
    do throws(KernelError) { try weights.packing?.finish(pool) } catch { throw InferenceError(packing: error) }
    try weights.embeddingCheck.checkAll(pool)
  }

  /// The work that writes the packed-weights cache after loading; nil if there is none, and it need not be waited for.
  ///
  /// With ``WeightLoading/lazy`` it begins when all weights are packed.
  public var packedCacheWriter: PackedCacheWriter? { weights.cacheWriter }

  /// Reads the configuration of a file, and packs its weights now or later.
  ///
  /// - Parameters:
  ///   - file: The opened file.
  ///   - purpose: The purpose of the model.
  ///   - pool: The threads that pack the weights.
  ///   - packedCache: The location of packed weights on disk for the next load. If they are to be written while loading,
  ///     they are packed then too.
  ///   - loading: The time at which weights are packed and checked; see ``checkWeights()``.
  ///   - byteCount: The number of bytes that others will still allocate, such as weights that are packed on first use.
  ///   - progress: Called with the completed fraction, from 0 to 1.
  /// - Throws: ``InferenceError`` naming what is missing or wrong in the file, or that it does not fit the purpose or
  ///   the memory.
  public init(
    _ file: GGUFFile, for purpose: ModelPurpose = .generation, pool: WorkerPool, packedCache: PackedCachePolicy = .off,
    loading: WeightLoading = .eager, leaving byteCount: Int = 0, progress: @escaping (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    (path, identity) = (file.path, ModelIdentity(file))
    configuration = try DecoderConfiguration(file)
    self.purpose = purpose
    if purpose == .generation { try configuration.requireGeneration(file) }
    weights = try DecoderWeights(
      file, configuration, for: purpose, pool: pool, cache: packedCache, loading: loading,
      available: max(0, SystemMemory.allocatableByteCount - byteCount), progress: progress)
  }

  /// The dimensions of the keys and values in caches.
  ///
  /// Where a whole text is run in one batch, all layers share one layer's pages, since keys and values are not used
  /// after their layer; unless layers differ or share keys and values.
  var cacheShapes: [AttentionShape] {
    let shapes = configuration.cacheShapes
    let isReused = purpose == .embedding && configuration.hasUniformKeyValues
    return isReused ? Array(shapes.prefix(1)) : shapes
  }

  /// The index of each layer's keys and values in ``cacheShapes``.
  var cacheLayerIndices: [Int] { configuration.cacheLayerIndices.map { min($0, max(cacheShapes.count - 1, 0)) } }

  /// Creates an empty cache for a sequence of at most `capacity` positions.
  public func makeCache(capacity: Int, type: KeyValueType) throws(InferenceError) -> KeyValueCache {
    try wrapping { () throws(KernelError) in
      try KeyValueCache(
        pool: makePool(type: type), roomFor: capacity)
    }
  }

  /// Creates a pool of KV pages, limited to a number of bytes.
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
