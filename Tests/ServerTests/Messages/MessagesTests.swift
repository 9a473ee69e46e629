import SwiftletJSON
import SwiftletServer
import Testing

/// Anthropic's API with the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct MessagesTests {
  private func send(
    _ server: ServerApplication, _ members: String, path: String = "/v1/messages"
  ) async throws -> TestResponse {
    try await server.send(
      "POST", path, #"{"messages": [{"role": "user", "content": "Tell me a story."}], \#(members)}"#,
      headers: ["anthropic-version": "2026-10-21"])
  }

  @Test func aWholeAnswerHasAllMembers() async throws {
    let server = try TestServer.make()
    let response = try await send(server, #""max_tokens": 8, "seed": 3, "model": "small""#)
    #expect(response.status == 200 && response.headers["request-id"] != nil)
    #expect(response["id"]?.string?.hasPrefix("msg_") == true && response["type"] == "message")
    #expect(response["model"] == "tiny" && response["role"] == "assistant")
    #expect(response["content.0.type"] == "text" && response["content.0.text"]?.string?.isEmpty == false)
    #expect(response["stop_reason"] == "max_tokens" && response["stop_sequence"] == .null)
    #expect(response["usage.output_tokens"]?.count == 8)
  }

  @Test func aStreamHasTheTextAndTheUsageOfTheWholeAnswer() async throws {
    let server = try TestServer.make()
    let whole = try await send(server, #""max_tokens": 20, "seed": 4"#)
    let stream = try await send(server, #""max_tokens": 20, "seed": 4, "stream": true"#)
    let events = stream.typedEvents
    #expect(stream.body.hasPrefix("event: message_start\ndata: "))
    #expect(events.last?["type"] == "message_stop" && events.dropLast().last?["type"] == "message_delta")
    let text = events.compactMap { $0.member(at: "delta.text")?.string }.joined()
    #expect(text == whole["content.0.text"]?.string)
    let usage = events.dropLast().last?["usage"]
    #expect(usage?["output_tokens"]?.count == 20)
    let cached = usage?["cache_read_input_tokens"]?.count ?? 0
    let all = (whole["usage.input_tokens"]?.count ?? 0) + (whole["usage.cache_read_input_tokens"]?.count ?? 0)
    #expect(cached + (usage?["input_tokens"]?.count ?? 0) == all)
    let start = events.first?.member(at: "message.usage.input_tokens")
    #expect(start != nil && start == usage?["input_tokens"])
  }

  /// Line 23.
  @Test func aPromptThatIsTooLongIsAnErrorWithBothNumbers() async throws {
    let server = try TestServer.make()
    let prompt = String(repeating: "word ", count: 6000)
    let body = #"{"messages": [{"role": "user", "content": "\#(prompt)"}], "max_tokens": 1, "stream": "#
    for stream in ["true}", "false}"] {
      let response = try await server.send("POST", "/v1/messages", body + stream)
      #expect(response.status == 400 && response["error.type"] == "invalid_request_error")
      let (found, size) = (response["error.n_prompt_tokens"]?.count ?? 0, response["error.n_ctx"]?.count ?? 0)
      #expect(found > size && size > 0)
    }
  }

  /// A tool that only Anthropic's service has is skipped, and the log says so once.
  @Test func toolsOfTheServiceAreSkippedWithAWarning() async throws {
    let log = LogLines()
    let server = try TestServer.make {
      $0.logFormat = .off
      $0.log = { log.append($0) }
    }
    for name in ["web_search_20250305", "web_search_20250305", "bash_20250124"] {
      let tool = #"{"type": "\#(name)", "name": "x"}"#
      let response = try await send(server, #""max_tokens": 1, "tools": [\#(tool)]"#)
      #expect(response.status == 200)
    }
    #expect(log.lines.count == 2 && log.lines[0].contains("web_search_20250305") && log.lines[1].contains("bash_2025"))
  }

  @Test func theStopSequenceThatWasFoundIsNamed() async throws {
    let server = try TestServer.make()
    let whole = try await send(server, #""max_tokens": 60, "temperature": 0"#)
    let text = try #require(whole["content.0.text"]?.string)
    try #require(text.count > 30)
    let stop = String(text.dropFirst(10).prefix(8))
    let quoted = JSONWriter.text(.string(stop))
    let response = try await send(
      server, #""max_tokens": 60, "temperature": 0, "stop_sequences": ["\u0001never", \#(quoted)]"#)
    #expect(response["stop_reason"] == "stop_sequence" && response["stop_sequence"] == .string(stop))
    #expect(response["content.0.text"]?.string?.contains(stop) != true)
  }

  @Test func choicesOfToolsAreEnforced() async throws {
    let server = try TestServer.make()
    let properties = #""properties": {"x": {"enum": [1, 2]}}, "required": ["x"], "additionalProperties": false"#
    let tools = #""tools": [{"name": "add", "input_schema": {"type": "object", \#(properties)}}]"#
    let members =
      #"\#(tools), "max_tokens": 120, "seed": 2, "tool_choice": {"type": "any", "disable_parallel_tool_use": true}"#
    let response = try await send(server, members)
    let calls = (response["content"]?.elements ?? []).filter { $0["type"] == "tool_use" }
    #expect(response["stop_reason"] == "tool_use" && calls.count == 1)
    #expect(calls.first?["name"] == "add" && [1, 2].contains(calls.first?.member(at: "input.x")?.count))
    let stream = try await send(server, members + #", "stream": true"#)
    let json = stream.typedEvents.compactMap { $0.member(at: "delta.partial_json")?.string }.joined()
    let input = try JSONValue.read(Array(json.utf8), options: .init())
    #expect(input == calls.first?["input"])
  }

  @Test func schemasAreEnforced() async throws {
    let server = try TestServer.make()
    let properties = #""properties": {"n": {"enum": [7]}}, "required": ["n"], "additionalProperties": false"#
    let schema = #"{"type": "object", \#(properties)}"#
    let response = try await send(
      server, #""max_tokens": 60, "output_config": {"format": {"type": "json_schema", "schema": \#(schema)}}"#)
    let text = try #require(response["content.0.text"]?.string)
    let value = try JSONValue.read(Array(text.utf8), options: .init())
    #expect(value["n"]?.count == 7)
  }

  @Test func tokensAreCountedWithoutAnAnswer() async throws {
    let server = try TestServer.make()
    let count = try await send(server, #""system": "Be brief.""#, path: "/v1/messages/count_tokens")
    let answer = try await send(server, #""system": "Be brief.", "max_tokens": 1"#)
    let all = (answer["usage.input_tokens"]?.count ?? 0) + (answer["usage.cache_read_input_tokens"]?.count ?? 0)
    #expect(count["input_tokens"]?.count == all && all > 0)
  }

  @Test func errorsHaveAnthropicsForm() async throws {
    let server = try TestServer.make()
    let wrong = try await send(server, #""max_tokens": 0"#)
    #expect(wrong.status == 400 && wrong["type"] == "error" && wrong["error.type"] == "invalid_request_error")
    #expect(wrong["error.message"]?.string?.hasPrefix("max_tokens") == true)
    #expect(wrong["request_id"]?.string == wrong.headers["request-id"])
    let unknown = try await send(server, #""model": "gpt-4o""#)
    #expect(unknown.status == 404 && unknown["error.type"] == "not_found_error")
    let method = try await server.send("GET", "/v1/messages")
    #expect(method.status == 405 && method["type"] == "error")
    let words = String(repeating: "word ", count: 6000)
    let long = try await server.send(
      "POST", "/v1/messages", #"{"messages": [{"role": "user", "content": "\#(words)"}], "stream": true}"#)
    #expect(long.status == 400 && long["error.type"] == "invalid_request_error")
    let large = server.refusal(
      status: 413, message: "too large", of: HTTPRequest(method: "POST", path: "/v1/messages"))
    guard case .bytes(let bytes) = large.body else {
      Issue.record("the body is a stream")
      return
    }
    let body = try JSONValue.read(bytes, options: .init())
    #expect(body.member(at: "error.type") == "request_too_large" && large.status == 413)
  }
}
