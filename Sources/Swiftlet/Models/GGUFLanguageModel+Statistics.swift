import SwiftletInference

extension GGUFLanguageModel {
  /// Statistics of a model's engine: its current state and counts since the first request.
  ///
  /// Models with the same file and options share an engine and so their statistics. Counts continue when the weights
  /// are unloaded and loaded again.
  public struct Statistics: Sendable, Equatable {
    /// The number of queued requests.
    public let waitingRequests: Int
    /// The number of running requests, in prefill or decode.
    public let activeRequests: Int
    /// The number of requests that finished.
    public let finishedRequests: Int
    /// The number of requests that failed.
    public let failedRequests: Int
    /// The number of requests that were cancelled.
    public let cancelledRequests: Int
    /// The number of requests that were rejected, because the queue was full or they were invalid.
    public let refusedRequests: Int

    /// The number of prefilled prompt tokens.
    public let prefilledTokens: Int
    /// The number of prompt tokens reused from the prefix cache.
    public let cachedTokens: Int
    /// The number of generated tokens.
    public let generatedTokens: Int
    /// The number of generated tokens that a guide forced (jump-forward).
    public let forcedTokens: Int
    /// The number of draft tokens, from prompt lookup or a draft model.
    public let draftTokens: Int
    /// The number of accepted draft tokens.
    public let acceptedTokens: Int
    /// The number of draft tokens from the draft model.
    public let draftModelTokens: Int
    /// The number of accepted draft tokens from the draft model.
    public let acceptedDraftModelTokens: Int
    /// The number of forward passes.
    public let steps: Int
    /// The time spent on token masks, on another thread while the model ran.
    public let maskTime: Duration
    /// The time spent in the draft model.
    public let draftTime: Duration

    /// The number of KV cache pages of 64 tokens in use, including those of the prefix cache.
    public let usedPages: Int
    /// The number of free KV cache pages; 0 while the weights are not in memory.
    public let freePages: Int
    /// The memory of the KV cache in bytes.
    public let cacheByteCount: Int
    /// The memory of the weights in bytes; 0 while they are not in memory.
    public let weightByteCount: Int
    /// The time since the first use of the model.
    public let uptime: Duration
  }

  /// A snapshot of the model's statistics, which is cheap to take.
  public var statistics: Statistics {
    let statistics = slot.statistics
    return Statistics(
      waitingRequests: statistics.waitingRequests, activeRequests: statistics.activeRequests,
      finishedRequests: statistics.finishedRequests, failedRequests: statistics.failedRequests,
      cancelledRequests: statistics.cancelledRequests, refusedRequests: statistics.refusedRequests,
      prefilledTokens: statistics.prefilledTokens, cachedTokens: statistics.cachedTokens,
      generatedTokens: statistics.generatedTokens, forcedTokens: statistics.forcedTokens,
      draftTokens: statistics.draftTokens, acceptedTokens: statistics.acceptedTokens,
      draftModelTokens: statistics.draftModelTokens, acceptedDraftModelTokens: statistics.acceptedDraftModelTokens,
      steps: statistics.steps, maskTime: statistics.maskTime, draftTime: statistics.draftTime,
      usedPages: statistics.usedPages, freePages: statistics.freePages, cacheByteCount: statistics.cacheByteCount,
      weightByteCount: statistics.weightByteCount, uptime: statistics.uptime)
  }
}
