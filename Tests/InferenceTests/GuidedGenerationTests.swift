import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers
import Testing

/// Guided answers are what their guide says, whatever the model would rather write.
@Suite(.timeLimit(.minutes(60))) struct GuidedGenerationTests {
  private let engine: InferenceEngine
  private let prompt = [257] + Array("Once upon a time".utf8).map { Int($0) }

  init() throws { engine = try ModelFixture.grouped.engine(contextSize: 128) }

  private func text(_ tokens: [Int]) -> String {
    String(decoding: tokens.flatMap { engine.tokenizer.vocabulary.piece(of: $0) }, as: UTF8.self)
  }

  private func answer(
    _ source: GuideSource, _ maximumTokens: Int? = nil, sampling: SamplingParameters = .greedy
  ) async throws -> Outcome {
    let guide = try engine.guide(source)
    return try await engine.outcome(
      of: GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: maximumTokens, guide: guide))
  }

  @Test func aChoiceIsOneOfItsTexts() async throws {
    let outcome = try await answer(.choice(["red", "green", "blue"]))
    #expect(["red", "green", "blue"].contains(text(outcome.tokens)))
    #expect(outcome.reason == .endOfGeneration)
  }

  @Test func everyDrawMatchesThePattern() async throws {
    for seed: UInt64 in 0..<40 {
      var sampling = SamplingParameters(temperature: 1.5)
      sampling.seed = seed
      let outcome = try await answer(.pattern("[a-c]{2,5}-[0-9]{3}"), sampling: sampling)
      let found = text(outcome.tokens)
      #expect(found.wholeMatch(of: /[a-c]{2,5}-[0-9]{3}/) != nil, "\(found)")
      #expect(outcome.reason == .endOfGeneration)
    }
  }

  @Test(arguments: 10...40) func noAnswerIsCutOff(_ maximumTokens: Int) async throws {
    let schema =
      #"{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": false}"#
    let shortest = try engine.guide(.schema(parsing: schema)).minimumTokenCount - 1
    var sampling = SamplingParameters(temperature: 1.5)
    sampling.seed = UInt64(maximumTokens)
    guard maximumTokens >= shortest else {
      let error = InferenceError.guide(.budgetTooSmall(needed: shortest, available: maximumTokens))
      await #expect(throws: error) { _ = try await answer(.schema(parsing: schema), maximumTokens) }
      return
    }
    let outcome = try await answer(.schema(parsing: schema), maximumTokens, sampling: sampling)
    #expect(outcome.tokens.count <= maximumTokens && outcome.reason == .endOfGeneration)
    let found = text(outcome.tokens)
    // As bytes: a mark that combines with a quote makes one character of both.
    #expect(found.utf8.starts(with: #"{"name":""#.utf8) && found.utf8.suffix(2).elementsEqual(#""}"#.utf8), "\(found)")
  }

  /// The context ends before the answer would: 128 positions, of which the prompt takes 17.
  @Test func theContextIsABudgetToo() async throws {
    var sampling = SamplingParameters(temperature: 1.5)
    sampling.seed = 1
    let outcome = try await answer(.pattern("x[a-z ]{40,}y"), sampling: sampling)
    let found = text(outcome.tokens)
    #expect(found.hasPrefix("x") && found.hasSuffix("y") && outcome.tokens.count <= 128 - prompt.count + 1)
    let needed = try engine.guide(.pattern("[a-z]{200}")).minimumTokenCount - 1
    let error = InferenceError.guide(.budgetTooSmall(needed: needed, available: 128 - prompt.count + 1))
    await #expect(throws: error) { _ = try await answer(.pattern("[a-z]{200}")) }
  }

  @Test func forcedTextIsTheSameInOneStepAndInMany() async throws {
    let outcome = try await answer(.sequence([.choice(["The answer is: "]), .choice(["yes.", "no."])]))
    #expect(["The answer is: yes.", "The answer is: no."].contains(text(outcome.tokens)))
    // What was run in one batch is in the cache as if it had been run token by token.
    let next = prompt + outcome.tokens + [10, 11]
    let warm = try await engine.greedy(next, 5)
    #expect(warm.cached ?? 0 > prompt.count)
    #expect(try await ModelFixture.grouped.engine(contextSize: 128).greedy(next, 5).tokens == warm.tokens)
  }

  @Test func forcedTextCostsNoSteps() async throws {
    let source = GuideSource.sequence([
      .choice(["The answer is: "]), .choice(["yes.", "no."]), .choice([" Thank you."]),
    ])
    let outcome = try await answer(source)
    #expect(["yes", "no"].contains { text(outcome.tokens) == "The answer is: \($0). Thank you." })
    let statistics = outcome.statistics
    // A token each for the first byte, the choice, and what follows it: all else has to be.
    #expect(statistics.steps < 6 && statistics.forcedTokens + statistics.steps == statistics.generatedTokens)
    #expect(statistics.generatedTokens == outcome.tokens.count)
    #expect(statistics.maskTime > .zero && statistics.guideTime > .zero)
    #expect(statistics.promptTokens == prompt.count && statistics.promptTime > .zero)
    let free = try await engine.greedy(prompt, 9).statistics
    #expect(free.forcedTokens == 0 && free.steps == 9 && free.generatedTokens == 9)
    #expect(free.maskTime == .zero && free.guideTime == .zero)
  }

  @Test func anAnswerThatFillsItsLimitIsComplete() async throws {
    let outcome = try await answer(.pattern("[a-c]{12}"), 12)
    #expect(outcome.tokens.count == 12 && outcome.reason == .endOfGeneration)
  }

  /// A vocabulary of 8 tokens has not what the guide asks for.
  @Test func aDeadEndIsAnError() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let guide = try engine.guide(.choice(["abc"]))
    let error = await #expect(throws: InferenceError.self) {
      try await engine.outcome(of: GenerationRequest(prompt: [1, 2], guide: guide))
    }
    #expect(error == .guide(.noTokenAllowed(offset: 0)))
    #expect(error?.description.contains("0 bytes") == true)
    // The engine continues to serve requests.
    #expect(try await engine.greedy([1, 2], 3).tokens.count == 3)
  }

  @Test func guidedAndFreeSequencesShareTheEngine() async throws {
    let free = try await engine.greedy(prompt, 20)
    let engine = try ModelFixture.grouped.engine(contextSize: 128)
    let guide = try engine.guide(.pattern("[a-z]{30}"))
    try await withThrowingTaskGroup(of: (Bool, [Int]).self) { group in
      for index in 0..<8 {
        let request = GenerationRequest(
          prompt: prompt, sampling: .greedy, maximumTokens: index % 2 == 0 ? 20 : nil,
          guide: index % 2 == 0 ? nil : guide)
        group.addTask { (index % 2 == 0, try await engine.outcome(of: request).tokens) }
      }
      var guided: Set<[Int]> = []
      for try await (isFree, tokens) in group {
        if isFree { #expect(tokens == free.tokens) } else { guided.insert(tokens) }
      }
      #expect(guided.count == 1)
      #expect(text(guided.first ?? []).wholeMatch(of: /[a-z]{30}/) != nil)
    }
  }

  @Test func theMaskComesBeforeWhatTruncates() throws {
    var matcher = try engine.guide(.choice(["a", "b"])).makeMatcher()
    var logits = [Float](repeating: 5, count: engine.tokenizer.vocabulary.count)
    let (a, b) = (try #require(engine.tokenizer.encode("a").last), try #require(engine.tokenizer.encode("b").last))
    (logits[a], logits[b]) = (1, 2)
    // Top-k takes the best of what may come, though all else is better.
    var sampler = Sampler(SamplingParameters(temperature: 1, topK: 1))
    let mask = matcher.mask()
    #expect(sampler.sample(logits.span, count: logits.count, mask: mask) == b)
    #expect(sampler.sample(logits.span, count: logits.count) != b)
    // Even a token that the caller rules out, where no other may come.
    var excluding = SamplingParameters.greedy
    excluding.logitBias = [a: -.infinity, b: -.infinity]
    var other = Sampler(excluding)
    let chosen = other.sample(logits.span, count: logits.count, mask: mask)
    #expect(chosen == a || chosen == b)
    // What the mask excludes need not be numbers, as it is not computed, but some of what it allows must.
    (logits, logits[a]) = (logits.map { _ in .nan }, 1)
    #expect(sampler.sample(logits.span, count: logits.count, mask: mask) == a)
    logits[a] = .nan
    #expect(sampler.sample(logits.span, count: logits.count, mask: mask) == nil)
  }
}
