import SwiftletInference

extension GGUFLanguageModel {
  /// What a model does now, and what it has done since the first request, whoever made the requests.
  ///
  /// Models of the same file and options share an engine and so their statistics. Counts go on when the weights leave
  /// memory and come back.
  public struct Statistics: Sendable, Equatable {
    /// Requests that have not been begun.
    public let waitingRequests: Int
    /// Requests that are being read or answered.
    public let activeRequests: Int
    /// Requests that were answered to their end.
    public let finishedRequests: Int
    /// Requests that ended in an error.
    public let failedRequests: Int
    /// Requests that were given up by those who made them.
    public let cancelledRequests: Int
    /// Requests that were not taken on: there were too many, or something was wrong with them.
    public let refusedRequests: Int

    /// Tokens of prompts that the model has read.
    public let readTokens: Int
    /// Tokens of prompts that need not be read, as they were known from before.
    public let cachedTokens: Int
    /// Tokens of answers.
    public let generatedTokens: Int
    /// How many of those a schema or a call's form left no choice about.
    public let forcedTokens: Int
    /// Tokens that were guessed, from the text so far or by a draft model, and run together.
    public let guessedTokens: Int
    /// How many of those were right.
    public let acceptedTokens: Int
    /// How many of the guessed tokens a draft model proposed.
    public let draftedTokens: Int
    /// How many of those were right.
    public let acceptedDraftedTokens: Int
    /// How often the model was run.
    public let steps: Int
    /// How long it took to find the tokens that schemas allow, on another thread while the model ran.
    public let maskTime: Duration
    /// How long the draft model took.
    public let draftTime: Duration

    /// Pages of 64 tokens in the cache that are in use, or kept for later prompts until others need them.
    public let usedPages: Int
    /// How many more times there is room for 64 tokens; 0 while the weights are not in memory.
    public let freePages: Int
    /// The memory of the cache in bytes.
    public let cacheByteCount: Int
    /// The memory of the weights in bytes; 0 while they are not in memory.
    public let weightByteCount: Int
    /// Since the model was first used.
    public let uptime: Duration
  }

  /// What the model does now, and what it has done: a snapshot, cheap enough to ask for at any time.
  public var statistics: Statistics {
    let statistics = slot.statistics
    return Statistics(
      waitingRequests: statistics.waitingRequests, activeRequests: statistics.activeRequests,
      finishedRequests: statistics.finishedRequests, failedRequests: statistics.failedRequests,
      cancelledRequests: statistics.cancelledRequests, refusedRequests: statistics.refusedRequests,
      readTokens: statistics.readTokens, cachedTokens: statistics.cachedTokens,
      generatedTokens: statistics.generatedTokens, forcedTokens: statistics.forcedTokens,
      guessedTokens: statistics.guessedTokens, acceptedTokens: statistics.acceptedTokens,
      draftedTokens: statistics.draftedTokens, acceptedDraftedTokens: statistics.acceptedDraftedTokens,
      steps: statistics.steps, maskTime: statistics.maskTime, draftTime: statistics.draftTime,
      usedPages: statistics.usedPages, freePages: statistics.freePages, cacheByteCount: statistics.cacheByteCount,
      weightByteCount: statistics.weightByteCount, uptime: statistics.uptime)
  }
}
