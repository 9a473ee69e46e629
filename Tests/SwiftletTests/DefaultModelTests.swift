import Foundation
import Swiftlet
import Testing

/// The whole way from a session to the weights and back, where the shipped model is at hand.
///
/// One test after the other: what the engine remembers of one conversation, another one may push out.
@Suite(.serialized, .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
struct DefaultModelTests {
  private let greedy = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24)

  @Test func answersWithText() async throws {
    let session = LanguageModelSession()
    let response = try await session.respond(to: "Once upon a time", options: greedy)
    #expect(!response.content.isEmpty)
    #expect(response.usage.input.totalTokenCount > 0)
    #expect((1...24).contains(response.usage.output.totalTokenCount))
  }

  @Test func equalRequestsGetEqualAnswers() async throws {
    let first = try await LanguageModelSession().respond(to: "The little dog", options: greedy).content
    #expect(try await LanguageModelSession().respond(to: "The little dog", options: greedy).content == first)
    let seeded = GenerationOptions(samplingMode: .random(top: 40, seed: 7), maximumResponseTokens: 24)
    let second = try await LanguageModelSession().respond(to: "The little dog", options: seeded).content
    #expect(try await LanguageModelSession().respond(to: "The little dog", options: seeded).content == second)
  }

  @Test func streamsWhatItAnswers() async throws {
    var last = ""
    for try await snapshot in LanguageModelSession().streamResponse(to: "One day", options: greedy) {
      #expect(snapshot.content.hasPrefix(last))
      last = snapshot.content
    }
    #expect(try await LanguageModelSession().respond(to: "One day", options: greedy).content == last)
  }

  @Test func aSecondTurnReadsOnlyWhatIsNew() async throws {
    let session = LanguageModelSession(instructions: "You tell stories.")
    let first = try await session.respond(to: "Tell one of a cat.", options: greedy)
    let second = try await session.respond(to: "And of a bird.", options: greedy)
    // The last token made was never read, as nothing followed it.
    let known = first.usage.totalTokenCount - 1
    #expect(second.usage.input.cachedTokenCount >= known)
    #expect(second.usage.input.totalTokenCount > second.usage.input.cachedTokenCount)
  }

  @Test func aRestoredSessionAnswersLikeTheLiveOne() async throws {
    let live = LanguageModelSession()
    try await live.respond(to: "Tom had a ball.", options: greedy)
    let restored = LanguageModelSession(transcript: live.transcript)
    let expected = try await live.respond(to: "It was red.", options: greedy).content
    #expect(try await restored.respond(to: "It was red.", options: greedy).content == expected)
  }

  @Test func prewarmingChangesNoAnswer() async throws {
    let prompt = "Lily went to the park with her mother and saw a very big tree"
    let cold = try await LanguageModelSession().respond(to: prompt, options: greedy).content
    let session = LanguageModelSession()
    session.prewarm(promptPrefix: Prompt("Lily went to the park with her mother"))
    #expect(try await session.respond(to: prompt, options: greedy).content == cold)
  }

  @Test func prewarmingReadsThePrefix() async throws {
    // There is no completion signal, and polling would prefill the same text, so repeated with different texts.
    for attempt in 1...20 {
      let session = LanguageModelSession(instructions: "\(attempt) frogs and a fox went out to find a star.")
      session.prewarm(promptPrefix: Prompt("They walked and walked until"))
      try await Task.sleep(for: .milliseconds(200 * attempt))
      let usage = try await session.respond(to: "They walked and walked until the night", options: greedy).usage
      if usage.input.cachedTokenCount >= 10 { return }
    }
    Issue.record("no prefix was known after any of the attempts")
  }

  @Test func aConversationThatIsTooLongNamesBothSizes() async throws {
    let size = SystemLanguageModel.default.contextSize
    #expect(size > 0)
    let session = LanguageModelSession()
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: String(repeating: "word ", count: 2 * size))
    }
    guard case .contextSizeExceeded(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.contextSize == size && details.tokenCount > size)
    #expect(session.transcript.isEmpty)
    try await session.respond(to: "Hi", options: greedy)
  }

  @Test func sixtyFourSessionsAnswerAsTheyWouldAlone() async throws {
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 8)
    var alone: [String] = []
    for number in 0..<64 {
      alone.append(try await LanguageModelSession().respond(to: "Number \(number) is", options: options).content)
    }
    let together = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<64 {
        group.addTask {
          (number, try await LanguageModelSession().respond(to: "Number \(number) is", options: options).content)
        }
      }
      var texts: [Int: String] = [:]
      for try await (number, text) in group { texts[number] = text }
      return texts
    }
    #expect(together == Dictionary(uniqueKeysWithValues: alone.enumerated().map { ($0.offset, $0.element) }))
  }

  @Test("5.1 What the model cannot do is said before it is asked")
  func whatTheModelCannotDo() async throws {
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession().respond(to: "x", contextOptions: ContextOptions(reasoningLevel: .light))
    }
    guard case .unsupportedCapability(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.capability == .reasoning)
  }

  @Test func aDecodedTranscriptGoesOnLikeTheLiveOne() async throws {
    let live = LanguageModelSession(instructions: "You tell stories.")
    for prompt in ["Tom had a ball.", "It was red.", "He lost it."] {
      try await live.respond(to: prompt, options: greedy)
    }
    let data = try JSONEncoder().encode(live.transcript)
    let restored = LanguageModelSession(transcript: try JSONDecoder().decode(Transcript.self, from: data))
    #expect(restored.transcript == live.transcript)
    let expected = try await live.respond(to: "Then he found it.", options: greedy).content
    #expect(try await restored.respond(to: "Then he found it.", options: greedy).content == expected)
  }

  @Test func cancellationAtAnyMomentLeavesTheModelUsable() async throws {
    let session = LanguageModelSession()
    let prompt = String(repeating: "The cat sat on the mat. ", count: 12)
    for attempt in 0..<40 {
      let request = Task { try await session.respond(to: prompt + "\(attempt)", options: .init(samplingMode: .greedy)) }
      // From before the prompt is read to the middle of the answer.
      try await Task.sleep(for: .microseconds(500 * attempt))
      request.cancel()
      _ = await request.result
      #expect(!session.isResponding)
      if session.transcript.count > 0 { session.transcript.removeAll() }
    }
    let answer = try await session.respond(to: "One day", options: greedy).content
    #expect(try await LanguageModelSession().respond(to: "One day", options: greedy).content == answer)
  }

  @Test("Texts that the template cannot render for their length are too long for the context")
  func tokensOfMegabytes() async throws {
    let model = SystemLanguageModel.default
    // As the template renders up to 16 MB, what is shorter is counted.
    let text = String(repeating: "the dog and the ball ", count: 900_000)
    for count in [
      { try await model.tokenCount(for: text) }, { try await model.tokenCount(for: Instructions(text)) },
      { try await model.tokenCount(for: [.prompt(.init(segments: [.text(.init(content: text))]))]) },
    ] as [() async throws -> Int] {
      let error = await #expect(throws: LanguageModelError.self) { try await count() }
      guard case .contextSizeExceeded(let details)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(details.tokenCount > details.contextSize && details.contextSize > 0)
    }
    let short = try await model.tokenCount(for: String(text.prefix(21_000)))
    #expect(short > 4000)
  }

  @Test func tokensAreCounted() async throws {
    let model = SystemLanguageModel.default
    let short = try await model.tokenCount(for: "Once")
    let long = try await model.tokenCount(for: Prompt("Once upon a time there was a cat."))
    #expect(short > 0 && long > short)
    let instructions = try await model.tokenCount(for: Instructions("You tell stories."))
    #expect(instructions > 0)
    #expect(try await model.tokenCount(for: [any Tool]()) == 0)
    #expect(try await model.tokenCount(for: [Weather()]) > 0)
    #expect(try await model.tokenCount(for: Person.generationSchema) > 0)
    let session = LanguageModelSession(instructions: "You tell stories.")
    let usage = try await session.respond(to: "Once upon a time", options: greedy).usage
    let before = try await model.tokenCount(for: session.transcript.prefix(2))
    // The generation prompt is added.
    #expect(before <= usage.input.totalTokenCount && before > instructions)
    #expect(try await model.tokenCount(for: session.transcript) > before)
  }

  @Test("3.16 Languages come from the file, and no request is turned away for its language")
  func languages() async throws {
    let model = SystemLanguageModel.default
    #expect(model.supportedLanguages.map(\.languageCode) == [Locale.LanguageCode("en")])
    #expect(model.supportsLocale(Locale(identifier: "en_GB")) && !model.supportsLocale(Locale(identifier: "de_DE")))
    try await LanguageModelSession().respond(to: "Es war einmal", options: greedy)
  }

  @Test func taggingIsAnInstruction() async throws {
    let model = SystemLanguageModel(useCase: .contentTagging)
    let plain = try await LanguageModelSession().respond(to: "A cat and a dog.", options: greedy)
    let session = LanguageModelSession(model: model)
    let tagged = try await session.respond(to: "A cat and a dog.", options: greedy)
    #expect(tagged.usage.input.totalTokenCount > plain.usage.input.totalTokenCount)
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test func guardrailsHoldBackPromptsAndAnswers() async throws {
    let session = LanguageModelSession(
      model: SystemLanguageModel(guardrails: .default.denying(["wombat"]).limitingInput(to: 1000)))
    for prompt in ["A Wombat.", String(repeating: "a", count: 1001)] {
      let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: prompt) }
      guard case .guardrailViolation = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(session.transcript.isEmpty)
    let answer = try await session.respond(to: "Once upon a time", options: greedy).content
    let word = try #require(answer.split { !$0.isLetter }.map(String.init).max { $0.count < $1.count })
    let strict = LanguageModelSession(model: SystemLanguageModel(guardrails: .default.denying([word.uppercased()])))
    let error = await #expect(throws: LanguageModelError.self) {
      try await strict.respond(to: "Once upon a time", options: greedy)
    }
    if case .guardrailViolation? = error {} else { Issue.record("\(String(describing: error))") }
    let permissive = SystemLanguageModel.Guardrails.permissiveContentTransformations.denying([word])
    let lax = LanguageModelSession(model: SystemLanguageModel(guardrails: permissive))
    #expect(try await lax.respond(to: "Once upon a time", options: greedy).content == answer)
  }

  @Test func twoHundredTurns() async throws {
    let session = LanguageModelSession()
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 1)
    for number in 0..<200 {
      do {
        try await session.respond(to: "\(number)", options: options)
      } catch LanguageModelError.contextSizeExceeded {
        session.transcript.history = session.transcript.history.suffix(4)
        try await session.respond(to: "\(number)", options: options)
      }
    }
    #expect(session.usage.totalTokenCount > 400 && !session.isResponding)
  }

  @Test func cancellationEndsARequestSoon() async throws {
    let session = LanguageModelSession()
    let request = Task { try await session.respond(to: "Once upon a time").content }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }
}
