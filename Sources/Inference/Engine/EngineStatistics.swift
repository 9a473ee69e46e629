import SwiftletKernels
import Synchronization

/// What an engine does now, and what it has done so far; the sum over its requests can be read as if it were its own.
@dynamicMemberLookup
public struct EngineStatistics: Sendable, Equatable {
  /// Requests that have not been begun.
  public internal(set) var waitingRequests = 0
  /// Requests that are read or answered, or have made room for others and will go on.
  public internal(set) var activeRequests = 0
  /// Requests that were answered to their end.
  public internal(set) var finishedRequests = 0
  /// Requests that ended in an error after they had been taken on.
  public internal(set) var failedRequests = 0
  /// Requests that were given up by those who made them.
  public internal(set) var cancelledRequests = 0
  /// Requests that were not taken on: there were too many, or something was wrong with them.
  public internal(set) var refusedRequests = 0

  /// Tokens of prompts that the model has read.
  public internal(set) var readTokens = 0
  /// The sum of what has been counted of all requests.
  public internal(set) var served = ServedTokens()
  /// How often the model was run.
  public internal(set) var steps = 0

  /// Pages of keys and values that are in use, or kept for later prompts, which give them up when others need them.
  public internal(set) var usedPages = 0
  /// How many more times there is room for 64 tokens; `Int.max` if nothing but the system's memory limits it.
  public internal(set) var freePages = 0
  /// The memory for keys and values in bytes.
  public internal(set) var cacheByteCount = 0
  /// The weights in bytes, a draft model's included.
  public internal(set) var weightByteCount = 0
  /// Since the counts began.
  public internal(set) var uptime = Duration.zero

  /// Statistics of nothing.
  public init() {}

  /// A part of ``served``.
  public subscript<Value>(dynamicMember part: KeyPath<ServedTokens, Value>) -> Value { served[keyPath: part] }

  /// Adds what has happened meanwhile.
  mutating func add(_ news: EngineStatistics) {
    waitingRequests += news.waitingRequests
    activeRequests += news.activeRequests
    finishedRequests += news.finishedRequests
    failedRequests += news.failedRequests
    cancelledRequests += news.cancelledRequests
    refusedRequests += news.refusedRequests
    readTokens += news.readTokens
    served.add(news.served)
    steps += news.steps
  }
}

/// Counts what engines do; several that follow one another may count together.
///
/// Reading it costs as much as a lock that is held for a moment once a step.
public final class EngineCounters: Sendable {
  private let counts = Mutex(EngineStatistics())
  private let start = ContinuousClock.now

  /// Creates counters that stand at zero.
  public init() {}

  /// What was counted so far; memory, which belongs to an engine, is not in it.
  public var statistics: EngineStatistics {
    var statistics = counts.withLock { $0 }
    statistics.uptime = ContinuousClock.now - start
    return statistics
  }

  /// Counts on.
  func update(_ body: (inout EngineStatistics) -> Void) { counts.withLock { body(&$0) } }
}

extension InferenceEngine {
  /// What the engine does now, and what it has done so far; cheap to ask for at any time.
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
