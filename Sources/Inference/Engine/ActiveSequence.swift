import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// A sequence that is being prefilled or decoded.
struct ActiveSequence {
  let pending: PendingRequest
  let cache: KeyValueCache
  /// The prompt and the generated tokens.
  var tokens: [Int]
  /// The number of tokens whose keys and values are in the cache.
  var cachedCount: Int
  /// The number of tokens whose embeddings are known to be finite.
  var checkedCount = 0
  /// The number of full pages that have been added to the prefix cache.
  var sharedRunCount = 0
  /// The length of the prompt's prefix at which a prefix checkpoint is to be stored; nil for none.
  var checkpointCount: Int?
  /// The prefix that another sequence prefills for this one; nil if this one waits for none.
  var awaited: AwaitedPrefix?
  var lookup = PromptLookup()
  /// The draft tokens of this step.
  var draftTokens: [Int] = []
  /// True if the draft tokens come from the draft model.
  var isFromDraftModel = false
  /// The sequence in the draft model; nil before its first draft.
  var draftSequence: DraftSequence?
  var draftLength = DraftLength()
  var sampler: Sampler
  /// The state of the guide; nil without a guide.
  var matcher: GuideMatcher?
  /// The token masks of this step, for the next token and behind each draft token.
  var masks: [Result<TokenMask, GuideError>] = []
  /// The state of the reasoning budget; nil without a budget.
  var reasoning: ReasoningBudgetTracker?
  var statistics = RequestStatistics()
  /// The start of the current phase, prefill or decoding.
  private var phaseStart = ContinuousClock.now

  /// Creates a sequence with a cache that holds the first `cachedCount` tokens of the prompt.
  init(_ pending: PendingRequest, _ cache: KeyValueCache, cachedCount: Int, _ vocabulary: Vocabulary) {
    self.pending = pending
    self.cache = cache
    tokens = pending.request.prompt
    self.cachedCount = cachedCount
    sampler = Sampler(pending.request.sampling, context: pending.request.prompt, vocabulary: vocabulary)
    matcher = pending.request.guide?.makeMatcher()
    reasoning = pending.request.reasoningLimit.map { ReasoningBudgetTracker($0) }
    statistics.promptTokens = tokens.count
    statistics.tokenStatistics.cachedTokens = cachedCount
    statistics.queueTime = phaseStart - pending.submitted
  }

  var request: GenerationRequest { pending.request }

  /// The number of generated tokens.
  var generatedCount: Int { statistics.generatedTokens }

  /// True if prompt tokens are still to be processed.
  var isPrefilling: Bool { generatedCount == 0 }

  /// True if the request generates tokens, rather than only prefilling its prompt.
  var generatesTokens: Bool { request.maximumTokens.map { $0 > 0 } ?? true }

  /// The number of tokens to be run: the rest of the prompt, or the last generated token and forced ones.
  var pendingCount: Int { tokens.count - cachedCount }

  /// The number of pending tokens that may be run in one pass, up to the next prefix checkpoint.
  var runnableCount: Int {
    awaited == nil ? min(pendingCount, checkpointCount.map { $0 - cachedCount } ?? .max) : 0
  }

  /// The number of tokens that may still be generated.
  func tokensLeft(contextSize: Int) -> Int {
    min(request.maximumTokens ?? .max - 1, request.maximumAnswerLength(contextSize: contextSize)) - generatedCount
  }

  var isCancelled: Bool { pending.isCancelled.load(ordering: .relaxed) }

  func emit(_ event: GenerationEvent) { pending.continuation.yield(event) }

  /// Ends the prefill phase and reports it.
  mutating func finishPrefill() {
    let now = ContinuousClock.now
    statistics.promptTime = now - phaseStart
    phaseStart = now
    emit(.prefilled(tokens: statistics.promptTokens, cached: statistics.cachedTokens))
  }

  /// Adds the sequence to the trace and finishes the stream of its events.
  mutating func finish(_ end: SequenceEnd, _ trace: EngineTrace?) {
    statistics.generationTime = ContinuousClock.now - phaseStart
    trace?.add(statistics, submitted: pending.submitted)
    switch end {
    case .failed(let error): pending.continuation.finish(throwing: error)
    case .finished(let reason):
      emit(.statistics(statistics))
      emit(.finished(reason))
      pending.continuation.finish()
    }
  }
}

/// The end of a sequence, with its finish reason or error.
enum SequenceEnd {
  case finished(FinishReason)
  case failed(InferenceError)
}
