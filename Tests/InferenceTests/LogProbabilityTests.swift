import Foundation
import SwiftletGGUF
import SwiftletGuides
import SwiftletKernelInterface
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Log-probabilities of generated tokens and of prompts, against those of the logits of all tokens.
@Suite(.timeLimit(.minutes(60))) struct LogProbabilityTests {
  private func engine(
    _ usesPromptLookup: Bool = false, threads: Int = 1, draft: Bool = false, cacheByteLimit: Int? = nil
  ) throws -> InferenceEngine {
    var options = EngineOptions(threads: threads, keyValueType: .f32, usesPromptLookup: usesPromptLookup)
    options.draftPath = draft ? ModelFixture.grouped.path : nil
    options.cacheByteLimit = cacheByteLimit
    return try InferenceEngine(contentsOf: ModelFixture.grouped.path, options: options.withFixedSpeculationCost)
  }

  private let prompt = [257, 111, 110, 99, 101, 32, 111, 110, 99, 101, 32, 111, 110]

  /// ln p of all tokens, in double precision.
  private func logProbabilities(_ logits: [Float]) -> [Double] {
    let highest = Double(logits.max() ?? 0)
    let sum = logits.reduce(0.0) { $0 + exp(Double($1) - highest) }
    return logits.map { Double($0) - highest - log(sum) }
  }

  /// Checks that scores are those of the logits which all tokens before give.
  private func check(
    _ scores: [TokenLogProbability], of tokens: [Int], from first: Int, top: Int, _ engine: InferenceEngine
  ) throws {
    let all = try logits(engine.model, tokens)
    #expect(scores.map { $0.token } == Array(tokens[first...]))
    for (position, score) in zip(first..., scores) {
      #expect(score.bytes == Array(engine.tokenizer.vocabulary.piece(of: score.token)))
      guard position > 0 else {
        #expect(score.logProbability == nil && score.top.isEmpty)
        continue
      }
      let expected = logProbabilities(Array(all[position - 1].prefix(engine.tokenizer.vocabulary.count)))
      let found = try #require(score.logProbability)
      #expect(abs(found - expected[score.token]) < 1e-5)
      let order = expected.indices.sorted { (expected[$0], $1) > (expected[$1], $0) }
      #expect(score.top.map { $0.token } == Array(order.prefix(top)))
      for other in score.top {
        #expect(abs(other.logProbability - expected[other.token]) < 1e-5)
        #expect(other.bytes == Array(engine.tokenizer.vocabulary.piece(of: other.token)))
      }
    }
  }

  @Test(arguments: [0, 5, 20], [SamplingParameters.greedy, SamplingParameters(temperature: 1.4, topK: 9, seed: 3)])
  func generatedTokensHaveThoseOfTheModel(_ top: Int, _ sampling: SamplingParameters) async throws {
    let engine = try engine()
    var request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 20)
    let plain = try await self.engine().outcome(of: request)
    request.logProbabilities = LogProbabilityRequest(topCount: top)
    let outcome = try await engine.outcome(of: request)
    #expect(outcome.tokens == plain.tokens && outcome.promptScores.isEmpty)
    try check(outcome.scores, of: prompt + outcome.tokens, from: prompt.count, top: top, engine)
  }

  /// A bias changes what is sampled, and not what the model says.
  @Test func samplersDoNotChangeThem() async throws {
    let engine = try engine()
    var sampling = SamplingParameters.greedy
    sampling.logitBias = [70: 100]
    sampling.repetitionPenalty = 1.3
    let request = GenerationRequest(
      prompt: prompt, sampling: sampling, maximumTokens: 4, logProbabilities: LogProbabilityRequest(topCount: 2))
    let outcome = try await engine.outcome(of: request)
    #expect(outcome.tokens.contains(70))
    try check(outcome.scores, of: prompt + outcome.tokens, from: prompt.count, top: 2, engine)
  }

  @Test func draftsGiveTheSame() async throws {
    let period = [257] + (0..<40).map { 65 + $0 % 3 }
    let request = GenerationRequest(
      prompt: period, sampling: .greedy, maximumTokens: 70, logProbabilities: LogProbabilityRequest(topCount: 3))
    let expected = try await engine().outcome(of: request)
    for other in [try engine(true, threads: 2), try engine(draft: true)] {
      let outcome = try await other.outcome(of: request)
      #expect(outcome.statistics.acceptedTokens > 0)
      #expect(outcome.tokens == expected.tokens && outcome.scores == expected.scores)
    }
    try check(expected.scores, of: period + expected.tokens, from: period.count, top: 3, engine())
  }

  /// The prompt is longer than the rows of logits that a pass computes.
  @Test(arguments: [0, 1, 12]) func promptsAreScoredWhole(_ maximumTokens: Int) async throws {
    let engine = try engine()
    let long = [257] + (0..<99).map { 65 + $0 * $0 % 41 }
    // Nothing of it may come from the prefix cache.
    _ = try await engine.greedy(long, 1)
    let request = GenerationRequest(
      prompt: long, sampling: .greedy, maximumTokens: maximumTokens,
      logProbabilities: LogProbabilityRequest(topCount: 1, ofPrompt: true))
    let outcome = try await engine.outcome(of: request)
    #expect(outcome.cached == 0 && outcome.tokens.count == maximumTokens)
    try check(outcome.promptScores, of: long, from: 0, top: 1, engine)
    try check(outcome.scores, of: long + outcome.tokens, from: long.count, top: 1, engine)
    let next = try await engine.greedy(long, 1)
    #expect(next.cached ?? 0 > 0)
  }

  @Test func requestsSideBySideHaveThoseOfRequestsAlone() async throws {
    let prompts = (0..<9).map { (index: Int) -> [Int] in
      [257] + (0..<20 + 7 * index).map { (position: Int) -> Int in 65 + (position * (index + 2)) % 37 }
    }
    let requests = prompts.enumerated().map { index, prompt in
      GenerationRequest(
        prompt: prompt, sampling: .greedy, maximumTokens: 15,
        logProbabilities: index % 3 == 2 ? nil : LogProbabilityRequest(topCount: 2, ofPrompt: index % 3 == 0))
    }
    var expected: [Outcome] = []
    for request in requests { expected.append(try await engine().outcome(of: request)) }
    let together = try engine(threads: 2)
    let found = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, try await together.outcome(of: request)) }
      }
      return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    for (index, outcome) in expected.enumerated() {
      #expect(found[index]?.tokens == outcome.tokens)
      #expect(found[index]?.scores == outcome.scores && found[index]?.promptScores == outcome.promptScores)
    }
  }

  /// Forced tokens have logits too, also those that an answer ends with.
  @Test(arguments: [false, true]) func forcedTokensHaveThem(_ usesPromptLookup: Bool) async throws {
    let engine = try engine(usesPromptLookup)
    let guide = try engine.guide(.sequence([.choice(["a", "b"]), .choice([" is what was said, and no more."])]))
    var request = GenerationRequest(prompt: prompt, sampling: .greedy, guide: guide)
    let plain = try await self.engine(usesPromptLookup).outcome(of: request)
    request.logProbabilities = LogProbabilityRequest(topCount: 1)
    let outcome = try await engine.outcome(of: request)
    #expect(outcome.statistics.forcedTokens > 5 && outcome.tokens == plain.tokens && outcome.reason == plain.reason)
    try check(outcome.scores, of: prompt + outcome.tokens, from: prompt.count, top: 1, engine)
  }

  @Test func aReasoningBudgetsTokensHaveThem() async throws {
    let engine = try engine()
    let closing = Array(" so.</think>".utf8).map { Int($0) }
    let limit = ReasoningLimit(
      tokenCount: 3, startTag: "<think>", startsInReasoning: true, endTags: ["</think>"], closing: closing)
    for maximumTokens in [3 + closing.count, 3 + closing.count + 5] {
      let request = GenerationRequest(
        prompt: prompt, sampling: .greedy, maximumTokens: maximumTokens, reasoningLimit: limit,
        logProbabilities: LogProbabilityRequest())
      let outcome = try await engine.outcome(of: request)
      #expect(outcome.tokens.count == maximumTokens)
      #expect(outcome.statistics.forcedTokens == closing.count)
      try check(outcome.scores, of: prompt + outcome.tokens, from: prompt.count, top: 0, engine)
    }
  }
}
