import Foundation
import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers
import SwiftletWeights
import Testing

/// Answers to random schemas, of a temperature at which the shipped model would write anything.
///
/// The same for ten thousand of them: `Benchmarks`, `guided --generations 10000`.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model")) struct RandomAnswerTests {
  @Test(.timeLimit(.minutes(60))) func everyAnswerIsWholeAndSatisfiesItsSchema() async throws {
    let engine = try InferenceEngine(
      contentsOf: #require(DefaultModel.url).path(percentEncoded: false), options: EngineOptions(threads: 2))
    let index = TokenIndex(engine.tokenizer.vocabulary)
    var schemas = RandomSchema(SplitMix64(seed: 100))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let schema = schemas.next()
        if number >= 24 { try await group.next() }
        group.addTask { try await check(schema, number, engine, index) }
      }
      try await group.waitForAll()
    }
  }

  private func check(_ schema: String, _ number: Int, _ engine: InferenceEngine, _ index: TokenIndex) async throws {
    let guide = try engine.guide(.schema(parsing: schema))
    // Every third has hardly more room than the shortest answer needs.
    let most = max(1, guide.minimumTokenCount - 1) + (number % 3 == 0 ? number % 7 : 120)
    let request = GenerationRequest(
      prompt: engine.tokenizer.encode("Form \(number):"),
      sampling: SamplingParameters(temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: UInt64(number)),
      maximumTokens: most, guide: guide)
    var tokens: [Int] = []
    for try await event in engine.generate(request) {
      switch event {
      case .token(let token): tokens.append(token)
      case .finished(let reason): #expect(reason == .endOfGeneration, "\(schema)")
      case .prefilling, .prefilled, .promptLogProbability, .logProbability, .statistics: break
      }
    }
    #expect(tokens.count <= most)
    let bytes = try engine.tokenizer.decode(tokens)
    #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") {
      try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }
    var validator = try Guide(schema: schema, options: .validating, index: index).makeMatcher()
    let isValid = validator.accept(bytes: bytes) && validator.isAccepting
    #expect(isValid, "\(schema) → \(String(decoding: bytes, as: UTF8.self))")
  }
}
