import Testing

@testable import SwiftletInference

/// Reports of how much of a prompt has been processed.
@Suite(.timeLimit(.minutes(60))) struct PrefillProgressTests {
  private let prompt = [257] + (0..<109).map { 65 + $0 % 37 }

  private func outcome(_ engine: InferenceEngine, _ tokens: [Int], reports: Bool = true) async throws -> Outcome {
    var request = GenerationRequest(prompt: tokens, sampling: .greedy, maximumTokens: 2)
    request.reportsProgress = reports
    return try await engine.outcome(of: request)
  }

  @Test func progressGoesFromTheCachedTokensToAll() async throws {
    let engine = try ModelFixture.grouped.engine()
    let first = try await outcome(engine, prompt).progress
    #expect(first.first == [110, 0, 0] && first.last == [110, 0, 110])
    let second = try await outcome(engine, prompt + [70, 71])
    let cached = try #require(second.cached)
    #expect(cached >= 64)
    #expect(second.progress.first == [112, cached, cached] && second.progress.last == [112, cached, 112])
    let processed = second.progress.map { $0[2] }
    #expect(processed == processed.sorted())
  }

  @Test func requestsThatDoNotAskAreNotTold() async throws {
    let engine = try ModelFixture.grouped.engine()
    #expect(try await outcome(engine, prompt, reports: false).progress.isEmpty)
  }
}
