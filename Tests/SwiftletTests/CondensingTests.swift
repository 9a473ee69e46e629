import Swiftlet
import Testing

/// Conversations that are made shorter.
struct CondensingTests {
  /// A session of a model that counts its answers, with some turns behind it.
  private func session(_ model: ScriptedModel, turns: Int) async throws -> LanguageModelSession {
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    for turn in 0..<turns { _ = try await session.respond(to: "question \(turn)") }
    return session
  }

  private func texts(_ transcript: Transcript) -> [String] {
    transcript.map { entry in
      switch entry {
      case .instructions(let entry): "i:" + entry.segments.map(\.description).joined()
      case .prompt(let entry): "p:" + entry.segments.map(\.description).joined()
      case .response(let entry): "r:" + entry.segments.map(\.description).joined()
      default: "?"
      }
    }
  }

  @Test func theLastTurnsStay() async throws {
    let session = try await session(ScriptedModel("yes"), turns: 4)
    try await session.condense(.lastTurns(2))
    #expect(texts(session.transcript) == ["i:Be kind.", "p:question 2", "r:yes", "p:question 3", "r:yes"])
    try await session.condense(.lastTurns(5))
    #expect(session.transcript.count == 5)
    try await session.condense(.lastTurns(0))
    #expect(texts(session.transcript) == ["i:Be kind."])
    _ = try await session.respond(to: "again")
    #expect(session.transcript.count == 3)
  }

  @Test func theModelSummarisesWhatIsForgotten() async throws {
    let model = ScriptedModel("fine")
    let session = try await session(model, turns: 3)
    try await session.condense(.summary(keepingTurns: 1, request: "Sum up.", maximumTokens: 9))
    #expect(texts(session.transcript) == ["i:Be kind.", "p:Sum up.", "r:fine", "p:question 2", "r:fine"])
    let request = try #require(model.log.requests.last)
    #expect(request.generationOptions.maximumResponseTokens == 9)
    #expect(
      texts(request.transcript)
        == ["i:Be kind.", "p:question 0", "r:fine", "p:question 1", "r:fine", "p:Sum up."])
    // Nothing is left to be summed up but the summary.
    try await session.condense(.summary(keepingTurns: 2, request: "Sum up."))
    #expect(model.log.requests.count == 4)
  }

  @Test func theOldestAreForgottenIfEvenTheSummaryDoesNotFit() async throws {
    let model = ScriptedModel { request, channel in
      if request.transcript.count > 4, case .prompt(let prompt)? = request.transcript.last,
        prompt.segments.map(\.description) == ["Sum up."]
      {
        throw LanguageModelError.contextSizeExceeded(.init(contextSize: 4, tokenCount: 9, debugDescription: "full"))
      }
      await channel.send(.response(action: .appendText("ok", tokenCount: 1)))
    }
    let session = try await session(model, turns: 4)
    try await session.condense(.summary(keepingTurns: 1, request: "Sum up."))
    #expect(texts(session.transcript) == ["i:Be kind.", "p:Sum up.", "r:ok", "p:question 3", "r:ok"])
    let request = try #require(model.log.requests.last)
    #expect(texts(request.transcript) == ["i:Be kind.", "p:question 2", "r:ok", "p:Sum up."])
  }

  @Test func aFailedSummaryChangesNothing() async throws {
    struct Failure: Error {}
    let model = ScriptedModel { request, channel in
      if request.transcript.count > 6 { throw Failure() }
      await channel.send(.response(action: .appendText("ok", tokenCount: 1)))
    }
    let session = try await session(model, turns: 3)
    let before = texts(session.transcript)
    await #expect(throws: Failure.self) { try await session.condense(.summary(keepingTurns: 0)) }
    #expect(texts(session.transcript) == before)
  }

  @Test func aWindowChangesWhatTheModelSeesAlone() async throws {
    let model = ScriptedModel("yes")
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("Be kind.") }.model(model).rollingWindow(turns: 2))
    for turn in 0..<3 { _ = try await session.respond(to: "question \(turn)") }
    #expect(session.transcript.count == 7)
    let request = try #require(model.log.requests.last)
    #expect(texts(request.transcript) == ["i:Be kind.", "p:question 1", "r:yes", "p:question 2"])
  }
}
