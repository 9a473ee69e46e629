import Foundation
import Swiftlet
import TestSupport
import Testing

struct RemoteSessionTests {
  @Test("An answer is streamed, with usage and what the server tells", arguments: [Int.max, 1, 7])
  func text(pieces: Int) async throws {
    let server = try ScriptedServer.streaming(
      Chunk.delta(#"{"role":"assistant","content":""}"#), Chunk.text("Grüße"), Chunk.text(", 世界 🎈"), Chunk.finish(),
      Chunk.usage(12, 5, cached: 8), pieces: pieces)
    let session = LanguageModelSession(model: server.model(), instructions: "Be kind.")
    let response = try await session.respond(to: "Hi")
    #expect(response.content == "Grüße, 世界 🎈")
    #expect(response.usage.input.totalTokenCount == 12 && response.usage.input.cachedTokenCount == 8)
    #expect(response.usage.output.totalTokenCount == 5 && response.usage.totalTokenCount == 17)
    #expect(session.transcript.kinds == ["instructions", "prompt", "response"])
    guard case .response(let entry)? = session.transcript.last else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(
      entry.metadata.mapValues(\.jsonString) == [
        "model": #""m""#, "completionID": #""c1""#, "finishReason": #""stop""#,
      ])
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /v1/chat/completions" && request.fields["authorization"] == "Bearer sk-very-secret")
    #expect(request.fields["content-type"] == "application/json")
    #expect(
      request.body == #"{"model": "m", "messages": [{"role": "system", "content": "Be kind."}, "#
        + #"{"role": "user", "content": "Hi"}], "stream": true, "stream_options": {"include_usage": true}}"#)
  }

  @Test("Snapshots come as the server sends them, not when it has ended")
  func snapshots() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      try connection.beginStream()
      try connection.sendPart("data: \(Chunk.text("one"))\n\n")
      // The rest only comes when the first snapshot has been seen.
      guard gate.wait(timeout: .now() + 900) == .success else { return }
      try connection.sendPart("data: \(Chunk.text(" two"))\n\ndata: \(Chunk.finish())\n\ndata: [DONE]\n\n")
      try connection.endStream()
    }
    let session = LanguageModelSession(model: server.model())
    var seen: [String] = []
    for try await snapshot in session.streamResponse(to: "Hi") {
      if seen.isEmpty { gate.signal() }
      seen.append(snapshot.content)
    }
    #expect(seen == ["one", "one two"])
  }

  @Test("Tools are called with arguments that came in pieces, and their outputs go back")
  func tools() async throws {
    let server = try ScriptedServer.answers(
      { _, connection in
        try connection.stream([
          Chunk.thought("Look "), Chunk.thought("it up."), Chunk.call(0, id: "a", name: "Weather"),
          Chunk.call(0, #"{"ci"#), Chunk.call(1, id: "b", name: "mayor_of", #"{"city": "#),
          Chunk.call(0, #"ty": "Paris"}"#),
          Chunk.call(1, #""Bonn"}"#), Chunk.finish("tool_calls"), Chunk.usage(10, 6, reasoning: 2),
        ])
      }, { _, connection in try connection.stream([Chunk.text("Rain."), Chunk.finish(), Chunk.usage(30, 2)]) })
    let session = LanguageModelSession(model: server.model(), tools: [Weather(), Mayor()])
    let response = try await session.respond(to: "Weather?")
    #expect(response.content == "Rain.")
    #expect(
      session.transcript.kinds
        == ["instructions", "prompt", "reasoning", "toolCalls", "toolOutput", "toolOutput", "response"])
    #expect(response.usage.input.totalTokenCount == 40 && response.usage.output.totalTokenCount == 8)
    #expect(response.usage.output.reasoningTokenCount == 2)
    let messages = try #require(try server.bodies.last?.value([GeneratedContent].self, forProperty: "messages"))
    #expect(
      messages.map(\.jsonString) == [
        #"{"role": "user", "content": "Weather?"}"#,
        #"{"role": "assistant", "reasoning_content": "Look it up.", "content": null, "tool_calls": [{"id": "a", "#
          + #""type": "function", "function": {"name": "Weather", "arguments": "{\"city\": \"Paris\"}"}}, {"id": "b", "#
          + #""type": "function", "function": {"name": "mayor_of", "arguments": "{\"city\": \"Bonn\"}"}}]}"#,
        #"{"role": "tool", "tool_call_id": "a", "content": "It rains in Paris."}"#,
        #"{"role": "tool", "tool_call_id": "b", "content": "{\"name\": \"Ada of Bonn\", \"age\": 36}"}"#,
      ])
  }

  @Test("Calls with the identifiers of others, without any, or all with one index are told apart")
  func oddCalls() async throws {
    let city = #"{"city": "X"}"#
    let whole =
      #"{"tool_calls":[{"function":{"name":"Weather","arguments":{"city":"X"}}},"#
      + #"{"function":{"name":"Weather","arguments":""}}]}"#
    let server = try ScriptedServer.answers(
      { _, connection in
        let calls = ["0", "1", "0"].map { Chunk.call(0, id: "call_\($0)", name: "Anything", city) }
        try connection.stream(calls + [Chunk.finish("tool_calls")])
      },
      { _, connection in
        try connection.stream([Chunk.call(0, id: "call_0", name: "Anything", city), Chunk.finish("tool_calls")])
      },
      { _, connection in
        try connection.stream([whole.replacing("Weather", with: "Anything")].map { Chunk.delta($0) } + [Chunk.finish()])
      }, { _, connection in try connection.stream([Chunk.text("Done."), Chunk.finish()]) })
    let tool = Anything(parameters: City.generationSchema)
    let session = LanguageModelSession(model: server.model(), tools: [tool])
    #expect(try await session.respond(to: "x").content == "Done.")
    let calls = session.transcript.flatMap { entry in
      if case .toolCalls(let calls) = entry { Array(calls) } else { [Transcript.ToolCall]() }
    }
    #expect(calls.map(\.arguments.jsonString) == [city, city, city, city, city, "{}"])
    #expect(Set(calls.map(\.id)).count == 6 && calls[0].id == "call_0" && calls[1].id == "call_1")
  }

  @Test("A value is asked for with its schema, and read from the text")
  func structured() async throws {
    let server = try ScriptedServer.streaming(
      Chunk.text(#"{"name": "#), Chunk.text(#""Ada", "age""#), Chunk.text(": 36}"), Chunk.finish(), pieces: 3)
    let session = LanguageModelSession(model: server.model())
    let response = try await session.respond(to: "Who?", generating: Person.self)
    #expect(response.content == Person(name: "Ada", age: 36))
    let format = try #require(try server.bodies.first?.value(GeneratedContent.self, forProperty: "response_format"))
    #expect(
      format.jsonString == #"{"type": "json_schema", "json_schema": {"name": "Person", "schema": {"type": "object", "#
        + #""title": "Person", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "#
        + #""required": ["name", "age"], "additionalProperties": false}, "strict": true}}"#)
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test("A value that is cut short is an error; a text is not")
  func length() async throws {
    let server = try ScriptedServer.streaming(Chunk.text(#"{"name": "A"#), Chunk.finish("length"))
    let session = LanguageModelSession(model: server.model())
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Who?", generating: Person.self)
    }
    #expect(try await session.respond(to: "Who?").content == #"{"name": "A"#)
  }

  @Test("A server that does not stream is understood")
  func whole() async throws {
    let server = try ScriptedServer { _, connection in
      connection.isKeptAlive = true
      try connection.answer(
        #"{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","#
          + #""content":"Yes.","reasoning":"Hm.","tool_calls":null},"finish_reason":"stop"}],"#
          + #""usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}"#)
    }
    let session = LanguageModelSession(model: server.model())
    for _ in 0..<3 { #expect(try await session.respond(to: "x").content == "Yes.") }
    #expect(session.transcript.kinds.prefix(3) == ["prompt", "reasoning", "response"])
    #expect(session.usage.totalTokenCount == 15 && server.requests.count == 3)
  }

  @Test("Ends of streams that are not quite as they should be are taken for what they mean")
  func looseEnds() async throws {
    let parts = "data: \(Chunk.text("Yes."))\n\ndata: \(Chunk.finish())"
    for end in ["", "\n", "\n\n", "\n\ndata: [DONE]", "\n\n: bye\n\ndata: \n\ndata: [DONE]\n\n"] {
      let server = try ScriptedServer { _, connection in
        try connection.beginStream()
        try connection.sendPart(parts + end)
        try connection.endStream()
      }
      let session = LanguageModelSession(model: server.model())
      #expect(try await session.respond(to: "x").content == "Yes.", "with \(end.debugDescription)")
    }
  }

  @Test("Fields of the caller are sent, and one may take the place of the key")
  func headers() async throws {
    let server = try ScriptedServer.streaming(Chunk.text("x"), Chunk.finish())
    let model = server.model { $0.headers = ["X-Team": "blue", "Authorization": "Basic abc"] }
    try await LanguageModelSession(model: model).respond(to: "x")
    let fields = try #require(server.requests.first?.fields)
    #expect(fields["x-team"] == "blue" && fields["authorization"] == "Basic abc")
  }
}
