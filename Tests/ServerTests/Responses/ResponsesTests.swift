import SwiftletJSON
import SwiftletServer
import Testing

/// The Responses API with the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ResponsesTests {
  private func send(_ server: ServerApplication, _ members: String) async throws -> TestResponse {
    try await server.send("POST", "/v1/responses", "{\(members)}")
  }

  private func text(_ response: JSONValue) -> String? { response.member(at: "output.0.content.0.text")?.string }

  @Test func aWholeResponseHasAllMembers() async throws {
    let server = try TestServer.make()
    let response = try await send(
      server, #""input": "Tell me a story.", "max_output_tokens": 8, "seed": 3, "model": "small""#)
    #expect(response.status == 200 && response["id"]?.string?.hasPrefix("resp_") == true)
    #expect(response["object"] == "response" && response["model"] == "tiny")
    #expect(response["status"] == "incomplete" && response["incomplete_details.reason"] == "max_output_tokens")
    #expect(response["output.0.type"] == "message" && text(response.json)?.isEmpty == false)
    #expect(response["usage.output_tokens"]?.count == 8 && response["error"] == .null)
  }

  @Test func aStreamEndsWithTheWholeResponse() async throws {
    let server = try TestServer.make()
    let members = #""input": "Tell me a story.", "max_output_tokens": 20, "seed": 4"#
    let whole = try await send(server, members)
    let stream = try await send(server, members + #", "stream": true"#)
    let events = stream.typedEvents
    let numbers = events.compactMap { $0["sequence_number"]?.count }
    #expect(numbers == Array(0..<events.count))
    #expect(events.first?["type"] == "response.created" && events.last?["type"] == "response.incomplete")
    let last = try #require(events.last?["response"])
    let deltas = events.filter { $0["type"] == "response.output_text.delta" }
    let joined = deltas.compactMap { $0["delta"]?.string }.joined()
    #expect(text(last) == joined && joined == text(whole.json) && !joined.isEmpty)
    #expect(last["usage"]?["output_tokens"] == whole["usage.output_tokens"])
  }

  @Test func responsesAreKeptContinuedAndRemoved() async throws {
    let server = try TestServer.make()
    let first = try await send(server, #""input": "Tell me a story.", "max_output_tokens": 12, "seed": 5"#)
    let id = try #require(first["id"]?.string)
    let kept = try await server.send("GET", "/v1/responses/\(id)")
    #expect(kept.status == 200 && kept.json == first.json)
    let second = try await send(
      server, #""input": "Go on.", "previous_response_id": "\#(id)", "max_output_tokens": 1, "temperature": 0"#)
    let answer = JSONWriter.text(.string(try #require(text(first.json))))
    let spelled = try await send(
      server,
      #""input": [{"role": "user", "content": "Tell me a story."}, {"role": "assistant", "content": \#(answer)}, {"role": "user", "content": "Go on."}], "max_output_tokens": 1, "temperature": 0"#
    )
    #expect(second["previous_response_id"]?.string == id)
    #expect(second["usage.input_tokens"] == spelled["usage.input_tokens"] && second["usage.input_tokens"] != nil)
    #expect(text(second.json) == text(spelled.json))
    let replay = await server.respond(
      to: HTTPRequest(method: "GET", path: "/v1/responses/\(id)", query: "stream=true"))
    #expect(replay.status == 400)
    let removed = try await server.send("DELETE", "/v1/responses/\(id)")
    #expect(removed.status == 200 && removed["deleted"] == true)
    let gone = try await server.send("GET", "/v1/responses/\(id)")
    #expect(gone.status == 404 && gone["error.type"] == "not_found_error")
    let late = try await send(server, #""input": "Go on.", "previous_response_id": "\#(id)""#)
    #expect(late.status == 400 && late["error.code"] == "previous_response_not_found")
    #expect(late["error.param"] == "previous_response_id")
  }

  @Test func responsesThatAreNotToBeKeptAreNot() async throws {
    let server = try TestServer.make()
    let response = try await send(server, #""input": "Hi", "max_output_tokens": 1, "store": false"#)
    let id = try #require(response["id"]?.string)
    let found = try await server.send("GET", "/v1/responses/\(id)")
    #expect(response["store"] == false && found.status == 404)
    let off = try TestServer.make { $0.storedResponses = 0 }
    let unkept = try await send(off, #""input": "Hi", "max_output_tokens": 1"#)
    #expect(unkept.status == 200 && unkept["store"] == false)
    let refused = try await send(off, #""input": "Hi", "store": true"#)
    #expect(refused.status == 400 && refused["error.param"] == "store")
  }

  @Test func streamedResponsesAreKeptToo() async throws {
    let server = try TestServer.make()
    let stream = try await send(server, #""input": "Hi", "max_output_tokens": 2, "stream": true"#)
    let last = try #require(stream.typedEvents.last?["response"])
    let id = try #require(last["id"]?.string)
    let kept = try await server.send("GET", "/responses/\(id)")
    #expect(kept.json == last)
  }

  @Test func toolsAreCalled() async throws {
    let server = try TestServer.make()
    let tools =
      #""tools": [{"type": "function", "name": "add", "parameters": {"type": "object", "properties": {"x": {"enum": [1, 2]}}, "required": ["x"], "additionalProperties": false}}]"#
    let members =
      #""input": "Hello", \#(tools), "tool_choice": "required", "parallel_tool_calls": false, "max_output_tokens": 120, "seed": 2"#
    let response = try await send(server, members)
    let output = response["output"]?.elements ?? []
    let call = try #require(output.last)
    #expect(call["type"] == "function_call" && call["name"] == "add" && response["status"] == "completed")
    let arguments = try #require(call["arguments"]?.string)
    let value = try JSONValue.read(Array(arguments.utf8), options: .init())
    #expect([1, 2].contains(value["x"]?.count))
    let id = try #require(call["call_id"]?.string)
    let next = try await send(
      server,
      #""input": [{"type": "function_call_output", "call_id": "\#(id)", "output": "3"}], \#(tools), "previous_response_id": "\#(response["id"]?.string ?? "")", "max_output_tokens": 2"#
    )
    #expect(next.status == 200)
  }

  @Test func formatsAreEnforced() async throws {
    let server = try TestServer.make()
    let properties = #""properties": {"n": {"enum": [7]}}, "required": ["n"], "additionalProperties": false"#
    let schema = #"{"type": "object", \#(properties)}"#
    let response = try await send(
      server,
      #""input": "Go", "max_output_tokens": 60, "text": {"format": {"type": "json_schema", "name": "n", "schema": \#(schema), "strict": true}}"#
    )
    let answer = try #require(text(response.json))
    let value = try JSONValue.read(Array(answer.utf8), options: .init())
    #expect(value["n"]?.count == 7 && response["text.format.name"] == "n")
  }

  @Test func logProbabilitiesAreThoseOfTheText() async throws {
    let server = try TestServer.make()
    let response = try await send(
      server,
      #""input": "Go", "max_output_tokens": 5, "seed": 1, "top_logprobs": 2, "include": ["message.output_text.logprobs"]"#
    )
    let entries = response["output.0.content.0.logprobs"]?.elements ?? []
    #expect(!entries.isEmpty && entries[0]["top_logprobs"]?.elements?.count == 2)
  }

  @Test func tokensAreCountedAndErrorsHaveOpenAIsForm() async throws {
    let server = try TestServer.make()
    let count = try await server.send("POST", "/v1/responses/input_tokens", #"{"input": "Hello there"}"#)
    let answer = try await send(server, #""input": "Hello there", "max_output_tokens": 1"#)
    #expect(count["object"] == "response.input_tokens")
    #expect(count["input_tokens"] == answer["usage.input_tokens"] && count["input_tokens"] != nil)
    let wrong = try await send(server, #""input": "Hi", "background": true"#)
    #expect(wrong.status == 400 && wrong["error.param"] == "background")
    #expect(wrong["error.code"] == "unsupported_parameter")
    let words = String(repeating: "word ", count: 6000)
    let long = try await send(server, #""input": "\#(words)", "stream": true"#)
    #expect(long.status == 400 && long["error.code"] == "context_length_exceeded" && long["error.param"] == "input")
    #expect(long["error.n_prompt_tokens"]?.count ?? 0 > long["error.n_ctx"]?.count ?? .max)
    let method = try await server.send("POST", "/v1/responses/resp_1", "{}")
    #expect(method.status == 405 && method.headers["allow"] == "GET, DELETE, HEAD, OPTIONS")
  }
}
