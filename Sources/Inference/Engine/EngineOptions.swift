public import SwiftletKernels

/// How an engine runs a model.
public struct EngineOptions: Sendable, Hashable {
  /// The number of threads; nil for one on each physical core.
  public var threads: Int?
  /// The longest sequence; nil for the length that the model was trained for.
  public var contextSize: Int?
  /// How keys and values are kept.
  public var keyValueType: KeyValueType
  /// Whether packed weights are kept on disk for the next load.
  public var packedCache: PackedCachePolicy

  /// Creates options.
  public init(
    threads: Int? = nil, contextSize: Int? = nil, keyValueType: KeyValueType = .f16,
    packedCache: PackedCachePolicy = .off
  ) {
    self.threads = threads
    self.contextSize = contextSize
    self.keyValueType = keyValueType
    self.packedCache = packedCache
  }
}
