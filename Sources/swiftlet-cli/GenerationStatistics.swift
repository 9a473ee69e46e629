import SwiftletInference
import Synchronization

/// Statistics of one generation, for `--stats`.
final class GenerationStatistics: Sendable {
  fileprivate struct State {
    var loadSeconds = 0.0
    var promptTokens = 0
    var cachedTokens = 0
    var generatedTokens = 0
    /// The tokens that were generated before the last prompt, such as the calls of the answer's turn.
    var earlierTokens = 0
    var started = ContinuousClock.now
    var promptRead: ContinuousClock.Instant?
    var firstToken: ContinuousClock.Instant?
    var last = ContinuousClock.now
    var reason: FinishReason?
    var request = RequestStatistics()
  }

  private let state = Mutex(State())

  /// Begins the statistics of another answer.
  func reset() { state.withLock { $0 = State() } }

  /// Ends the load time and starts the request time.
  func startRequest() {
    state.withLock { state in
      let now = ContinuousClock.now
      state.loadSeconds = (now - state.started).seconds
      (state.started, state.last) = (now, now)
    }
  }

  func record(_ event: GenerationEvent) {
    state.withLock { state in
      state.last = .now
      switch event {
      case .prefilled(let tokens, let cached):
        (state.promptTokens, state.cachedTokens, state.earlierTokens) = (tokens, cached, state.generatedTokens)
        state.promptRead = state.last
      case .token:
        state.generatedTokens += 1
        state.firstToken = state.firstToken ?? state.last
      case .statistics(let statistics): state.request = statistics
      case .finished(let reason): state.reason = reason
      case .prefilling, .promptLogProbability, .logProbability: break
      }
    }
  }

  /// Says how the answer ended, unless the model ended it or no token was asked for.
  ///
  /// - Parameter contextSize: The context of the model.
  /// - Returns: A sentence; nil if there is nothing to say.
  func endNote(contextSize: Int) -> String? {
    let (reason, tokens) = state.withLock { ($0.reason, $0.generatedTokens) }
    switch reason {
    case .maximumTokens?:
      return tokens == 0 ? nil : "the answer was cut off after \(tokens) tokens, the limit of --max-tokens"
    case .contextFull?: return "the answer was cut off, as the context of \(contextSize) tokens is full; see --context"
    case .stopSequence?: return "the answer ended at a stop sequence of --stop"
    case .endOfGeneration?, nil: return nil
    }
  }

  /// The number of tokens in the context: of the last prompt, and generated after it.
  var contextTokens: Int { state.withLock { $0.promptTokens + $0.generatedTokens - $0.earlierTokens } }

  /// The statistics in words.
  var summary: String {
    state.withLock { state in
      func text(_ speed: Double) -> String { speed.isFinite ? ", \(speed.formatted(decimals: 1)) tokens/s" : "" }
      let prefill = state.speed(state.promptTokens - state.cachedTokens, from: state.started, to: state.promptRead)
      let decode = state.speed(state.generatedTokens - 1, from: state.firstToken, to: state.last)
      return "prompt: \(state.promptTokens) tokens, \(state.cachedTokens) of them cached\(text(prefill)); "
        + "answer: \(state.generatedTokens) tokens\(text(decode))"
    }
  }

  /// The statistics as a line of JSON; speeds are in tokens per second, null if not measured.
  var line: String { state.withLock(\.line) }
}

extension GenerationStatistics.State {
  fileprivate var line: String {
    var line = JSONLine()
    line.add("prompt_tokens", promptTokens)
    line.add("cached_tokens", cachedTokens)
    line.add("generated_tokens", generatedTokens)
    line.add("prompt_tokens_per_second", speed(promptTokens - cachedTokens, from: started, to: promptRead))
    // The first token is sampled from the logits of the prompt and does not count as decoding.
    line.add("generation_tokens_per_second", speed(generatedTokens - 1, from: firstToken, to: last))
    line.add("time_to_first_token_seconds", firstToken.map { ($0 - started).seconds } ?? .nan)
    line.add("queue_seconds", request.queueTime.seconds)
    line.add("forced_tokens", request.forcedTokens)
    line.add("mask_seconds", request.maskTime.seconds)
    line.add("draft_tokens", request.draftTokens)
    line.add("accepted_tokens", request.acceptedTokens)
    line.add("draft_model_tokens", request.draftModelTokens)
    line.add("accepted_draft_model_tokens", request.acceptedDraftModelTokens)
    line.add("model_steps", request.steps)
    line.add("load_seconds", loadSeconds)
    line.add("peak_rss_bytes", ProcessStatistics.peakResidentBytes)
    line.add("finish_reason", reason?.name ?? "none")
    return line.text
  }

  fileprivate func speed(_ tokens: Int, from: ContinuousClock.Instant?, to: ContinuousClock.Instant?) -> Double {
    guard let from, let to, tokens > 0, to > from else { return .nan }
    return Double(tokens) / (to - from).seconds
  }
}
