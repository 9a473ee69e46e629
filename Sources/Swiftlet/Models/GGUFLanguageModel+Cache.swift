import SwiftletInference

extension GGUFLanguageModel {
  /// What the cache of what a model has read is used for, in pages of 64 tokens.
  ///
  /// Conversations that begin alike share pages; each page counts once. Layers of a model that see only a window of what
  /// came before have pages of their own, and of the last tokens only.
  public struct CacheUsage: Sendable, Equatable {
    /// The size of 64 tokens in bytes: of a page, or if some layers see a window and others do not, of one of each.
    public let pageByteCount: Int
    /// How many times there is room for 64 tokens of all layers, `nil` for as often as the system gives.
    public let pageLimit: Int?
    /// The memory that may be in use in bytes, `nil` for as much as the system gives.
    public let byteLimit: Int?
    /// The memory in use in bytes.
    public let usedByteCount: Int
    /// The pages in use, which are those of running requests and those that are kept.
    public let usedPages: Int
    /// The pages of running requests.
    public let runningPages: Int
    /// The pages of no running request, kept for later ones that begin alike.
    public let keptPages: Int
    /// How often a request had to give its memory to others and was read again.
    public let displacements: Int
    /// How many pages that were kept have been given to requests.
    public let evictions: Int
  }

  /// What the cache of what the model has read is used for, or `nil` if the weights are not in memory.
  ///
  /// It is the cache of all models with the same file and options.
  public nonisolated(nonsending) func cacheUsage() async -> CacheUsage? {
    guard let engine = slot.engine, let usage = try? await engine.cacheUsage() else { return nil }
    return CacheUsage(
      pageByteCount: usage.pageByteCount, pageLimit: usage.pageLimit, byteLimit: usage.byteLimit,
      usedByteCount: usage.usedByteCount, usedPages: usage.usedPages, runningPages: usage.servedPages,
      keptPages: usage.keptPages, displacements: usage.displacements,
      evictions: usage.evictions)
  }

  /// Forgets what has been read for requests that have ended, and gives the memory back to the system.
  ///
  /// Answers stay what they would be; the next turn of a conversation is read from its beginning, and so takes longer to
  /// start.
  public nonisolated(nonsending) func clearCache() async {
    await slot.engine?.clearCache()
  }
}
