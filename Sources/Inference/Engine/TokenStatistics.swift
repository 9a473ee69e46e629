/// Token counts and times of a request, or their sums over all requests of an engine.
public struct TokenStatistics: Sendable, Equatable {
  /// Prompt tokens that were found in the prefix cache.
  public internal(set) var cachedTokens = 0
  /// Generated tokens.
  public internal(set) var generatedTokens = 0
  /// Generated tokens that were forced by a guide or the end of the reasoning budget, and so processed in batches.
  public internal(set) var forcedTokens = 0
  /// Draft tokens of speculative decoding, by prompt lookup or by a draft model.
  public internal(set) var draftTokens = 0
  /// Draft tokens that were accepted.
  public internal(set) var acceptedTokens = 0
  /// Draft tokens that a draft model proposed.
  public internal(set) var draftModelTokens = 0
  /// Draft tokens of the draft model that were accepted.
  public internal(set) var acceptedDraftModelTokens = 0
  /// The time of computing token masks, on another thread while the model ran.
  public internal(set) var maskTime = Duration.zero
  /// The time of the draft model.
  public internal(set) var draftTime = Duration.zero

  /// Creates statistics that are all zero.
  public init() {}

  /// Adds other statistics.
  mutating func add(_ other: TokenStatistics) {
    cachedTokens += other.cachedTokens
    generatedTokens += other.generatedTokens
    forcedTokens += other.forcedTokens
    draftTokens += other.draftTokens
    acceptedTokens += other.acceptedTokens
    draftModelTokens += other.draftModelTokens
    acceptedDraftModelTokens += other.acceptedDraftModelTokens
    maskTime += other.maskTime
    draftTime += other.draftTime
  }
}
