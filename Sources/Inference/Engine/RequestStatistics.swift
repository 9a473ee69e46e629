/// What serving a request took.
public struct RequestStatistics: Sendable, Equatable {
  /// The tokens of the prompt.
  public internal(set) var promptTokens = 0
  /// How many of them were known from before.
  public internal(set) var cachedTokens = 0
  /// The tokens of the answer.
  public internal(set) var generatedTokens = 0
  /// How many of those were no choice, because the guide left none or thoughts had to end: they were run together with
  /// others, not one by one.
  public internal(set) var forcedTokens = 0
  /// How many tokens were run before they were chosen, because the text so far or a draft model suggested them.
  public internal(set) var guessedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedTokens = 0
  /// How many of the guessed tokens a draft model proposed.
  public internal(set) var draftedTokens = 0
  /// How many of those were then chosen.
  public internal(set) var acceptedDraftedTokens = 0
  /// How often the model was run to choose a token.
  public internal(set) var steps = 0
  /// From the request to when the engine began with it.
  public internal(set) var queueTime = Duration.zero
  /// From there until the prompt was read.
  public internal(set) var promptTime = Duration.zero
  /// From there to the end.
  public internal(set) var generationTime = Duration.zero
  /// How long it took to find the tokens that the guide allows, on another thread while the model ran.
  public internal(set) var maskTime = Duration.zero
  /// How long the engine's own thread was busy with the guide, or waited for it.
  public internal(set) var guideTime = Duration.zero
  /// How long the draft model took.
  public internal(set) var draftTime = Duration.zero

  /// Statistics of nothing.
  public init() {}
}
