import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Reasoning ends when its budget is used up, and the answer follows.
@Suite(.timeLimit(.minutes(60))) struct ReasoningLimitTests {
  private static let end = "</t>"
  private let prompt = [257] + (0..<20).map { 65 + $0 % 3 }
  private let closing = Array(end.utf8).map { Int($0) }

  private func engine(usesPromptLookup: Bool = true) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(threads: 1, contextSize: 128, keyValueType: .f32, usesPromptLookup: usesPromptLookup))
  }

  private func limit(_ count: Int, startsInReasoning: Bool = true) -> ReasoningLimit {
    ReasoningLimit(
      tokenCount: count, startTag: "<t>", startsInReasoning: startsInReasoning, endTags: [Self.end], closing: closing)
  }

  /// Characters of one byte, and no end-of-generation token, so that reasoning ends at known positions.
  private func plain(_ sampling: SamplingParameters) -> SamplingParameters {
    var sampling = sampling
    for token in [258] + Array(128..<256) { sampling.logitBias[token] = -.infinity }
    return sampling
  }

  private func bytes(_ tokens: [Int], _ engine: InferenceEngine) -> [UInt8] {
    tokens.flatMap { engine.tokenizer.vocabulary.piece(of: $0) }
  }

  @Test(
    arguments: [0, 1, 7, 30],
    [SamplingParameters.greedy, SamplingParameters(temperature: 1.2, topK: 0, topP: 1, minP: 0, seed: 4)])
  func thoughtsHaveSoManyTokens(_ count: Int, _ sampling: SamplingParameters) async throws {
    for usesPromptLookup in [true, false] {
      let engine = try engine(usesPromptLookup: usesPromptLookup)
      var request = GenerationRequest(prompt: prompt, sampling: plain(sampling), maximumTokens: 60)
      let free = try await engine.outcome(of: request)
      request.reasoningLimit = limit(count)
      let found = try await engine.outcome(of: request)
      #expect(found.tokens.count == 60 && found.reason == .maximumTokens)
      #expect(Array(found.tokens.prefix(count)) == Array(free.tokens.prefix(count)))
      #expect(Array(found.tokens[count..<count + closing.count]) == closing)
      #expect(found.statistics.forcedTokens == closing.count)
      guard sampling.temperature == 0 else { continue }
      // The model continues as if it had generated the end tag itself.
      let start = prompt + found.tokens.prefix(count + closing.count)
      let rest = try await engine.outcome(
        of: GenerationRequest(
          prompt: start, sampling: plain(sampling), maximumTokens: 60 - count - closing.count))
      #expect(Array(found.tokens.dropFirst(count + closing.count)) == rest.tokens)
    }
  }

  @Test func answersWithoutThoughtsAreLeftAlone() async throws {
    let engine = try engine()
    var request = GenerationRequest(prompt: prompt, sampling: plain(.greedy), maximumTokens: 40)
    let free = try await engine.outcome(of: request)
    request.reasoningLimit = limit(3, startsInReasoning: false)
    #expect(try await engine.outcome(of: request).tokens == free.tokens)
  }

  @Test func theNumberOfAllTokensIsKept() async throws {
    let request = GenerationRequest(
      prompt: prompt, sampling: plain(.greedy), maximumTokens: 5, reasoningLimit: limit(3))
    let outcome = try await engine().outcome(of: request)
    #expect(outcome.tokens.count == 5 && Array(outcome.tokens.suffix(2)) == Array(closing.prefix(2)))
    #expect(outcome.reason == .maximumTokens)
  }

  /// Guides that include reasoning, and what has to follow it.
  @Test(arguments: 0..<12) func guidedReasoningEndsToo(_ count: Int) async throws {
    let engine = try engine()
    let thoughts = GuideSource.sequence([
      .choice(["<t>"]), .text(without: [Self.end]), .choice([Self.end]), .choice(["yes.", "no."]),
    ])
    let guide = try engine.guide(thoughts)
    for seed: UInt64 in 0..<4 {
      let sampling = SamplingParameters(temperature: 1.2, topK: 0, topP: 1, minP: 0, seed: seed)
      let request = GenerationRequest(
        prompt: prompt, sampling: sampling, maximumTokens: 60, guide: guide,
        reasoningLimit: limit(count, startsInReasoning: false))
      let outcome = try await engine.outcome(of: request)
      let text = bytes(outcome.tokens, engine)
      let end = try #require(text.indices.first { text[$0...].starts(with: Self.end.utf8) })
      // Tokens have two bytes at most, and up to three more come where a character has to be completed.
      #expect((3...3 + 2 * (count + 3)).contains(end), "\(text)")
      #expect(["yes.", "no."].contains(String(decoding: text[(end + 4)...], as: UTF8.self)))
      #expect(outcome.reason == .endOfGeneration)
    }
  }

  /// With few tokens left, what the guide needs for the end of the answer comes first.
  @Test(arguments: 8...20) func guidedAnswersAreWholeInAnyCase(_ maximumTokens: Int) async throws {
    let engine = try engine()
    let guide = try engine.guide(
      .sequence([.text(without: [Self.end]), .choice([Self.end]), .choice(["yes.", "no."])]))
    let request = GenerationRequest(
      prompt: prompt, sampling: plain(.greedy), maximumTokens: maximumTokens, guide: guide, reasoningLimit: limit(4))
    let outcome = try await engine.outcome(of: request)
    let text = String(decoding: bytes(outcome.tokens, engine), as: UTF8.self)
    #expect(text.hasSuffix("</t>yes.") || text.hasSuffix("</t>no."))
    #expect(outcome.tokens.count <= min(maximumTokens, 12) && outcome.reason == .endOfGeneration)
  }
}
