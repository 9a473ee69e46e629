import SwiftletGGUF
import SwiftletInference
import SwiftletTokenizers
import Testing

/// Tests of the limits of generations and of refused requests.
@Suite(.timeLimit(.minutes(60))) struct GenerationLimitTests {
  private let prompt = [257, 111, 110, 99, 101]

  @Test(arguments: [1, 2, 9])
  func endsAfterTheMostTokens(_ count: Int) async throws {
    let outcome = try await ModelFixture.grouped.engine().greedy(prompt, count)
    #expect(outcome.promptTokens == 5 && outcome.cached == 0)
    #expect(outcome.tokens.count == count && outcome.reason == .maximumTokens)
  }

  @Test(arguments: [0, -1])
  func noTokensReadThePromptOnly(_ count: Int) async throws {
    let engine = try ModelFixture.grouped.engine()
    let expected = Outcome(promptTokens: 5, cached: 0, tokens: [], reason: .maximumTokens)
    #expect(try await engine.greedy(prompt, count) == expected)
    #expect(try await engine.greedy(prompt, 1).cached == 4)
  }

  /// The token after the last position needs no position to be chosen.
  @Test(arguments: [(5, 6), (19, 20), (20, 20), (1, 1)])
  func endsWhereTheContextEnds(_ extents: (prompt: Int, context: Int)) async throws {
    let engine = try ModelFixture.grouped.engine(contextSize: extents.context)
    let prompt = Array(repeating: 65, count: extents.prompt)
    let outcome = try await engine.greedy(prompt)
    #expect(outcome.tokens.count == extents.context - extents.prompt + 1 && outcome.reason == .contextFull)
  }

  @Test func contextIsAtMostWhatTheModelWasTrainedFor() throws {
    #expect(try ModelFixture.grouped.engine().contextSize == 128)
    #expect(try ModelFixture.grouped.engine(contextSize: 1000).contextSize == 128)
    #expect(try ModelFixture.grouped.engine(contextSize: 10).contextSize == 10)
    #expect(try ModelFixture.grouped.engine(contextSize: 0).contextSize == 1)
  }

  @Test func endsAtTheTokenThatEndsATurn() async throws {
    let tokens = try await ModelFixture.grouped.engine().greedy(prompt, 8).tokens
    let end = try #require(tokens.indices.first { !tokens[..<$0].contains(tokens[$0]) && $0 > 2 })
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    variant.metadata["tokenizer.ggml.eos_token_id"] = .uint32(UInt32(tokens[end]))
    let engine = try InferenceEngine(contentsOf: variant.write(to: folder))
    let outcome = try await engine.greedy(prompt, 8)
    #expect(outcome.tokens == Array(tokens[..<end]) && outcome.reason == .endOfGeneration)
  }

  @Test func withoutATokenThatEndsATurnTheContextEnds() async throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    try variant.shortenVocabulary(to: 8)
    let engine = try InferenceEngine(contentsOf: variant.write(to: folder))
    #expect(engine.tokenizer.vocabulary.endOfGeneration.isEmpty)
    for sampling in [SamplingParameters.greedy, SamplingParameters(temperature: 3, topK: 0, topP: 1, minP: 0)] {
      let outcome = try await engine.outcome(of: GenerationRequest(prompt: [1, 2, 3], sampling: sampling))
      #expect(outcome.reason == .contextFull && outcome.tokens.count == 126)
      // The table's other rows are padding.
      #expect(outcome.tokens.allSatisfy { $0 < 8 })
    }
  }

  @Test func emptyPromptIsRefused() async throws {
    let engine = try ModelFixture.grouped.engine()
    await #expect(throws: InferenceError.emptyPrompt) { try await engine.greedy([], 3) }
  }

  @Test func tooLongPromptIsRefusedWithNumbers() async throws {
    let engine = try ModelFixture.grouped.engine(contextSize: 20)
    let error = await #expect(throws: InferenceError.self) {
      try await engine.greedy(Array(repeating: 65, count: 21), 3)
    }
    #expect(error == .promptTooLong(tokens: 21, contextSize: 20))
    #expect(error?.description.contains("21") == true && error?.description.contains("20") == true)
  }

  @Test(arguments: [-1, 264, .min, .max])
  func unknownTokensAreRefused(_ token: Int) async throws {
    let engine = try ModelFixture.grouped.engine()
    await #expect(throws: InferenceError.tokenOutOfRange(token: token, vocabularyCount: 264)) {
      try await engine.greedy([65, token], 3)
    }
    #expect(try await engine.greedy([65, 263], 3).tokens.count == 3)
  }

  @Test func seedsDecideTheDraws() async throws {
    let engine = try ModelFixture.grouped.engine()
    func tokens(_ seed: UInt64?) async throws -> [Int] {
      let sampling = SamplingParameters(temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: seed)
      let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 20)
      return try await engine.outcome(of: request).tokens
    }
    let seven = try await tokens(7)
    #expect(try await tokens(7) == seven)
    #expect(try await tokens(8) != seven)
    #expect(try await tokens(nil) != tokens(nil))
    #expect(try await ModelFixture.grouped.engine().greedy(prompt, 20).tokens != seven)
  }
}
