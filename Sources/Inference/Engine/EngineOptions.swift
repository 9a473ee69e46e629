public import SwiftletKernels

/// How an engine runs a model.
public struct EngineOptions: Sendable, Hashable {
  /// The number of threads; nil for one on each physical core.
  public var threads: Int?
  /// The longest sequence; nil for the length that the model was trained for.
  public var contextSize: Int?
  /// How keys and values are kept.
  public var keyValueType: KeyValueType
  /// What the memory for keys and values is kept below, in bytes; nil for half of what is available when the model is
  /// loaded.
  ///
  /// What sequences have read stays there for later prompts, until the memory is needed.
  public var cacheByteLimit: Int?
  /// Whether packed weights are kept on disk for the next load.
  public var packedCache: PackedCachePolicy
  /// Whether tokens are guessed from what came before, and run together if they may be right.
  ///
  /// Text that repeats its prompt comes faster so. What comes is the same.
  public var usesPromptLookup: Bool
  /// The file of a smaller model with the same vocabulary that proposes tokens; nil for none.
  ///
  /// What it proposes is checked in one pass of the model. If it is mostly right, text comes faster so. What comes is the
  /// same.
  public var draftPath: String?
  /// Where it is written down what the engine does when; nil for nowhere.
  public var trace: EngineTrace?
  /// What a guessed token is taken to cost instead of what is measured: for tests, in which times must not count.
  var guessCost: Double?
  /// How many requests are served side by side, from 1 to 64; further ones wait.
  public var maximumActive: Int
  /// How many requests may wait; those beyond are refused with ``InferenceError/tooManyRequests(limit:)``.
  public var maximumWaiting: Int

  /// Creates options.
  public init(
    threads: Int? = nil, contextSize: Int? = nil, keyValueType: KeyValueType = .f16, cacheByteLimit: Int? = nil,
    packedCache: PackedCachePolicy = .off, usesPromptLookup: Bool = true, maximumActive: Int = 32,
    maximumWaiting: Int = 1024,
    trace: EngineTrace? = nil, draftPath: String? = nil
  ) {
    self.threads = threads
    self.contextSize = contextSize
    self.keyValueType = keyValueType
    self.cacheByteLimit = cacheByteLimit
    self.packedCache = packedCache
    self.usesPromptLookup = usesPromptLookup
    self.trace = trace
    self.draftPath = draftPath
    self.maximumActive = maximumActive
    self.maximumWaiting = maximumWaiting
  }
}
