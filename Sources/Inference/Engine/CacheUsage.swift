import SwiftletKernels

/// The usage of an engine's KV cache, in pages of 64 tokens.
///
/// A page holds either the layers with full attention or those with a sliding window, which have pages for the last
/// tokens only. A page that several sequences share counts once. ``usedPages`` is the sum of ``activePages`` and
/// ``cachedPages``; any difference is a leak.
public struct CacheUsage: Sendable, Equatable {
  /// The size of 64 tokens in bytes: one page, or one of each kind if only some layers have a sliding window.
  public internal(set) var pageByteCount = 0
  /// The maximum number of pages, or of pairs of both kinds; nil if only the system's memory limits it.
  public internal(set) var pageLimit: Int?
  /// The memory limit in bytes; nil if only the system's memory limits it.
  public internal(set) var byteLimit: Int?
  /// The memory in use in bytes: pages, and the states of recurrent layers.
  public internal(set) var usedByteCount = 0
  /// The number of pages in use.
  public internal(set) var usedPages = 0
  /// The pages of active sequences.
  public internal(set) var activePages = 0
  /// The pages of the prefix cache that no active sequence uses.
  public internal(set) var cachedPages = 0
  /// The number of times that a sequence was preempted for lack of memory, to be prefilled again.
  public internal(set) var preemptions = 0
  /// The number of evictions from the prefix cache.
  public internal(set) var evictions = 0

  /// Creates a usage that is all zero.
  public init() {}
}

extension InferenceEngine {
  /// Returns the usage of the KV cache, taken between two steps.
  public func cacheUsage() async throws(InferenceError) -> CacheUsage {
    let usage = await withCheckedContinuation { continuation in
      queue.add(
        EngineCommand(
          run: { scheduler in continuation.resume(returning: scheduler.cacheUsage) },
          cancel: { continuation.resume(returning: nil) }))
    }
    guard let usage else { throw .stopped }
    return usage
  }

  /// Evicts the prefix cache and returns its memory to the system.
  ///
  /// Active requests continue; later prompts are prefilled from their beginning.
  public func clearCache() async {
    await withCheckedContinuation { continuation in
      queue.add(
        EngineCommand(
          run: { scheduler in
            scheduler.clearCache()
            continuation.resume()
          }, cancel: { continuation.resume() }))
    }
  }
}

extension Scheduler {
  fileprivate var cacheUsage: CacheUsage {
    let activePages = Set(active.flatMap(\.cache.runs).flatMap(\.pages).map { ObjectIdentifier($0) })
    var usage = CacheUsage()
    usage.pageByteCount = setup.pool.pageByteCount
    usage.pageLimit = setup.pool.pageLimit
    (usage.byteLimit, usage.usedByteCount) = (setup.pool.byteLimit, setup.pool.usedByteCount)
    usage.usedPages = setup.pool.usedPageCount
    usage.activePages = activePages.count
    usage.cachedPages = Set(pages.cached.map { ObjectIdentifier($0) }).subtracting(activePages).count
    (usage.preemptions, usage.evictions) = (preemptionCount, pages.evictionCount)
    return usage
  }

  fileprivate mutating func clearCache() {
    evictAll()
    setup.pool.releaseUnused()
    setup.draft?.pool.releaseUnused()
  }
}
