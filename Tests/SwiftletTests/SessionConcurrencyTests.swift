import Foundation
import Observation
import Swiftlet
import Synchronization
import Testing

struct SessionConcurrencyTests {
  @Test("3.9 Sixty-four sessions answer at the same time")
  func sixtyFourSessionsAnswerAtTheSameTime() async throws {
    let arrived = Mutex(0)
    let all = Gate()
    let model = ScriptedModel { request, channel in
      // None continues before all have arrived, so a queue anywhere would deadlock.
      let count = arrived.withLock { count in
        count += 1
        return count
      }
      if count == 64 { await all.open() }
      await all.wait()
      for entry in request.transcript {
        guard case .prompt(let prompt) = entry else { continue }
        await channel.send(.response(action: .appendText(prompt.segments[0].description, tokenCount: 1)))
      }
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          let session = LanguageModelSession(model: model)
          return try await session.respond(to: "number \(number)").content == "number \(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(model.executorsMade == 1)
  }

  @Test("4.1, 4.3 Models with equal configurations share an executor, which is given the model that asks")
  func modelsWithEqualConfigurationsShareOneExecutor() async throws {
    let first = ScriptedModel("a")
    var second = ScriptedModel("b")
    second.identity = first.identity
    let sessions = [LanguageModelSession(model: first), LanguageModelSession(model: second)]
    #expect(first.executorsMade == 0)
    for session in sessions { try await session.respond(to: "x") }
    #expect(first.executorsMade == 1)
    // Each request passes the model of its session.
    #expect(second.log.requests.count == 1)
  }

  @Test("4.2 An executor is made at the first request and released with its last session")
  func executorsAreReleasedWithTheirLastSession() async throws {
    let model = ScriptedModel("a")
    for _ in 0..<2 {
      let session = LanguageModelSession(model: model)
      try await session.respond(to: "x")
      #expect(model.executorsAlive == 1)
    }
    #expect(await eventually { model.executorsAlive == 0 })
    #expect(model.executorsMade == 2)
  }

  @Test("4.2 An executor that cannot be made fails the request and is tried again")
  func anExecutorThatCannotBeMadeIsTriedAgain() async throws {
    var model = ScriptedModel("a")
    model.isBroken = true
    let session = LanguageModelSession(model: model)
    await #expect(throws: ScriptedModel.Executor.Broken.self) { try await session.respond(to: "x") }
    await #expect(throws: ScriptedModel.Executor.Broken.self) { try await session.respond(to: "x") }
    #expect(model.executorsMade == 2 && session.transcript.isEmpty)
  }

  @Test("4.4, 4.5 Prewarming shows the model instructions and prefix, and changes nothing")
  func prewarmingShowsTheModelWhatIsKnownAndChangesNothing() {
    let model = ScriptedModel("a")
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    session.prewarm()
    session.prewarm(promptPrefix: Prompt("Summarise:"))
    #expect(model.log.prewarmed.map(\.kinds) == [["instructions"], ["instructions", "prompt"]])
    #expect(model.log.requests.isEmpty && session.transcript.kinds == ["instructions"] && !session.isResponding)
  }

  @MainActor
  @Test func theExecutorRunsOnTheActorOfTheCaller() async throws {
    let session = LanguageModelSession(model: IsolationModel())
    #expect(try await session.respond(to: "x").content == "main")
  }

  @Test("2.13 Observers see requests begin and end")
  func observersSeeRequestsBeginAndEnd() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"))
    let changes = Mutex<[String]>([])
    withObservationTracking {
      _ = session.isResponding
    } onChange: {
      changes.withLock { $0.append("begin \(session.isResponding)") }
    }
    try await session.respond(to: "x")
    #expect(changes.withLock(\.self) == ["begin false"])
    for keyPath in [\LanguageModelSession.usage.totalTokenCount, \.transcript.count] {
      withObservationTracking {
        _ = session[keyPath: keyPath]
      } onChange: {
        changes.withLock { $0.append("changed") }
      }
    }
    try await session.respond(to: "x")
    #expect(changes.withLock(\.count) == 3)
  }
}

/// A model that says whether it runs on the main thread.
private struct IsolationModel: LanguageModel {
  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
  var executorConfiguration: Int { 0 }

  struct Executor: LanguageModelExecutor {
    typealias Model = IsolationModel
    init(configuration: Int) {}
    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: IsolationModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let isolation: (any Actor)? = #isolation
      let name = isolation === MainActor.shared ? "main" : "other"
      await channel.send(.response(action: .appendText(name, tokenCount: 1)))
    }
  }
}
