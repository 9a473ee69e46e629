import SwiftletInference

/// The speedup of speculative decoding: two engines, measured alternately.
struct TaskReport {
  /// The engines with and without speculative decoding.
  let engines: [Bool: InferenceEngine]
  let rounds: Int
  private(set) var hasFailed = false

  /// Loads a model twice; draft tokens come from prompt lookup, or from a draft model if given.
  init(model: String, draft: String? = nil, threads: Int?, rounds: Int) throws {
    var engines: [Bool: InferenceEngine] = [:]
    for speculates in [false, true] {
      engines[speculates] = try InferenceEngine(
        contentsOf: model,
        options: EngineOptions(
          threads: threads, usesPromptLookup: speculates && draft == nil, draftPath: speculates ? draft : nil))
    }
    (self.engines, self.rounds) = (engines, rounds)
  }

  /// Measures a request and returns its line; `expected` are the output tokens, if known.
  mutating func line(
    _ name: String, _ request: GenerationRequest, schema: String? = nil, expected: [Int]?
  ) async throws -> String {
    var speeds: [Bool: [Double]] = [:]
    var (statistics, plainSteps) = (RequestStatistics(), 0)
    var texts: [[Int]] = expected.map { [$0] } ?? []
    for round in 0...rounds {
      for speculates in round % 2 == 0 ? [false, true] : [true, false] {
        guard let engine = engines[speculates] else { continue }
        var request = request
        request.guide = try schema.map { try engine.guide(.schema(parsing: $0)) }
        let (tokens, seconds, found) = try await run(engine, request)
        texts.append(tokens)
        // The first round prefills the prompt and warms up.
        if round > 0 { speeds[speculates, default: []].append(Double(tokens.count) / seconds) }
        if speculates { statistics = found } else { plainSteps = found.steps }
      }
    }
    let isEqual = texts.allSatisfy { $0 == texts[0] }
    hasFailed = hasFailed || !isEqual
    let ratios = zip(speeds[true, default: []], speeds[false, default: []]).map { $0 / $1 }.sorted()
    return """
      \(name): \(statistics.generatedTokens) tokens in \(statistics.steps) steps instead of \(plainSteps), \
      \(statistics.draftTokens) drafted, \
      \(statistics.acceptedTokens) accepted; \(isEqual ? "equal texts" : "TEXTS DIFFER"); \
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
