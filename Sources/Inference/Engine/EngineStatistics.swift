import SwiftletKernels
import Synchronization

/// Statistics of an engine; those of ``tokenStatistics`` are available as members too.
@dynamicMemberLookup
public struct EngineStatistics: Sendable, Equatable {
  /// Requests that wait for a sequence.
  public internal(set) var waitingRequests = 0
  /// Requests that are being prefilled or decoded, or have been preempted.
  public internal(set) var activeRequests = 0
  /// Requests that were answered completely.
  public internal(set) var finishedRequests = 0
  /// Requests that ended in an error after they had been accepted.
  public internal(set) var failedRequests = 0
  /// Requests that were cancelled.
  public internal(set) var cancelledRequests = 0
  /// Requests that were refused, because the queue was full or they were invalid.
  public internal(set) var refusedRequests = 0

  /// Prompt tokens that the model has processed.
  public internal(set) var prefilledTokens = 0
  /// The sums over all requests.
  public internal(set) var tokenStatistics = TokenStatistics()
  /// The number of forward passes.
  public internal(set) var steps = 0

  /// KV pages that are in use or hold cached prefixes, which are evicted on demand.
  public internal(set) var usedPages = 0
  /// KV pages that can still be allocated; `Int.max` if only the system's memory limits them.
  public internal(set) var freePages = 0
  /// The memory of the KV cache in bytes.
  public internal(set) var cacheByteCount = 0
  /// The memory of the weights in bytes, a draft model's included.
  public internal(set) var weightByteCount = 0
  /// The time since the counters were created.
  public internal(set) var uptime = Duration.zero

  /// Creates statistics that are all zero.
  public init() {}

  /// A member of ``tokenStatistics``.
  public subscript<Value>(dynamicMember member: KeyPath<TokenStatistics, Value>) -> Value {
    tokenStatistics[keyPath: member]
  }

  /// Adds the counts of other statistics.
  mutating func add(_ other: EngineStatistics) {
    waitingRequests += other.waitingRequests
    activeRequests += other.activeRequests
    finishedRequests += other.finishedRequests
    failedRequests += other.failedRequests
    cancelledRequests += other.cancelledRequests
    refusedRequests += other.refusedRequests
    prefilledTokens += other.prefilledTokens
    tokenStatistics.add(other.tokenStatistics)
    steps += other.steps
  }
}

/// Counters of engines; an engine that replaces another may continue its counters.
///
/// They are protected by a lock that is held briefly once a step.
public final class EngineCounters: Sendable {
  private let counts = Mutex(EngineStatistics())
  private let start = ContinuousClock.now

  /// Creates counters that are all zero.
  public init() {}

  /// The counts so far, without the memory sizes, which belong to an engine.
  public var statistics: EngineStatistics {
    var statistics = counts.withLock { $0 }
    statistics.uptime = ContinuousClock.now - start
    return statistics
  }

  /// Changes the counts under the lock.
  func update(_ body: (inout EngineStatistics) -> Void) { counts.withLock { body(&$0) } }
}

extension InferenceEngine {
  /// The current statistics of the engine; cheap enough to read at any time.
  public var statistics: EngineStatistics {
    var statistics = counters.statistics
    statistics.usedPages = cachePool.usedPageCount
    statistics.freePages = cachePool.freePageCount ?? .max
    statistics.cacheByteCount = cachePool.byteCount + (draft?.pool.byteCount ?? 0)
    statistics.weightByteCount = model.weightByteCount
    // A model may be its own draft.
    if let other = draft?.model, other.identity != model.identity {
      statistics.weightByteCount += other.weightByteCount
    }
    return statistics
  }
}
