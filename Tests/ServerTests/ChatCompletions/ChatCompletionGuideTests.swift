import SwiftletJSON
import SwiftletServer
import Testing

/// Tools, schemas and grammars of chat completions, with the default model.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ChatCompletionGuideTests {
  private static let tools = """
    "tools": [
      {"type": "function", "function": {"name": "add", "parameters": {"type": "object",
        "properties": {"x": {"enum": [1, 2]}}, "required": ["x"], "additionalProperties": false}}},
      {"type": "function", "function": {"name": "now"}}
    ]
    """

  private func calls(_ response: TestResponse) -> [JSONValue] {
    response["choices.0.message.tool_calls"]?.elements ?? []
  }

  /// Lines 12, 14 and 16.
  @Test func choicesOfToolsAreEnforced() async throws {
    let server = try TestServer.make()
    for seed in 1...3 {
      let common = #"\#(Self.tools), "seed": \#(seed), "max_tokens": 120"#
      let required = try await server.chat("Hello", common + #", "tool_choice": "required""#)
      #expect(!calls(required).isEmpty && required["choices.0.finish_reason"] == "tool_calls")
      #expect(Set(calls(required).map { $0["id"]?.string }).count == calls(required).count)
      let named = try await server.chat(
        "Hello", common + #", "tool_choice": {"type": "function", "function": {"name": "add"}}"#)
      #expect(named["choices.0.finish_reason"] == "tool_calls")
      for call in calls(named) {
        #expect(call.member(at: "function.name") == "add" && call["id"]?.string?.hasPrefix("call_") == true)
        let text = try #require(call.member(at: "function.arguments")?.string)
        let arguments = try JSONValue.read(Array(text.utf8), options: .init())
        #expect([1, 2].contains(arguments["x"]?.count))
      }
      let none = try await server.chat("Hello", common + #", "tool_choice": "none""#)
      #expect(calls(none).isEmpty && none["choices.0.finish_reason"] != "tool_calls")
      let single = try await server.chat(
        "Hello", common + #", "tool_choice": "required", "parallel_tool_calls": false"#)
      #expect(calls(single).count == 1)
    }
    let unknown = try await server.chat(
      "Hello", Self.tools + #", "tool_choice": {"type": "function", "function": {"name": "sub"}}"#)
    #expect(unknown.status == 400 && unknown["error.param"]?.string?.hasPrefix("tool_choice") == true)
  }

  /// Lines 13 and 21.
  @Test func streamedCallsAreThoseOfTheWholeAnswer() async throws {
    let server = try TestServer.make()
    let members = #"\#(Self.tools), "seed": 4, "max_tokens": 120, "tool_choice": "required""#
    let whole = try await server.chat("Hello", members)
    let stream = try await server.chat("Hello", members + #", "stream": true"#)
    var names: [String] = []
    var arguments: [String] = []
    for call in stream.events.flatMap({ $0.member(at: "choices.0.delta.tool_calls")?.elements ?? [] }) {
      let index = try #require(call["index"]?.count)
      if let name = call.member(at: "function.name")?.string {
        #expect(index == names.count && call["id"]?.string != nil)
        names.append(name)
        arguments.append("")
      }
      try #require(arguments.indices.contains(index))
      arguments[index] += call.member(at: "function.arguments")?.string ?? ""
    }
    #expect(names == calls(whole).compactMap { $0.member(at: "function.name")?.string })
    #expect(arguments == calls(whole).compactMap { $0.member(at: "function.arguments")?.string })
    #expect(stream.events.last?.member(at: "choices.0.finish_reason") == "tool_calls")
  }

  /// Line 12.
  @Test func severalCallsOfAStreamHaveIndicesAndIdentifiersOfTheirOwn() async throws {
    let variant = try ModelVariant.callingInMarkers()
    let server = try variant.server(contextSize: 1000)
    // The bias prefers a further call to an end. Equal calls in a row would be one, so the words differ.
    let members = #"""
      "tools": [{"type": "function", "function": {"name": "say", "parameters": {"type": "object",
        "properties": {"word": {"type": "string", "pattern": "^[a-z]{4}$"}}, "required": ["word"],
        "additionalProperties": false}}}], "tool_choice": "required", "temperature": 2, "max_tokens": 150,
      "logit_bias": [["<", 100], ["\n", 20]], "stream": true, "seed":
      """#
    var deltas: [JSONValue] = []
    var begun: [JSONValue] = []
    for seed in 1...10 where begun.count < 2 {
      let stream = try await server.chat("Hello", members + " \(seed)")
      deltas = stream.events.flatMap { $0.member(at: "choices.0.delta.tool_calls")?.elements ?? [] }
      begun = deltas.filter { $0["id"] != nil }
    }
    #expect(begun.count >= 2 && begun.map { $0["index"]?.count } == Array(0..<begun.count))
    #expect(Set(begun.map { $0["id"]?.string }).count == begun.count)
    // The parts of a call are behind its beginning, and before that of the next one.
    let indices = deltas.compactMap { $0["index"]?.count }
    #expect(indices.count == deltas.count && indices == indices.sorted())
  }

  /// Line 15.
  @Test func callsThatAreCutOffEndWithLength() async throws {
    let server = try TestServer.make()
    let tool = #"""
      "tools": [{"type": "function", "function": {"name": "say", "parameters": {"type": "object",
        "properties": {"text": {"type": "string", "pattern": "^[a-z]{12}$"}}, "required": ["text"],
        "additionalProperties": false}}}], "tool_choice": "required", "parallel_tool_calls": false
      """#
    func isWhole(_ arguments: String) -> Bool {
      (try? JSONValue.read(Array(arguments.utf8), options: .init()))?["text"]?.string?.count == 12
    }
    var (cut, ended) = (0, 0)
    for limit in 1...40 {
      let members = tool + #", "seed": 4, "max_tokens": \#(limit)"#
      let whole = try await server.chat("Hello", members)
      #expect(whole.status == 200 && whole["usage.completion_tokens"]?.count ?? .max <= limit)
      let stream = try await server.chat("Hello", members + #", "stream": true"#)
      let streamed = stream.events.compactMap {
        $0.member(at: "choices.0.delta.tool_calls.0.function.arguments")?.string
      }.joined()
      let arguments = calls(whole).first?.member(at: "function.arguments")?.string ?? ""
      #expect(arguments == streamed, "\(limit)")
      let reason = whole["choices.0.finish_reason"]
      // A limit may also end a call behind its arguments.
      #expect(reason == "length" || reason == "tool_calls" && isWhole(arguments), "\(limit): \(arguments)")
      #expect(stream.events.last?.member(at: "choices.0.finish_reason") == reason, "\(limit)")
      if reason == "length" { cut += 1 } else { ended += 1 }
    }
    #expect(cut > 0 && ended > 0)
  }

  /// Line 17.
  @Test func toolsArePartOfThePrompt() async throws {
    let server = try TestServer.make()
    let plain = try await server.chat("Hello", #""max_tokens": 1"#)
    let tools = try await server.chat("Hello", Self.tools + #", "max_tokens": 1"#)
    let (fewer, more) = (plain["usage.prompt_tokens"]?.count ?? 0, tools["usage.prompt_tokens"]?.count ?? 0)
    #expect(more > fewer && fewer > 0)
  }

  /// Line 18.
  @Test func schemasAreEnforcedOrRefused() async throws {
    let server = try TestServer.make()
    func answer(_ schema: String) async throws -> TestResponse {
      try await server.chat(
        "Go",
        #""seed": 1, "max_tokens": 200, "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": \#(schema)}}"#
      )
    }
    let ids = try await answer(
      ##"{"type": "object", "properties": {"ids": {"type": "array", "items": {"$ref": "#/$defs/id"}, "minItems": 1, "maxItems": 2}}, "required": ["ids"], "additionalProperties": false, "$defs": {"id": {"type": "string", "pattern": "^\\d{3}-[a-f]$"}}}"##
    )
    #expect(ids.status == 200)
    let text = try #require(ids["choices.0.message.content"]?.string)
    let value = try JSONValue.read(Array(text.utf8), options: .init())
    let elements = try #require(value["ids"]?.elements)
    #expect(!elements.isEmpty && elements.allSatisfy { $0.string?.wholeMatch(of: /[0-9]{3}-[a-f]/) != nil })
    let refused = try await answer(#"{"type": "string", "pattern": "(x)\\1"}"#)
    #expect(refused.status == 400 && refused["error.message"]?.string?.contains("/pattern") == true)
    let object = try await server.chat("Go", #""max_tokens": 60, "response_format": {"type": "json_object"}"#)
    let json = try #require(object["choices.0.message.content"]?.string)
    let isObject = try JSONValue.read(Array(json.utf8), options: .init()).members != nil
    #expect(isObject)
    let other = try await server.chat("Go", #""response_format": {"type": "xml"}"#)
    #expect(other.status == 400 && other["error.param"] == "response_format.type")
  }

  @Test func formsOfOtherServersAreEnforcedToo() async throws {
    let server = try TestServer.make()
    for (members, expected) in [
      (#""guided_choice": ["yes"]"#, "yes"), (#""structured_outputs": {"choice": ["no"]}"#, "no"),
      (#""grammar": "root ::= \"abc\"""#, "abc"), (#""guided_regex": "a{3}""#, "aaa"),
      (#""json_schema": {"const": 5}"#, "5"), (#""guided_json": {"const": 6}"#, "6"),
      (#""structured_outputs": {"json": "{\"const\": 7}"}"#, "7"),
    ] {
      let response = try await server.chat("Go", members + #", "max_tokens": 20"#)
      #expect(response["choices.0.message.content"]?.string == expected, "\(members): \(response.body)")
    }
    let both = try await server.chat("Go", #""guided_choice": ["a"], "grammar": "root ::= \"b\"""#)
    #expect(both.status == 400)
  }

  /// Line 19.
  @Test func conversationsOfOtherClientsAreAnswered() async throws {
    let server = try TestServer.make()
    for messages in [
      #"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho", "tool_calls": []}, {"role": "user", "content": "?"}]"#,
      #"[{"role": "developer", "content": "Be kind."}, {"role": "user", "content": [{"type": "text", "text": "Hi"}]}]"#,
      #"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": null, "tool_calls": [{"id": null, "type": "function", "function": {"name": "now", "arguments": ""}}]}, {"role": "tool", "tool_call_id": null, "content": "5"}]"#,
      #"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": null, "function_call": {"name": "now", "arguments": "{}"}}, {"role": "function", "name": "now", "content": "5"}]"#,
    ] {
      let response = try await server.send(
        "POST", "/v1/chat/completions", #"{"messages": \#(messages), "max_tokens": 2}"#)
      #expect(response.status == 200, "\(messages): \(response.body)")
    }
  }
}
