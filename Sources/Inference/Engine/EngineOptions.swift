public import SwiftletKernels

/// The options of an inference engine.
public struct EngineOptions: Sendable, Hashable {
  /// The number of threads; nil for one on each fast physical core, within the limit of processor time.
  public var threads: Int?
  /// The maximum length of a sequence; nil for the length that the model was trained for.
  public var contextSize: Int?
  /// The element type of the KV cache.
  public var keyValueType: KeyValueType
  /// The memory limit of the KV cache in bytes; nil for twice the full contexts of ``maximumActive`` sequences, and half
  /// of the memory that is available when the model is loaded at most.
  ///
  /// Prefixes of earlier sequences stay cached until their memory is required.
  public var cacheByteLimit: Int?
  /// The policy of the cache of packed weights on disk.
  public var packedCache: PackedCachePolicy
  /// The time at which weights are packed, and checked for NaN and infinities.
  ///
  /// With ``WeightLoading/lazy``, an engine is ready as soon as its file is mapped, and requests fail if weights are
  /// found to be damaged.
  public var weightLoading: WeightLoading
  /// True if prompt-lookup decoding is used: speculative decoding with n-gram drafts from the text so far.
  ///
  /// It speeds up text that repeats its prompt, and does not change the output.
  public var usesPromptLookup: Bool
  /// The path of a draft model with the same vocabulary, for speculative decoding; nil for none.
  ///
  /// Its proposals are verified in one pass of the model. They speed up generation where most are accepted, and do not
  /// change the output.
  public var draftPath: String?
  /// The settings of the rotary embedding that replace those of the file, for contexts longer than in training.
  public var rotary = RotaryOverrides()
  /// The trace that records the engine's steps and requests; nil for none.
  public var trace: EngineTrace?
  /// A constant cost of draft tokens instead of the measured one, for tests and benchmarks that must not depend on
  /// time.
  package var speculationCost: Double?
  /// The maximum number of sequences in a batch, from 1 to 64; further requests wait.
  public var maximumActive: Int
  /// The maximum number of waiting requests; further ones fail with ``InferenceError/tooManyRequests(limit:)``.
  public var maximumWaiting: Int

  /// Creates options.
  public init(
    threads: Int? = nil, contextSize: Int? = nil, keyValueType: KeyValueType = .f16, cacheByteLimit: Int? = nil,
    packedCache: PackedCachePolicy = .off, weightLoading: WeightLoading = .eager, usesPromptLookup: Bool = true,
    maximumActive: Int = 32, maximumWaiting: Int = 1024, trace: EngineTrace? = nil, draftPath: String? = nil
  ) {
    self.threads = threads
    self.contextSize = contextSize
    self.keyValueType = keyValueType
    self.cacheByteLimit = cacheByteLimit
    self.packedCache = packedCache
    self.weightLoading = weightLoading
    self.usesPromptLookup = usesPromptLookup
    self.trace = trace
    self.draftPath = draftPath
    self.maximumActive = maximumActive
    self.maximumWaiting = maximumWaiting
  }
}
