import Foundation
import Swiftlet
import Testing

struct SessionErrorTests {
  private struct Failure: Error, Equatable {}

  @Test func anErrorReachesTheCallerUnchangedAndRevertsTheTranscript() async throws {
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

  @Test func thePolicyCanPreserveTheTranscript() async throws {
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

  @Test func aSecondRequestFailsAndTheFirstGoesOn() async throws {
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

  @Test func cancellationThrowsAndRevertsTheTranscript() async throws {
    let session = LanguageModelSession(model: ScriptedModel.endless())
    let request = Task { try await session.respond(to: "Hi").content }
    #expect(await eventually { session.transcript.kinds == ["prompt", "response"] })
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test func cancellationCountsEvenIfTheExecutorReturnsNormally() async throws {
    let model = ScriptedModel { _, channel in
      while !Task.isCancelled { await channel.send(.response(action: .appendText("a", tokenCount: 1))) }
    }
    let session = LanguageModelSession(model: model)
    let request = Task { try await session.respond(to: "Hi").content }
    #expect(await eventually { session.isResponding })
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.isEmpty)
  }

  @Test func eventsAfterTheEndAreIgnored() async throws {
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
    let context = LanguageModelSession.GenerationError.Context(debugDescription: "5000 tokens, room for 4096")
    let error = LanguageModelSession.GenerationError.exceededContextWindowSize(context)
    #expect(error.errorDescription?.contains("5000 tokens, room for 4096") == true)
    #expect(error.failureReason == "5000 tokens, room for 4096")
    #expect(error.recoverySuggestion != nil)
    #expect(LanguageModelSession.Error.concurrentRequests.errorDescription?.contains("already responding") == true)
  }
}
