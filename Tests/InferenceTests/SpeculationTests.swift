import Foundation
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Speculative decoding changes the batch size, and no result.
@Suite(.timeLimit(.minutes(60))) struct SpeculationTests {
  private func engine(_ usesPromptLookup: Bool, threads: Int = 1, trace: EngineTrace? = nil) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(threads: threads, keyValueType: .f32, usesPromptLookup: usesPromptLookup, trace: trace)
        .withFixedSpeculationCost)
  }

  /// Prompts that repeat themselves, so that tokens are drafted.
  private static let prompts: [[Int]] = (0..<6).map { (index: Int) -> [Int] in
    let period = 3 + index % 3
    return [257] + (0..<8 + 5 * index).map { (position: Int) -> Int in 65 + position % period }
  }

  @Test(arguments: [1, 2], [SamplingParameters.greedy, SamplingParameters(temperature: 0.9, topK: 20, seed: 5)])
  func tokensAreTheSameAsWithout(_ threads: Int, _ sampling: SamplingParameters) async throws {
    let (with, without) = (try engine(true, threads: threads), try engine(false))
    var drafted = 0
    for prompt in Self.prompts {
      let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 70)
      let (found, expected) = (try await with.outcome(of: request), try await without.outcome(of: request))
      #expect(found.tokens == expected.tokens && found.reason == expected.reason)
      #expect(expected.statistics.draftTokens == 0)
      drafted += found.statistics.draftTokens
      // Each step gives a token, and each accepted draft token another.
      let last = found.reason == FinishReason.endOfGeneration ? 1 : 0
      let stepsAndAccepted = found.statistics.steps + found.statistics.acceptedTokens
      #expect(stepsAndAccepted == found.tokens.count + last)
    }
    #expect(drafted > 0)
  }

  /// A model that repeats itself needs far fewer steps than tokens.
  @Test func repetitionTakesFewSteps() async throws {
    let outcome = try await engine(true).greedy(Self.prompts[0], 100)
    let statistics = outcome.statistics
    #expect(statistics.acceptedTokens > 0 && statistics.steps < outcome.tokens.count)
    // The next prompt finds all of the sequence in the prefix cache, accepted draft tokens included.
    let engine = try engine(true)
    let first = try await engine.greedy(Self.prompts[1], 40)
    let next = Self.prompts[1] + first.tokens + [7]
    let second = try await engine.greedy(next, 20)
    #expect(second.cached ?? 0 >= next.count - 2)
    #expect(try await self.engine(false).greedy(next, 20).tokens == second.tokens)
  }

  /// Recurrent states cannot be rolled back, so nothing is drafted for models with such layers.
  @Test(arguments: ["lfm2", "qwen35"])
  func modelsWithStatesDraftNothing(_ name: String) async throws {
    let fixture = ArchitectureFixture(name: name)
    let prompt = (0..<30).map { 5 + $0 % 3 }
    let engines = try [true, false].map { usesPromptLookup in
      try InferenceEngine(
        contentsOf: fixture.path,
        options: EngineOptions(threads: 1, keyValueType: .f32, usesPromptLookup: usesPromptLookup))
    }
    let (with, without) = (engines[0], engines[1])
    let (found, expected) = (try await with.greedy(prompt, 60), try await without.greedy(prompt, 60))
    #expect(found.tokens == expected.tokens && found.statistics.draftTokens == 0)
    // The next turn continues from the checkpoint.
    let next = prompt + found.tokens + [7, 8]
    let (second, other) = (try await with.greedy(next, 10), try await without.greedy(prompt + [9], 10))
    #expect(second.cached ?? 0 >= next.count - 3 && other.cached == 0)
  }

  @Test func concurrentSequencesDraftIndependently() async throws {
    let (with, without) = (try engine(true, threads: 2), try engine(false))
    let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for (index, prompt) in Self.prompts.prefix(4).enumerated() {
        group.addTask { (index, try await with.greedy(prompt, 60)) }
      }
      return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    for (index, prompt) in Self.prompts.prefix(4).enumerated() {
      #expect(try await without.greedy(prompt, 60).tokens == outcomes[index]?.tokens)
    }
  }

  @Test func aTraceIsJSONWithALineForEachRequest() async throws {
    let trace = EngineTrace()
    let engine = try engine(true, trace: trace)
    for prompt in Self.prompts { _ = try await engine.greedy(prompt, 5) }
    struct Trace: Decodable {
      struct Event: Decodable {
        var name: String
        var ph: String
        var tid: Int
        var ts: Int?
        var dur: Int?
      }
      var traceEvents: [Event]
    }
    let events = try JSONDecoder().decode(Trace.self, from: Data(trace.json().utf8)).traceEvents
    #expect(events.count { $0.ph == "M" } == 7)
    for line in 1...6 {
      #expect(events.filter { $0.tid == line && $0.ph == "X" }.map(\.name) == ["queue", "prompt", "answer"])
    }
    #expect(events.count { $0.name == "step" } >= 12)
    #expect(events.allSatisfy { $0.ph == "M" || ($0.ts ?? -1 >= 0 && $0.dur ?? -1 >= 0) })
  }
}
