import SwiftletInference

/// How much faster a text comes with guesses than without: two engines in turns.
struct TaskReport {
  /// An engine that guesses and one that does not.
  let engines: [Bool: InferenceEngine]
  let rounds: Int
  private(set) var hasFailed = false

  /// Loads a model twice; guesses come from the text so far, or from a draft model if there is one.
  init(model: String, draft: String? = nil, threads: Int?, rounds: Int) throws {
    var engines: [Bool: InferenceEngine] = [:]
    for guesses in [false, true] {
      engines[guesses] = try InferenceEngine(
        contentsOf: model,
        options: EngineOptions(
          threads: threads, usesPromptLookup: guesses && draft == nil, draftPath: guesses ? draft : nil))
    }
    (self.engines, self.rounds) = (engines, rounds)
  }

  /// The line of a task: what was asked, and what has to come if that is known.
  mutating func line(
    _ name: String, _ request: GenerationRequest, schema: String? = nil, expected: [Int]?
  ) async throws -> String {
    var speeds: [Bool: [Double]] = [:]
    var (statistics, plainSteps) = (RequestStatistics(), 0)
    var texts: [[Int]] = expected.map { [$0] } ?? []
    for round in 0...rounds {
      for guesses in round % 2 == 0 ? [false, true] : [true, false] {
        guard let engine = engines[guesses] else { continue }
        var request = request
        request.guide = try schema.map { try engine.guide(.schema(parsing: $0)) }
        let (tokens, seconds, found) = try await run(engine, request)
        texts.append(tokens)
        // The first round reads the prompt, and warms up.
        if round > 0 { speeds[guesses, default: []].append(Double(tokens.count) / seconds) }
        if guesses { statistics = found } else { plainSteps = found.steps }
      }
    }
    let isEqual = texts.allSatisfy { $0 == texts[0] }
    hasFailed = hasFailed || !isEqual
    let ratios = zip(speeds[true, default: []], speeds[false, default: []]).map { $0 / $1 }.sorted()
    return """
      \(name): \(statistics.generatedTokens) tokens in \(statistics.steps) steps instead of \(plainSteps), \
      \(statistics.guessedTokens) guessed, \
      \(statistics.acceptedTokens) right; \(isEqual ? "equal texts" : "TEXTS DIFFER"); \
      \(decimals(median(speeds[false, default: []].sorted()))) tokens/s without, \
      × \(decimals(median(ratios))) with (\(ratios.map { "\(decimals($0))" }.joined(separator: ", ")))
      """
  }

  private func run(
    _ engine: InferenceEngine, _ request: GenerationRequest
  ) async throws -> (tokens: [Int], seconds: Double, RequestStatistics) {
    var (tokens, statistics) = ([Int](), RequestStatistics())
    for try await event in engine.generate(request) {
      if case .token(let token) = event { tokens.append(token) }
      if case .statistics(let found) = event { statistics = found }
    }
    return (tokens, statistics.generationTime / .seconds(1), statistics)
  }

  private func median(_ sorted: [Double]) -> Double {
    sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private func decimals(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
