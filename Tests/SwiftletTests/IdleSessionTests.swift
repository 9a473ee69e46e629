import Testing

@testable import Swiftlet

/// Waiting for the end of a session's request.
@Suite struct IdleSessionTests {
  private static func session(_ gate: Gate, fails: Bool = false) -> LanguageModelSession {
    struct Failure: Error {}
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      await gate.wait()
      if fails { throw Failure() }
    }
    return LanguageModelSession(model: model)
  }

  @Test func anIdleSessionIsNotWaitedFor() async {
    await Self.session(Gate()).waitUntilIdle()
  }

  @Test(.timeLimit(.minutes(5)), arguments: [false, true])
  func allWaitForTheEndOfTheRequest(_ fails: Bool) async throws {
    let gate = Gate()
    let session = Self.session(gate, fails: fails)
    let request = Task { try await session.respond(to: "Hi").content }
    while !session.isResponding { await Task.yield() }
    let wereIdle = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await session.waitUntilIdle()
          return !session.isResponding
        }
      }
      await Task.yield()
      await gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(wereIdle == Array(repeating: true, count: 8))
    let answer = try? await request.value
    #expect(answer == (fails ? nil : "a"))
  }

  /// The request of a stream that is left ends after its reader.
  @Test(.timeLimit(.minutes(5))) func aStreamThatIsLeftIsWaitedFor() async throws {
    for _ in 0..<50 {
      let gate = Gate()
      let session = Self.session(gate)
      for try await snapshot in session.streamResponse(to: "Hi") where !snapshot.content.isEmpty { break }
      await gate.open()
      await session.waitUntilIdle()
      #expect(!session.isResponding)
    }
  }
}
