import SwiftletKernels

/// What an engine's memory for keys and values is used for, in pages of 64 tokens.
///
/// A page holds the layers of a model that see all tokens, or those that see a window, of which there are pages of the last
/// tokens only. A page that several sequences share counts once. All pages are accounted for: ``usedPages`` is the sum of
/// ``servedPages`` and ``keptPages``, or some have been lost.
public struct CacheUsage: Sendable, Equatable {
  /// The size of 64 tokens in bytes: of a page, or if some layers see a window and others do not, of one of each.
  public internal(set) var pageByteCount = 0
  /// How many times there is room for 64 tokens of all layers; nil for as often as the system gives.
  public internal(set) var pageLimit: Int?
  /// The memory that may be in use, in bytes; nil for as much as the system gives.
  public internal(set) var byteLimit: Int?
  /// The memory in use, in bytes: that of the pages, and of the states of layers that have those.
  public internal(set) var usedByteCount = 0
  /// The pages in use.
  public internal(set) var usedPages = 0
  /// Those of requests that are being served.
  public internal(set) var servedPages = 0
  /// Those of no such request, kept for later prompts that begin alike.
  public internal(set) var keptPages = 0
  /// How often a request had to give its memory to others, to be read again.
  public internal(set) var displacements = 0
  /// How many pages that were kept have been given to requests.
  public internal(set) var evictions = 0

  /// The usage of nothing.
  public init() {}
}

extension InferenceEngine {
  /// What the memory for keys and values is used for, between two steps of the model.
  public func cacheUsage() async throws(InferenceError) -> CacheUsage {
    let usage = await withCheckedContinuation { continuation in
      inbox.add(
        Errand(
          run: { scheduler in continuation.resume(returning: scheduler.cacheUsage) },
          giveUp: { continuation.resume(returning: nil) }))
    }
    guard let usage else { throw .stopped }
    return usage
  }

  /// Forgets what has been read for requests that have ended, and gives the memory back to the system.
  ///
  /// Requests that are being served go on; prompts that come later are read from their beginning.
  public func clearCache() async {
    await withCheckedContinuation { continuation in
      inbox.add(
        Errand(
          run: { scheduler in
            scheduler.clearCache()
            continuation.resume()
          }, giveUp: { continuation.resume() }))
    }
  }
}

extension Scheduler {
  fileprivate var cacheUsage: CacheUsage {
    let served = Set(active.flatMap(\.cache.runs).flatMap(\.pages).map { ObjectIdentifier($0) })
    var usage = CacheUsage()
    usage.pageByteCount = setup.pool.pageByteCount
    usage.pageLimit = setup.pool.pageLimit
    (usage.byteLimit, usage.usedByteCount) = (setup.pool.byteLimit, setup.pool.usedByteCount)
    usage.usedPages = setup.pool.usedPageCount
    usage.servedPages = served.count
    usage.keptPages = Set(pages.kept.map { ObjectIdentifier($0) }).subtracting(served).count
    (usage.displacements, usage.evictions) = (displacementCount, pages.evictionCount)
    return usage
  }

  fileprivate mutating func clearCache() {
    forgetAll()
    setup.pool.releaseUnused()
    setup.draft?.pool.releaseUnused()
  }
}
