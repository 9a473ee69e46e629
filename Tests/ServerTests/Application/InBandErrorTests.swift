import SwiftletJSON
import SwiftletServer
import Testing

/// Errors after the beginning of a stream, in the form of each protocol.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct InBandErrorTests {
  private static let openAI =
    #"{"error":{"message":"the server is shutting down","type":"unavailable_error","param":null,"code":"draining"}}"#
  private static let anthropic =
    #"{"type":"error","error":{"type":"overloaded_error","message":"the server is shutting down"},"request_id":"r1"}"#
  private static let ollama = #"{"error":"the server is shutting down"}"# + "\n"

  /// A form of answers that come to no end, for the protocol that cannot ask for that otherwise.
  private static let words = #""format": {"type": "string", "pattern": "^([a-z]{1,9} ){400,}$"}"#

  /// The paths with the members of their prompts, and the last events of their streams.
  private static let protocols: [(path: String, prompt: String, end: String)] = [
    ("/v1/chat/completions", #""messages": [{"role": "user", "content": "Go"}]"#, "data: \(openAI)\n\n"),
    ("/v1/completions", #""prompt": "Go""#, "data: \(openAI)\n\n"),
    ("/completion", #""prompt": "Go""#, "data: \(openAI)\n\n"),
    (
      "/v1/messages", #""messages": [{"role": "user", "content": "Go"}], "max_tokens": 4000"#,
      "event: error\ndata: \(anthropic)\n\n"
    ),
    ("/api/chat", #""messages": [{"role": "user", "content": "Go"}], \#(words)"#, ollama),
    ("/api/generate", #""prompt": "Go", \#(words)"#, ollama),
  ]

  /// Returns the body of a stream that ends with the server in its middle.
  private func stream(_ path: String, _ prompt: String) async throws -> String {
    let server = try TestServer.make()
    let body = #"{\#(prompt), "stream": true, "ignore_eos": true}"#
    let response = await server.respond(
      to: HTTPRequest(method: "POST", path: path, headers: ["x-request-id": "r1"], body: Array(body.utf8)))
    guard response.status == 200, case .stream(let write) = response.body else {
      Issue.record("\(path): found no stream")
      return ""
    }
    let collector = BodyCollector()
    let end = Counter()
    let stream = Task {
      defer { end.add() }
      try await write(collector)
    }
    while collector.writes.count < 2, end.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
    server.drain()
    server.endAnswers()
    try await stream.value
    return collector.text
  }

  @Test func theyAreTheLastEventInTheFormOfTheProtocol() async throws {
    for (path, prompt, end) in Self.protocols {
      let body = try await stream(path, prompt)
      #expect(body.hasSuffix(end), "\(path): \(body.suffix(400))")
      for sign in ["[DONE]", "message_stop", #""done":true"#, #""stop":true"#] {
        #expect(!body.contains(sign), "\(path): \(sign)")
      }
    }
  }

  @Test func responsesFailWithAllMembers() async throws {
    let body = try await stream("/v1/responses", #""input": "Go""#)
    let events = TestResponse(status: 200, headers: [:], body: body).typedEvents
    let last = try #require(events.last)
    // Its codes are few, and one of them is that of any fault of a server.
    #expect(last["type"] == "response.failed" && last.member(at: "response.status") == "failed")
    #expect(last.member(at: "response.error.code") == "server_error")
    #expect(last.member(at: "response.error.message") == "the server is shutting down")
    #expect(last["sequence_number"]?.count == events.count - 1)
    #expect(!events.contains { $0["type"] == "response.completed" })
  }
}
