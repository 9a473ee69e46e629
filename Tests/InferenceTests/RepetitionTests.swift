import SwiftletGGUF
@testable import SwiftletInference
import SwiftletTokenizers
import Testing

/// DRY where the outcome is plain, and texts that end repetitions.
@Suite struct RepetitionTests {
  /// Tokens 0 to 9: a, b, c, d, a line end, a colon with a letter, and pieces of `<|end|>`.
  private func vocabulary() throws -> Vocabulary {
    let texts = ["a", "b", "c", "d", "\n", "x:y", "<|", "end", "|>", "."]
    var metadata = GGUFMetadata()
    metadata["tokenizer.ggml.model"] = .text("llama")
    metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(texts.map { Array($0.utf8) })))
    metadata["tokenizer.ggml.scores"] = .array(.float32(texts.map { _ in 0 }))
    metadata["tokenizer.ggml.token_type"] = .array(.int32(texts.map { _ in 1 }))
    return try Tokenizer(metadata: metadata).vocabulary
  }

  private func losses(_ context: [Int], _ dry: SamplingParameters.DRY, _ vocabulary: Vocabulary? = nil) -> [Int: Float]
  {
    var parameters = SamplingParameters(temperature: 1, topK: 0, topP: 1, minP: 0)
    parameters.dry = dry
    var history = RepetitionHistory(parameters, vocabulary)
    for token in context { history.append(token) }
    return history.losses()
  }

  private let doubling = SamplingParameters.DRY(
    multiplier: 1, base: 2, allowedLength: 2, breakers: ["\n", ":", "<|end|>"])

  @Test func whatGoesOnWithARepetitionLoses() {
    #expect(losses([0, 1, 2, 3, 0, 1, 2], doubling) == [3: 2])
    #expect(losses([0, 1, 2, 0, 1], doubling) == [2: 1])
    #expect(losses([0, 1, 2, 0], doubling) == [:])
    // The longest of the occurrences counts.
    #expect(losses([3, 0, 1, 2, 0, 1, 2, 3, 0, 1], doubling) == [2: 2])
    #expect(losses([1, 1, 1, 1, 1], doubling) == [1: 4])
    for context in [[], [0], [0, 0]] { #expect(losses(context, doubling) == [:]) }
  }

  @Test func whatIsOutsideTheWindowIsForgotten() {
    var narrow = doubling
    narrow.window = 5
    #expect(losses([0, 1, 2, 3, 0, 1, 2], narrow) == [:])
    #expect(losses(Array(repeating: 3, count: 500) + [0, 1, 2, 0, 1], narrow) == [2: 1])
  }

  @Test func longRepetitionsStayFinite() throws {
    let loss = try #require(losses(Array(repeating: 1, count: 5000), doubling)[1])
    #expect(loss.isFinite && loss > 1e30)
  }

  @Test func repetitionsDoNotReachAcrossBreakers() throws {
    let vocabulary = try vocabulary()
    let lineEnd = [0, 1, 4, 2, 3, 0, 1, 4, 2]
    #expect(losses(lineEnd, doubling) == [3: 4])
    #expect(losses(lineEnd, doubling, vocabulary) == [:])
    #expect(losses([0, 1, 5, 0, 1, 5], doubling, vocabulary) == [:])
    #expect(losses([0, 1, 5, 2, 3, 0, 1, 5, 2, 3], doubling, vocabulary) == [0: 1])
    // In pieces, of which none is a breaker alone.
    #expect(losses([0, 6, 7, 8, 1, 2, 0, 6, 7, 8, 1], doubling, vocabulary) == [:])
    #expect(losses([0, 6, 7, 2, 1, 2, 0, 6, 7, 2, 1], doubling, vocabulary) == [2: 8])
  }

  @Test func breakersThemselvesLoseNothing() throws {
    #expect(losses([0, 1, 4, 2, 3, 0, 1], doubling, try vocabulary()) == [:])
    #expect(losses([0, 1, 6, 2, 3, 0, 1], doubling, try vocabulary()) == [6: 1])
  }

  @Test func theSamplerAvoidsTheRepetition() {
    var parameters = SamplingParameters.greedy
    let logits: [Float] = [0, 1, 2, 3, 0]
    func choice() -> Int {
      var sampler = Sampler(parameters, context: [0, 1, 3, 2, 0, 1])
      return sampler.sample(logits.span, count: logits.count)
    }
    #expect(choice() == 3)
    parameters.dry = SamplingParameters.DRY(multiplier: 1.5)
    #expect(choice() == 2)
    parameters.logitBias = [2: -.infinity, 99: 3, -1: 3]
    #expect(choice() == 3)
    parameters.logitBias = [2: -.infinity, 4: 9]
    #expect(choice() == 4)
  }
}
