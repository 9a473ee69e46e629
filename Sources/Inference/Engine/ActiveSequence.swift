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
  /// How many of the prompt's tokens were in the cache from the start.
  let reusedCount: Int
  /// How many full pages of the sequence others can find.
  var sharedPageCount = 0
  var generatedCount = 0
  var sampler: Sampler
  /// Follows what the answer has to be; nil if it may be anything.
  var matcher: GuideMatcher?

  /// Begins with a cache that holds the first `cachedCount` tokens of the prompt.
  init(_ ticket: Ticket, _ cache: KeyValueCache, cachedCount: Int, _ vocabulary: Vocabulary) {
    self.ticket = ticket
    self.cache = cache
    tokens = ticket.request.prompt
    (self.cachedCount, reusedCount) = (cachedCount, cachedCount)
    sampler = Sampler(ticket.request.sampling, context: ticket.request.prompt, vocabulary: vocabulary)
    matcher = ticket.request.guide?.makeMatcher()
  }

  /// Whether the prompt has not been read to its end.
  var isReading: Bool { generatedCount == 0 }

  /// Whether more is asked for than reading the prompt.
  var wantsTokens: Bool { ticket.request.maximumTokens.map { $0 > 0 } ?? true }

  /// How many tokens wait to be run: what is left of the prompt, or the last generated token.
  var pendingCount: Int { tokens.count - cachedCount }

  /// How many tokens may still be generated.
  func tokensLeft(contextSize: Int) -> Int {
    min(ticket.request.maximumTokens ?? .max - 1, ticket.request.room(contextSize: contextSize)) - generatedCount
  }

  var isCancelled: Bool { ticket.isCancelled.load(ordering: .relaxed) }

  func emit(_ event: GenerationEvent) { ticket.continuation.yield(event) }

  func finish(_ reason: FinishReason) {
    emit(.finished(reason))
    ticket.continuation.finish()
  }
}
