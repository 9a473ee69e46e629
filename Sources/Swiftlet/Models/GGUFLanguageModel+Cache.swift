import SwiftletInference

extension GGUFLanguageModel {
  /// The usage of a model's KV cache, in pages of 64 tokens.
  ///
  /// Conversations with a common prefix share pages; each page counts once. Layers with a sliding window have pages of
  /// their own, which hold only the last tokens.
  public struct CacheUsage: Sendable, Equatable {
    /// The size of a page in bytes; with windowed and global layers, of one page of each kind.
    public let pageByteCount: Int
    /// The maximum number of pages over all layers; `nil` if it is not limited.
    public let pageLimit: Int?
    /// The maximum memory in bytes; `nil` if it is not limited.
    public let byteLimit: Int?
    /// The memory in use in bytes.
    public let usedByteCount: Int
    /// The pages in use: those of running requests and those kept in the prefix cache.
    public let usedPages: Int
    /// The pages of running requests.
    public let runningPages: Int
    /// The pages kept in the prefix cache for later requests.
    public let cachedPages: Int
    /// The number of times a request was preempted, which means prefilled again later.
    public let preemptions: Int
    /// The number of pages evicted from the prefix cache.
    public let evictions: Int
  }

  /// Returns the usage of the KV cache, or `nil` if the weights are not in memory.
  ///
  /// All models with the same file and options share the cache.
  public nonisolated(nonsending) func cacheUsage() async -> CacheUsage? {
    guard let engine = slot.engine, let usage = try? await engine.cacheUsage() else { return nil }
    return CacheUsage(
      pageByteCount: usage.pageByteCount, pageLimit: usage.pageLimit, byteLimit: usage.byteLimit,
      usedByteCount: usage.usedByteCount, usedPages: usage.usedPages, runningPages: usage.activePages,
      cachedPages: usage.cachedPages, preemptions: usage.preemptions,
      evictions: usage.evictions)
  }

  /// Clears the prefix cache of finished requests and returns its memory to the system.
  ///
  /// Answers do not change; the next turn of a conversation prefills it from the beginning and so takes longer to
  /// start.
  public nonisolated(nonsending) func clearCache() async {
    await slot.engine?.clearCache()
  }
}
