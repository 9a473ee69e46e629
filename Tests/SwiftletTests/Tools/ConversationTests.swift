import Foundation
import Swiftlet
import Synchronization
import Testing

/// A whole conversation with three tools, in which things go wrong.
struct ConversationTests {
  private typealias Model = ScriptedModel
  private struct Closed: Error {}

  @Test("1.4, 1.8, 3.2, 3.4, 3.10 Calls at once, a tool that throws, a refusal, and the conversation goes on")
  func threeTools() async throws {
    let arrived = Mutex(0)
    let all = Gate()
    let weather = Weather { city in
      if city == "Nowhere" { throw Closed() }
      // All three calls of the first turn have to be under way before one may end.
      if arrived.withLock({
        $0 += 1
        return $0
      }) == 2 {
        await all.open()
      }
      await all.wait()
      return "It rains in \(city)."
    }
    let model = Model.steps(
      { request, channel in
        await channel.send(.reasoning(action: .appendText("Three things.", tokenCount: 2)))
        try await Model.call(
          ("a", "Weather", #"{"city": "Oslo"}"#), ("b", "mayor_of", #"{"city": "Rome"}"#),
          ("c", "Weather", #"{"city": "Bern"}"#), ("d", "Anything", #"{"x": 1}"#))(request, channel)
      }, Model.say("Wet."),
      Model.call(("e", "mayor_of", #"{"city": "Oslo"}"#), ("f", "Weather", #"{"city": "Nowhere"}"#)),
      { _, _ in throw LanguageModelError.refusal(.init(explanation: "No.", debugDescription: "no")) },
      Model.say("Fine."))
    let session = LanguageModelSession(
      model: model, tools: [weather, Mayor(), Anything(parameters: GeneratedContent.generationSchema)],
      instructions: "Be brief.")
    let first = try await session.respond(to: "How is it?")
    let turn = [
      "instructions", "prompt", "reasoning", "toolCalls", "toolOutput", "toolOutput", "toolOutput", "toolOutput",
      "response",
    ]
    #expect(first.content == "Wet." && session.transcript.kinds == turn)
    #expect(session.transcript[4..<8].map(\.id) == ["a", "b", "c", "d"])
    #expect(session.transcript[4].segments.map(\.description) == ["It rains in Oslo."])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "And?") }
    #expect(error?.tool.name == "Weather" && error?.underlyingError is Closed)
    #expect(session.transcript.kinds == turn && !session.isResponding)
    let refusal = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Why?") }
    if case .refusal? = refusal {} else { Issue.record("\(String(describing: refusal))") }
    #expect(session.transcript.kinds == turn)
    #expect(try await session.respond(to: "Well.").content == "Fine.")
    #expect(session.transcript.kinds == turn + ["prompt", "response"])
    // The reasoning of the first turn is part of the next prompt.
    #expect(model.log.requests.last?.transcript.kinds == turn + ["prompt"])
  }
}
