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
    // Nothing tells when it is done, asking would read the same text, so several times, each with a text of its own.
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
    let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
      try await session.respond(to: String(repeating: "word ", count: 2 * size))
    }
    guard case .exceededContextWindowSize(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("\(size)"))
    #expect(session.transcript.isEmpty)
    try await session.respond(to: "Hi", options: greedy)
  }

  @Test func sixtyFourSessionsAnswerAsTheyWouldAlone() async throws {
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 8)
    let alone = try await LanguageModelSession().respond(to: "Number 5 is", options: options).content
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<64 {
        group.addTask {
          (number, try await LanguageModelSession().respond(to: "Number \(number) is", options: options).content)
        }
      }
      for try await (number, text) in group where number == 5 { #expect(text == alone) }
    }
  }

  @Test func cancellationEndsARequestSoon() async throws {
    let session = LanguageModelSession()
    let request = Task { try await session.respond(to: "Once upon a time").content }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }
}
