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

  private func penalties(
    _ context: [Int], _ dry: SamplingParameters.DRY, _ vocabulary: Vocabulary? = nil
  ) -> [Int: Float] {
    var parameters = SamplingParameters(temperature: 1, topK: 0, topP: 1, minP: 0)
    parameters.dry = dry
    var history = RepetitionHistory(parameters, vocabulary)
    for token in context { history.append(token) }
    return history.dryPenalties()
  }

  /// Texts that cannot be found, or are too long to be looked for, are none.
  @Test(arguments: [[], [""], [String(repeating: "a", count: 65)]])
  func textsMayEndNoRepetition(_ breakers: [String]) throws {
    let vocabulary = try vocabulary()
    var dry = doubling
    dry.breakers = breakers
    let context = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3]
    let found = penalties(context, dry, vocabulary)
    // Line ends are in the repetition, too.
    #expect(found.keys.sorted() == [4])
    let ended = penalties(context + [4, 0], doubling, vocabulary)
    #expect(ended.isEmpty)
  }

  private let doubling = SamplingParameters.DRY(
    multiplier: 1, base: 2, allowedLength: 2, breakers: ["\n", ":", "<|end|>"])

  @Test func whatGoesOnWithARepetitionLoses() {
    #expect(penalties([0, 1, 2, 3, 0, 1, 2], doubling) == [3: 2])
    #expect(penalties([0, 1, 2, 0, 1], doubling) == [2: 1])
    #expect(penalties([0, 1, 2, 0], doubling) == [:])
    // The longest of the occurrences counts.
    #expect(penalties([3, 0, 1, 2, 0, 1, 2, 3, 0, 1], doubling) == [2: 2])
    #expect(penalties([1, 1, 1, 1, 1], doubling) == [1: 4])
    for context in [[], [0], [0, 0]] { #expect(penalties(context, doubling) == [:]) }
  }

  @Test func whatIsOutsideTheWindowIsForgotten() {
    var narrow = doubling
    narrow.window = 5
    #expect(penalties([0, 1, 2, 3, 0, 1, 2], narrow) == [:])
    #expect(penalties(Array(repeating: 3, count: 500) + [0, 1, 2, 0, 1], narrow) == [2: 1])
  }

  @Test func longRepetitionsStayFinite() throws {
    let penalty = try #require(penalties(Array(repeating: 1, count: 5000), doubling)[1])
    #expect(penalty.isFinite && penalty > 1e30)
  }

  @Test func repetitionsDoNotReachAcrossBreakers() throws {
    let vocabulary = try vocabulary()
    let lineEnd = [0, 1, 4, 2, 3, 0, 1, 4, 2]
    #expect(penalties(lineEnd, doubling) == [3: 4])
    #expect(penalties(lineEnd, doubling, vocabulary) == [:])
    #expect(penalties([0, 1, 5, 0, 1, 5], doubling, vocabulary) == [:])
    #expect(penalties([0, 1, 5, 2, 3, 0, 1, 5, 2, 3], doubling, vocabulary) == [0: 1])
    // In pieces, of which none is a breaker alone.
    #expect(penalties([0, 6, 7, 8, 1, 2, 0, 6, 7, 8, 1], doubling, vocabulary) == [:])
    #expect(penalties([0, 6, 7, 2, 1, 2, 0, 6, 7, 2, 1], doubling, vocabulary) == [2: 8])
  }

  @Test func breakersThemselvesLoseNothing() throws {
    #expect(penalties([0, 1, 4, 2, 3, 0, 1], doubling, try vocabulary()) == [:])
    #expect(penalties([0, 1, 6, 2, 3, 0, 1], doubling, try vocabulary()) == [6: 1])
  }

  @Test func theSamplerAvoidsTheRepetition() {
    var parameters = SamplingParameters.greedy
    let logits: [Float] = [0, 1, 2, 3, 0]
    func choice() -> Int? {
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
