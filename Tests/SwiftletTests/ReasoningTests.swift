import Foundation
import Swiftlet
import Testing

struct ReasoningTests {
  @Test("1.4, 4.14 Thoughts stand before the response, one entry for each identifier")
  func thoughtsAreEntries() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.reasoning(entryID: "r", action: .appendText("Hm", tokenCount: 3)))
      await channel.send(.response(entryID: "a", action: .appendText("Ye", tokenCount: 1)))
      await channel.send(.reasoning(entryID: "r", action: .appendText("m.", tokenCount: 2)))
      await channel.send(.response(entryID: "a", action: .appendText("s", tokenCount: 1)))
      await channel.send(.reasoning(entryID: "r", action: .updateSignature(Data([1, 2, 255]), tokenCount: 4)))
      await channel.send(.reasoning(entryID: "r", action: .updateMetadata(["effort": "high"])))
      await channel.send(.response(entryID: "a", action: .updateMetadata(["old": 1])))
      await channel.send(.response(entryID: "a", action: .updateMetadata(["model": "m"])))
    }
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "x")
    #expect(response.content == "Yes" && session.transcript.kinds == ["prompt", "reasoning", "response"])
    guard case .reasoning(let thought) = session.transcript[1], case .response(let answer) = session.transcript[2]
    else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(thought.segments.map(\.description) == ["Hmm."])
    // 4.25 and 4.17
    #expect(
      thought.signature == Data([1, 2, 255]) && thought.metadata.mapValues(\.jsonString) == ["effort": "\"high\""])
    #expect(answer.metadata.mapValues(\.jsonString) == ["model": "\"m\""])
    // 4.18 and 14.2
    #expect(response.usage.output.reasoningTokenCount == 9 && response.usage.output.totalTokenCount == 11)
    #expect(response.usage.totalTokenCount == 11)
  }

  @Test("4.13 Without identifiers, only events that follow each other share an entry")
  func entriesWithoutIdentifier() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.reasoning(action: .appendText("1", tokenCount: 1)))
      await channel.send(.reasoning(action: .appendText("2", tokenCount: 1)))
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      await channel.send(.reasoning(action: .replaceTextSegment("3", tokenCount: 1)))
      await channel.send(.response(action: .appendText("b", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "x")
    #expect(session.transcript.kinds == ["prompt", "reasoning", "response", "reasoning", "response"])
    #expect(session.transcript[1].segments.map(\.description) == ["12"])
    #expect(Set(session.transcript.map(\.id)).count == 5)
  }

  @Test("4.12 The first event opens the entry, whatever it does")
  func anyEventOpensAnEntry() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(.response(entryID: "a", action: .updateMetadata(["k": 1])))
      await channel.send(.reasoning(entryID: "r", action: .appendText("x", tokenCount: 1)))
      await channel.send(.response(entryID: "a", action: .appendText("y", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "x")
    #expect(session.transcript.dropFirst().map(\.id) == ["a", "r"])
  }

  @Test("4.15 The same identifier for entries of two kinds makes two entries")
  func identifiersAreOfAKind() async throws {
    let model = ScriptedModel.steps(
      { _, channel in
        await channel.send(.response(entryID: "x", action: .appendText("a", tokenCount: 1)))
        await channel.send(
          .toolCalls(
            entryID: "x",
            action: .toolCall(id: "c", name: "Weather", action: .appendArguments(#"{"city": "A"}"#, tokenCount: 1))))
      }, ScriptedModel.say("b"))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    try await session.respond(to: "x")
    #expect(
      session.transcript.kinds == ["instructions", "prompt", "response", "toolCalls", "toolOutput", "response"])
  }

  @Test("Identifiers mean the same only within a step")
  func identifiersOfAnotherStep() async throws {
    @Sendable func say(_ text: String) -> ScriptedModel.Script {
      { _, channel in await channel.send(.response(entryID: "x", action: .appendText(text, tokenCount: 1))) }
    }
    let model = ScriptedModel.steps(
      { request, channel in
        try await say("a")(request, channel)
        try await ScriptedModel.call(("c", "Weather", #"{"city": "A"}"#))(request, channel)
      }, say("b"))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    try await session.respond(to: "x")
    #expect(session.transcript.last?.segments.map(\.description) == ["b"])
  }

  @Test("Usage carries what a provider tells about it")
  func usageMetadata() async throws {
    let model = ScriptedModel { _, channel in
      await channel.send(
        .reasoning(
          action: .updateUsage(
            input: .init(totalTokenCount: 5, cachedTokenCount: 2),
            output: .init(totalTokenCount: 4, reasoningTokenCount: 3), metadata: ["tier": "free"])))
    }
    let usage = try await LanguageModelSession(model: model).respond(to: "x").usage
    #expect(usage.metadata.mapValues(\.jsonString) == ["tier": "\"free\""])
    #expect(usage.totalTokenCount == 9 && usage.output.reasoningTokenCount == 3)
  }
}
