import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// A sequence that is being read or generated.
struct ActiveSequence {
  let ticket: Ticket
  let cache: KeyValueCache
  /// The prompt and what was generated.
  var tokens: [Int]
  /// How many of the tokens have their keys and values in the cache.
  var cachedCount: Int
  /// How many full pages of the sequence others can find.
  var sharedRunCount = 0
  /// How much of the prompt is read before the rest, because others will go on from there.
  var branch: Int?
  /// What the sequence's own text suggests.
  var lookup = PromptLookup()
  /// The tokens that are run in this step without having been chosen yet.
  var guess: [Int] = []
  /// Whether the draft model made the guess.
  var guessIsDrafted = false
  /// What the draft model has read, nil if it has not begun.
  var drafted: DraftReading?
  /// How much it guesses.
  var draftLength = DraftLength()
  var sampler: Sampler
  /// Follows what the answer has to be; nil if it may be anything.
  var matcher: GuideMatcher?
  /// What may come next and behind each guessed token, known in the step that chooses it.
  var masks: [Result<TokenMask, GuideError>] = []
  /// Counts thoughts; nil if they may be of any length.
  var reasoning: ReasoningMeter?
  var statistics = RequestStatistics()
  /// When the engine began with the sequence, and later when its prompt was read.
  private var phaseStart = ContinuousClock.now

  /// Begins with a cache that holds the first `cachedCount` tokens of the prompt.
  init(_ ticket: Ticket, _ cache: KeyValueCache, cachedCount: Int, _ vocabulary: Vocabulary) {
    self.ticket = ticket
    self.cache = cache
    tokens = ticket.request.prompt
    self.cachedCount = cachedCount
    sampler = Sampler(ticket.request.sampling, context: ticket.request.prompt, vocabulary: vocabulary)
    matcher = ticket.request.guide?.makeMatcher()
    reasoning = ticket.request.reasoningLimit.map { ReasoningMeter($0) }
    statistics.promptTokens = tokens.count
    statistics.served.cachedTokens = cachedCount
    statistics.queueTime = phaseStart - ticket.submitted
  }

  /// How many tokens have been generated.
  var generatedCount: Int { statistics.generatedTokens }

  /// Whether the prompt has not been read to its end.
  var isReading: Bool { generatedCount == 0 }

  /// Whether more is asked for than reading the prompt.
  var wantsTokens: Bool { ticket.request.maximumTokens.map { $0 > 0 } ?? true }

  /// How many tokens wait to be run: what is left of the prompt, or the last generated token.
  var pendingCount: Int { tokens.count - cachedCount }

  /// How many of them may be run in one pass.
  var readableCount: Int { min(pendingCount, branch.map { $0 - cachedCount } ?? .max) }

  /// How many tokens may still be generated.
  func tokensLeft(contextSize: Int) -> Int {
    min(ticket.request.maximumTokens ?? .max - 1, ticket.request.room(contextSize: contextSize)) - generatedCount
  }

  var isCancelled: Bool { ticket.isCancelled.load(ordering: .relaxed) }

  func emit(_ event: GenerationEvent) { ticket.continuation.yield(event) }

  /// Says that the prompt has been read.
  mutating func endReading() {
    let now = ContinuousClock.now
    statistics.promptTime = now - phaseStart
    phaseStart = now
    emit(.promptRead(tokens: statistics.promptTokens, cached: statistics.cachedTokens))
  }

  /// Writes the sequence down and tells whoever reads its events.
  mutating func finish(_ end: SequenceEnd, _ trace: EngineTrace?) {
    statistics.generationTime = ContinuousClock.now - phaseStart
    trace?.add(statistics, submitted: ticket.submitted)
    switch end {
    case .failed(let error): ticket.continuation.finish(throwing: error)
    case .finished(let reason):
      emit(.statistics(statistics))
      emit(.finished(reason))
      ticket.continuation.finish()
    }
  }
}

/// How a sequence ends.
enum SequenceEnd {
  case finished(FinishReason)
  case failed(InferenceError)
}
