/// What is counted of each request, and for an engine the sum over all that it has served.
public struct ServedTokens: Sendable, Equatable {
  /// Tokens of prompts that need not be read, as they were known from before.
  public internal(set) var cachedTokens = 0
  /// Tokens of answers.
  public internal(set) var generatedTokens = 0
  /// How many of those were no choice, because a guide left none or thoughts had to end: they were run together with
  /// others, not one by one.
  public internal(set) var forcedTokens = 0
  /// Tokens that were run before they were chosen, because the text so far or a draft model suggested them.
  public internal(set) var guessedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedTokens = 0
  /// How many of the guessed tokens a draft model proposed.
  public internal(set) var draftedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedDraftedTokens = 0
  /// How long it took to find the tokens that guides allow, on another thread while the model ran.
  public internal(set) var maskTime = Duration.zero
  /// How long the draft model took.
  public internal(set) var draftTime = Duration.zero

  /// Counts of nothing.
  public init() {}

  /// Adds what has been counted elsewhere.
  mutating func add(_ other: ServedTokens) {
    cachedTokens += other.cachedTokens
    generatedTokens += other.generatedTokens
    forcedTokens += other.forcedTokens
    guessedTokens += other.guessedTokens
    acceptedTokens += other.acceptedTokens
    draftedTokens += other.draftedTokens
    acceptedDraftedTokens += other.acceptedDraftedTokens
    maskTime += other.maskTime
    draftTime += other.draftTime
  }
}
