import Swiftlet
import Testing

struct SessionUsageTests {
  private static func usage(_ input: Int, _ cached: Int, _ output: Int)
    -> LanguageModelExecutorGenerationChannel.Response.Action
  {
    .updateUsage(
      input: .init(totalTokenCount: input, cachedTokenCount: cached),
      output: .init(totalTokenCount: output, reasoningTokenCount: 0))
  }

  @Test("4.18 Fragments are counted if the model states nothing")
  func countsFragmentsWhenTheModelStatesNothing() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a", "b"))
    #expect(try await session.respond(to: "x").usage.output.totalTokenCount == 2)
  }

  @Test("4.18, 14.3 What the model states replaces what was counted")
  func whatTheModelStatesReplacesWhatWasCounted() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: Self.usage(10, 4, 0)))
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      await channel.send(.response(action: .appendText("b", tokenCount: 5)))
      await channel.send(.response(action: Self.usage(10, 4, 2)))
    }
    let session = LanguageModelSession(model: model)
    var outputs: [Int] = []
    for try await snapshot in session.streamResponse(to: "x") {
      outputs.append(snapshot.usage.output.totalTokenCount)
      #expect(snapshot.usage.input.totalTokenCount == 10)
    }
    #expect(outputs == [1, 6])
    #expect(session.usage.output.totalTokenCount == 2)
    #expect(session.usage.input.cachedTokenCount == 4)
    #expect(session.usage.totalTokenCount == 12)
  }

  @Test("14.1, 14.2 The session adds up its requests")
  func theSessionAddsUpItsRequests() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      await channel.send(.response(action: Self.usage(7, 3, 2)))
    }
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(to: "x")
    let second = try await session.respond(to: "y")
    #expect(first.usage.totalTokenCount == 9 && second.usage.totalTokenCount == 9)
    #expect(session.usage.totalTokenCount == 18 && session.usage.input.cachedTokenCount == 6)
  }

  @Test func aChannelMadeByHandKeepsItsEvents() async throws {
    let channel = LanguageModelExecutorGenerationChannel()
    await channel.send(.response(action: .appendText("a", tokenCount: 1)))
    await channel.send(.response(action: .appendText("b", tokenCount: 1)))
    var iterator = channel.makeAsyncIterator()
    for text in ["a", "b"] {
      let event = try await iterator.next(isolation: nil)
      guard case .response(let response)? = event?.kind, case .appendText(let fragment) = response.action.kind else {
        Issue.record("\(String(describing: event))")
        return
      }
      #expect(fragment.content == text)
    }
  }
}
