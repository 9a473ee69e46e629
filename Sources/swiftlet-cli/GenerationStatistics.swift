import SwiftletInference

/// What a generation took, for `--stats`.
struct GenerationStatistics {
  private var loadSeconds: Double
  private var promptTokens = 0
  private var cachedTokens = 0
  private var generatedTokens = 0
  private var started = ContinuousClock.now
  private var promptRead: ContinuousClock.Instant?
  private var firstToken: ContinuousClock.Instant?
  private var last = ContinuousClock.now
  private var reason: FinishReason?
  private var request = RequestStatistics()

  init(loadSeconds: Double) { self.loadSeconds = loadSeconds }

  /// Starts the clock of the request.
  mutating func begin() {
    started = .now
    last = started
  }

  mutating func note(_ event: GenerationEvent) {
    last = .now
    switch event {
    case .promptRead(let tokens, let cached):
      (promptTokens, cachedTokens) = (tokens, cached)
      promptRead = last
    case .token:
      generatedTokens += 1
      if firstToken == nil { firstToken = last }
    case .statistics(let statistics):
      request = statistics
    case .finished(let reason):
      self.reason = reason
    }
  }

  /// One line of JSON; speeds in tokens a second, null where nothing was measured.
  var line: String {
    var line = JSONLine()
    line.add("prompt_tokens", promptTokens)
    line.add("cached_tokens", cachedTokens)
    line.add("generated_tokens", generatedTokens)
    line.add("prompt_tokens_per_second", speed(promptTokens - cachedTokens, from: started, to: promptRead))
    // The first token comes with the prompt, so the rest is what generation alone took.
    line.add("generation_tokens_per_second", speed(generatedTokens - 1, from: firstToken, to: last))
    line.add("time_to_first_token_seconds", firstToken.map { ($0 - started).seconds } ?? .nan)
    line.add("queue_seconds", request.queueTime.seconds)
    line.add("forced_tokens", request.forcedTokens)
    line.add("mask_seconds", request.maskTime.seconds)
    line.add("guessed_tokens", request.guessedTokens)
    line.add("accepted_tokens", request.acceptedTokens)
    line.add("drafted_tokens", request.draftedTokens)
    line.add("accepted_drafted_tokens", request.acceptedDraftedTokens)
    line.add("model_steps", request.steps)
    line.add("load_seconds", loadSeconds)
    line.add("peak_rss_bytes", ProcessStatistics.peakResidentBytes)
    line.add("finish_reason", reason?.rawValue ?? "none")
    return line.text
  }

  private func speed(_ tokens: Int, from: ContinuousClock.Instant?, to: ContinuousClock.Instant?) -> Double {
    guard let from, let to, tokens > 0, to > from else { return .nan }
    return Double(tokens) / (to - from).seconds
  }
}
