import Foundation
import Swiftlet
import Testing

struct SessionErrorTests {
  private struct Failure: Error, Equatable {}

  @Test("3.2, 3.12 An error reaches the caller unchanged and takes the turn back")
  func anErrorReachesTheCallerUnchangedAndRevertsTheTranscript() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("half", tokenCount: 1)))
      throw Failure()
    }
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    let before = session.transcript
    await #expect(throws: Failure()) { try await session.respond(to: "Hi") }
    #expect(session.transcript == before && !session.isResponding)
    #expect(session.usage.totalTokenCount == 0)
  }

  @Test("3.1, 3.3 The policy can preserve the transcript")
  func thePolicyCanPreserveTheTranscript() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("half", tokenCount: 1)))
      throw Failure()
    }
    let session = LanguageModelSession(model: model)
    #expect(session.transcriptErrorHandlingPolicy == nil)
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Failure()) { try await session.respond(to: "Hi") }
    #expect(session.transcript.kinds == ["prompt", "response"])
    session.transcriptErrorHandlingPolicy = .revertTranscript
    await #expect(throws: Failure()) { try await session.respond(to: "Hi") }
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test("3.7 A second request fails and the first goes on")
  func aSecondRequestFailsAndTheFirstGoesOn() async throws {
    let started = Gate()
    let gate = Gate()
    let model = ScriptedModel { _, channel in
      await started.open()
      await gate.wait()
      await channel.send(.response(action: .appendText("first", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model)
    async let first = session.respond(to: "1")
    await started.wait()
    #expect(session.isResponding)
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "2") }
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      _ = try await session.streamResponse(to: "3").collect()
    }
    await gate.open()
    #expect(try await first.content == "first")
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test("3.4, 3.6 Cancellation throws its error and takes the turn back")
  func cancellationThrowsAndRevertsTheTranscript() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless())
    let request = Task { try await session.respond(to: "Hi").content }
    #expect(await eventually { session.transcript.kinds == ["prompt", "response"] })
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test func cancellationCountsEvenIfTheExecutorReturnsNormally() async throws {
    let model = ScriptedModel { _, channel in
      while !Task.isCancelled {
        await channel.send(.response(action: .appendText("a", tokenCount: 1)))
        // Otherwise it keeps one of the few threads of all tests from the one that cancels.
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let session = LanguageModelSession(model: model)
    let request = Task { try await session.respond(to: "Hi").content }
    #expect(await eventually { session.isResponding })
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty)
  }

  @Test("4.11 Events after the end are ignored")
  func eventsAfterTheEndAreIgnored() async throws {
    let late = Gate()
    let sent = Gate()
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      Task {
        await late.wait()
        await channel.send(.response(action: .appendText("late", tokenCount: 1)))
        await sent.open()
      }
    }
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "Hi")
    let before = session.transcript
    await late.open()
    await sent.wait()
    #expect(session.transcript == before)
  }

  @Test func errorsReadAsSentences() {
    #expect(LanguageModelSession.Error.concurrentRequests.errorDescription?.contains("already responding") == true)
    for error in LanguageModelErrorTests.all {
      #expect(error.errorDescription?.hasSuffix(": particulars") == true && error.debugDescription == "particulars")
    }
    let assets = SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "particulars"))
    #expect(assets.errorDescription?.hasSuffix("particulars") == true)
  }
}

struct LanguageModelErrorTests {
  static let all: [LanguageModelError] = [
    .contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "particulars")),
    .rateLimited(.init(resetDate: nil, debugDescription: "particulars")),
    .guardrailViolation(.init(debugDescription: "particulars")),
    .refusal(.init(explanation: "No.", debugDescription: "particulars")),
    .unsupportedCapability(.init(capability: .vision, debugDescription: "particulars")),
    .unsupportedTranscriptContent(.init(unsupportedContent: [], debugDescription: "particulars")),
    .unsupportedGenerationGuide(.init(schemaName: "A", debugDescription: "particulars")),
    .unsupportedLanguageOrLocale(.init(languageCode: "de", debugDescription: "particulars")),
    .timeout(.init(debugDescription: "particulars", metadata: ["seconds": 3])),
  ]

  @Test("3.13 As bridged errors, they have the codes of their order")
  func codes() {
    #expect(Self.all.map { ($0 as NSError).code } == Array(0..<9))
    #expect(Self.all.allSatisfy { ($0 as NSError).domain == "FoundationModels.LanguageModelError" })
  }

  @Test("3.17 A refusal explains itself")
  func refusals() async throws {
    let refusal = LanguageModelError.Refusal(explanation: "No.", debugDescription: "particulars")
    #expect(try await refusal.explanation.content == "No.")
    var contents: [String] = []
    for try await snapshot in refusal.explanationStream { contents.append(snapshot.content) }
    #expect(contents == ["No."])
  }

  @Test("3.12 What an executor throws reaches the caller unchanged", arguments: all.indices)
  func errorsOfExecutors(index: Int) async throws {
    let model = ScriptedModel { _, _ in throw Self.all[index] }
    let session = LanguageModelSession(model: model, instructions: "x")
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "x") }
    #expect(error.map { ($0 as NSError).code } == index)
    #expect(session.transcript.kinds == ["instructions"])
  }

  @available(*, deprecated)
  @Test("11.1 Every error of the first release stands for one of the present")
  func errorsOfTheFirstRelease() {
    let names = Self.all.map { error in
      LanguageModelSession.GenerationError(error).map { String("\($0)".prefix { $0 != "(" }) }
    }
    #expect(
      names == [
        "exceededContextWindowSize", "rateLimited", "guardrailViolation", "refusal", nil, nil, "unsupportedGuide",
        "unsupportedLanguageOrLocale", nil,
      ])
    let others: [any Error] = [
      LanguageModelSession.Error.concurrentRequests,
      GeneratedContent.ParsingError(rawContent: "", debugDescription: ""),
      SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "")), CancellationError(),
      LanguageModelSession.Error.transcriptMutationWhileResponding,
    ]
    #expect(
      others.map { error in
        LanguageModelSession.GenerationError(error).map { String("\($0)".prefix { $0 != "(" }) }
      } == ["concurrentRequests", "decodingFailure", "assetsUnavailable", nil, nil])
    let context = LanguageModelSession.GenerationError.Context(debugDescription: "5000 tokens, room for 4096")
    let error = LanguageModelSession.GenerationError.exceededContextWindowSize(context)
    #expect(error.errorDescription?.contains("5000 tokens, room for 4096") == true)
    #expect(error.failureReason == "5000 tokens, room for 4096" && error.recoverySuggestion != nil)
  }

  @Test("7.12 A guide that does not fit is found when it is used")
  func guidesThatDoNotFit() async throws {
    let schema = GenerationSchema(
      type: Person.self,
      properties: [.init(name: "age", type: Int.self, guides: [.range(5...9), .minimum(20)])])
    let model = ScriptedModel("{}").able(to: .guidedGeneration)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "x", schema: schema) }
    guard case .unsupportedGenerationGuide(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.schemaName == "Person")
    #expect(details.debugDescription.contains("no number is at least 20 and at most 9"))
    #expect(model.log.requests.isEmpty)
  }
}
