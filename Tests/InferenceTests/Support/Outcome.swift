import SwiftletInference

/// All that a stream of events said.
struct Outcome: Equatable, Sendable {
  var promptTokens: Int?
  var cached: Int?
  var tokens: [Int] = []
  var reason: FinishReason?
  /// The tokens of the prompt, those that were cached and those that were processed; not part of what is compared.
  var progress: [[Int]] = []
  /// The log-probabilities of the prompt's tokens, and of the others.
  var promptScores: [TokenLogProbability] = []
  var scores: [TokenLogProbability] = []
  /// Not part of what is compared: times differ.
  var statistics = RequestStatistics()

  static func == (a: Outcome, b: Outcome) -> Bool {
    a.promptTokens == b.promptTokens && a.cached == b.cached && a.tokens == b.tokens && a.reason == b.reason
      && a.promptScores == b.promptScores && a.scores == b.scores
  }
}

extension InferenceEngine {
  /// Serves a request to its end.
  func outcome(of request: GenerationRequest) async throws -> Outcome {
    try await generate(request).outcome()
  }

  /// The most likely continuation of a prompt.
  func greedy(_ prompt: [Int], _ maximumTokens: Int? = nil) async throws -> Outcome {
    try await outcome(of: GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: maximumTokens))
  }
}

extension GenerationStream {
  /// Reads the stream to its end.
  func outcome() async throws -> Outcome {
    var outcome = Outcome()
    for try await event in self {
      switch event {
      case .prefilled(let tokens, let cached): (outcome.promptTokens, outcome.cached) = (tokens, cached)
      case .prefilling(let tokens, let cached, let processed): outcome.progress.append([tokens, cached, processed])
      case .promptLogProbability(let score): outcome.promptScores.append(score)
      case .logProbability(let score): outcome.scores.append(score)
      case .token(let token): outcome.tokens.append(token)
      case .statistics(let statistics): outcome.statistics = statistics
      case .finished(let reason): outcome.reason = reason
      }
    }
    return outcome
  }
}
