import SwiftletGGUF
import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Tokens that a model's file says must never come (`tokenizer.ggml.suppress_tokens`).
@Suite(.timeLimit(.minutes(60))) struct SuppressedTokensTests {
  private let folder: TemporaryFolder
  private let prompt = [257] + (0..<20).map { 65 + $0 % 3 }

  init() throws { folder = try TemporaryFolder() }

  /// The fixture's model, with tokens that must not come.
  private func engine(suppressing tokens: some Sequence<Int>, usesPromptLookup: Bool = true) throws -> InferenceEngine {
    var variant = try ModelVariant(.grouped)
    variant.metadata["tokenizer.ggml.suppress_tokens"] = .array(.int32(tokens.map { Int32($0) }))
    return try InferenceEngine(
      contentsOf: try variant.write(to: folder),
      options: EngineOptions(threads: 1, keyValueType: .f32, usesPromptLookup: usesPromptLookup))
  }

  /// The tokens that the model would sample most often, and that its prompts suggest.
  private func favourites() async throws -> Set<Int> {
    let tokens = try await ModelFixture.grouped.engine().greedy(prompt, 40).tokens
    return Set(tokens.prefix(20)).union([65, 66])
  }

  @Test(arguments: [true, false]) func greedyTokensAreTheBestOfTheOthers(_ usesPromptLookup: Bool) async throws {
    let suppressed = try await favourites()
    let engine = try engine(suppressing: suppressed, usesPromptLookup: usesPromptLookup)
    let found = try await engine.greedy(prompt, 60)
    #expect(suppressed.isDisjoint(with: found.tokens))
    // The same as with a bias that rules them out.
    var sampling = SamplingParameters.greedy
    for token in suppressed { sampling.logitBias[token] = -.infinity }
    let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 60)
    let expected = try await ModelFixture.grouped.engine().outcome(of: request)
    #expect(found.tokens == expected.tokens && found.tokens.count > 1)
  }

  /// A text of a few tokens that repeat themselves: the next ones are drafted, and often are suppressed.
  @Test func draftsOfThemAreRejected() async throws {
    let free = try await ModelFixture.grouped.engine().greedy(prompt, 60)
    #expect(free.statistics.draftTokens > 0)
    for token in Set(free.tokens).sorted().prefix(6) {
      let with = try await engine(suppressing: [token]).greedy(prompt + free.tokens, 40)
      let without = try await engine(suppressing: [token], usesPromptLookup: false).greedy(prompt + free.tokens, 40)
      #expect(!with.tokens.contains(token) && with.tokens == without.tokens)
    }
  }

  @Test func drawsAreAmongTheOthers() async throws {
    let engine = try engine(suppressing: 0..<240)
    for seed: UInt64 in 0..<10 {
      var sampling = SamplingParameters(temperature: 3, topK: 0, topP: 1, minP: 0, seed: seed)
      if seed > 4 { sampling.logitBias = [3: 100] }
      if seed > 7 { sampling.mirostat = .init() }
      let outcome = try await engine.outcome(
        of: GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 30))
      #expect(outcome.tokens.allSatisfy { $0 >= 240 }, "\(outcome.tokens)")
    }
  }

  @Test func guidesDoWithoutThem() async throws {
    let letters = Set("abcdefgh".utf8.map { Int($0) })
    let engine = try engine(suppressing: letters)
    for source in [GuideSource.pattern("[a-k]{12}"), .choice(["abc", "kid", "kiji"]), .text(without: ["\u{0}"])] {
      let guide = try engine.guide(source)
      for seed: UInt64 in 0..<6 {
        let sampling = SamplingParameters(temperature: seed == 0 ? 0 : 1.5, topK: 0, topP: 1, minP: 0, seed: seed)
        let outcome = try await engine.outcome(
          of: GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 40, guide: guide))
        let reason = outcome.tokens.count == 40 ? FinishReason.maximumTokens : .endOfGeneration
        #expect(letters.isDisjoint(with: outcome.tokens) && outcome.reason == reason)
        if case .choice = source { #expect(outcome.tokens == Array("kiji".utf8).map { Int($0) }) }
      }
    }
    // What is forced has no other token here, so that it cannot be written.
    let guide = try engine.guide(.choice(["a"]))
    await #expect(throws: InferenceError.guide(.noTokenAllowed(offset: 0))) {
      try await engine.outcome(of: GenerationRequest(prompt: prompt, maximumTokens: 9, guide: guide))
    }
  }

  @Test func aGreedySamplerWithNothingLeftTakesAnother() throws {
    var variant = try ModelVariant(.grouped)
    variant.metadata["tokenizer.ggml.suppress_tokens"] = .array(.int32([0, 2]))
    let vocabulary = try Tokenizer(metadata: variant.metadata).vocabulary
    var sampler = Sampler(.greedy, vocabulary: vocabulary)
    let logits: [[Float]] = [[9, 1, 8, 2], [9, .nan, 8, .nan]]
    #expect(logits.map { sampler.sample($0.span, count: 4) } == [3, 1])
  }
}
