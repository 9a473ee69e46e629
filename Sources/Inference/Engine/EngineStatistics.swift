import SwiftletKernels
import Synchronization

/// What an engine does now, and what it has done so far.
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
  /// Tokens of prompts that need not be read, as they were known from before.
  public internal(set) var cachedTokens = 0
  /// Tokens of answers.
  public internal(set) var generatedTokens = 0
  /// How many of those a guide left no choice about.
  public internal(set) var forcedTokens = 0
  /// Tokens that were run before they were chosen, because the text so far or a draft model suggested them.
  public internal(set) var guessedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedTokens = 0
  /// How many of the guessed tokens a draft model proposed.
  public internal(set) var draftedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedDraftedTokens = 0
  /// How often the model was run.
  public internal(set) var steps = 0
  /// How long it took to find the tokens that guides allow, on another thread while the model ran.
  public internal(set) var maskTime = Duration.zero
  /// How long the draft model took.
  public internal(set) var draftTime = Duration.zero

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

  /// Adds what has happened meanwhile.
  mutating func add(_ news: EngineStatistics) {
    waitingRequests += news.waitingRequests
    activeRequests += news.activeRequests
    finishedRequests += news.finishedRequests
    failedRequests += news.failedRequests
    cancelledRequests += news.cancelledRequests
    refusedRequests += news.refusedRequests
    readTokens += news.readTokens
    cachedTokens += news.cachedTokens
    generatedTokens += news.generatedTokens
    forcedTokens += news.forcedTokens
    guessedTokens += news.guessedTokens
    acceptedTokens += news.acceptedTokens
    draftedTokens += news.draftedTokens
    acceptedDraftedTokens += news.acceptedDraftedTokens
    steps += news.steps
    maskTime += news.maskTime
    draftTime += news.draftTime
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
    if let other = draft?.decoder.model, other.identity != model.identity {
      statistics.weightByteCount += other.weightByteCount
    }
    return statistics
  }
}
