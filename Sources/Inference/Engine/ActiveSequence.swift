import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// A sequence that is being prefilled or decoded.
///
/// It belongs to the engine's thread. It is an object because a copy would count its many references.
final class ActiveSequence {
  let pending: PendingRequest
  let request: GenerationRequest
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
  /// The number of tokens that have been reported with their log-probabilities, or without if none are requested.
  var scoredCount: Int
  /// The first row of logits of the last pass, and the position of the token that it follows.
  var firstLogits = (row: 0, position: 0)
  /// The end of the sequence, when its last tokens have been reported.
  var heldEnd: SequenceEnd?
  var statistics = RequestStatistics()
  /// The start of the current phase, prefill or decoding.
  private var phaseStart = ContinuousClock.now
  private var wakeSchedule = WakeSchedule()

  /// Creates a sequence with a cache that holds the first `cachedCount` tokens of the prompt.
  init(_ pending: PendingRequest, _ cache: KeyValueCache, cachedCount: Int, _ vocabulary: Vocabulary) {
    self.pending = pending
    request = pending.request
    self.cache = cache
    tokens = request.prompt
    self.cachedCount = cachedCount
    let context = request.embeddings == nil ? request.prompt : request.prompt.filter { $0 >= 0 }
    sampler = Sampler(request.sampling, context: context, vocabulary: vocabulary)
    matcher = request.guide?.makeMatcher()
    scoredCount = request.logProbabilities?.ofPrompt == true ? 0 : request.prompt.count
    reasoning = request.reasoningLimit.map { ReasoningBudgetTracker($0) }
    statistics.promptTokens = tokens.count
    statistics.tokenStatistics.cachedTokens = cachedCount
    statistics.queueTime = phaseStart - pending.submitted
  }

  /// The number of generated tokens.
  var generatedCount: Int { statistics.tokenStatistics.generatedTokens }

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

  /// True if the log-probabilities of tokens are reported, so that all of their predecessors need logits.
  var reportsScores: Bool { request.logProbabilities != nil }

  /// True if tokens have not been reported, as the logits that predict them have not been computed.
  var hasUnreportedTokens: Bool { reportsScores && scoredCount < tokens.count }

  /// The position from which on rows need logits; only the last one unless log-probabilities are reported.
  var firstScoringPosition: Int {
    reportsScores ? min(max(cachedCount, scoredCount - 1), tokens.count - 1) : tokens.count - 1
  }

  /// The tokens whose prefix may come from the prefix cache; behind the others, logits have to be computed.
  var reusableTokens: [Int] { reportsScores ? Array(tokens.prefix(max(1, scoredCount))) : tokens }

  /// The embedding runs of the prompt; nil for tokens only.
  var embeddings: PromptEmbeddings? { request.embeddings }

  /// The row of the last pass with the logits behind a token.
  func logitsRow(at position: Int) -> Int { firstLogits.row + position - firstLogits.position }

  /// The number of tokens that may still be generated.
  func tokensLeft(contextSize: Int) -> Int {
    min(request.maximumTokens ?? .max - 1, request.maximumAnswerLength(contextSize: contextSize)) - generatedCount
  }

  var isCancelled: Bool { pending.isCancelled.load(ordering: .relaxed) }

  /// Adds an event for the reader, for which ``readerToWake(at:canWait:)`` is to be called after the step.
  func emit(_ event: GenerationEvent) {
    pending.events.append(event, statistics, phaseStart: phaseStart)
    wakeSchedule.addEvent()
  }

  /// Returns the buffer of a reader that waits for new events and has to be woken now.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - canWait: True if a reader that was woken a short while ago can wait for the events of the next step.
  /// - Returns: The buffer; nil if no reader has to be woken.
  func readerToWake(at now: ContinuousClock.Instant, canWait: Bool) -> EventBuffer? {
    // A reader that is busy finds the events when it comes back.
    guard wakeSchedule.isDue(at: now, canWait: canWait), pending.events.hasWaitingReader else { return nil }
    wakeSchedule.recordWake(at: now)
    return pending.events
  }

  /// Wakes the reader if it waits.
  func wakeReader() { readerToWake(at: .now, canWait: false)?.wake() }

  /// Reports how much of the prompt has been processed, if the request asks for it.
  func emitProgress() {
    guard request.reportsProgress else { return }
    emit(
      .prefilling(
        tokens: statistics.promptTokens, cached: statistics.tokenStatistics.cachedTokens,
        processed: min(cachedCount, statistics.promptTokens)))
  }

  /// Ends the prefill phase and reports it.
  func finishPrefill() {
    let now = ContinuousClock.now
    statistics.promptTime = now - phaseStart
    phaseStart = now
    emit(.prefilled(tokens: statistics.promptTokens, cached: statistics.tokenStatistics.cachedTokens))
  }

  /// Adds the sequence to the trace and finishes the stream of its events.
  func finish(_ end: SequenceEnd, _ trace: EngineTrace?) {
    statistics.generationTime = ContinuousClock.now - phaseStart
    trace?.add(statistics, submitted: pending.submitted)
    switch end {
    case .failed(let error): pending.events.finish(error)
    case .finished(let reason):
      emit(.statistics(statistics))
      emit(.finished(reason))
      pending.events.finish()
    }
  }
}

/// The end of a sequence, with its finish reason or error.
enum SequenceEnd {
  case finished(FinishReason)
  case failed(InferenceError)
}
