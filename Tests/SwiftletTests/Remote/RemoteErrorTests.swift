import Foundation
import TestSupport
import Testing

@testable import Swiftlet

struct RemoteErrorTests {
  typealias RemoteError = OpenAICompatibleLanguageModelError

  /// Sends a request to a server that responds with a status and a body, and returns the error.
  private func error(
    _ status: Int, _ body: String, type: String = "application/json", generating: Bool = false
  ) async -> any Error {
    do {
      let server = try ScriptedServer { try $1.answer(body, status: status, type: type) }
      let session = LanguageModelSession(model: server.model { $0.retries = .none })
      if generating {
        try await session.respond(to: "x", generating: Person.self)
      } else {
        try await session.respond(to: "x")
      }
      return CancellationError()
    } catch {
      return error
    }
  }

  @Test(
    "Statuses become errors, with the server's words in whatever form they come",
    arguments: [
      (
        401, #"{"error":{"message":"no","type":"x","code":"invalid_api_key"}}"#,
        RemoteError.unauthorized(status: 401, reason: "no")
      ),
      (403, #"{"error":"no"}"#, .unauthorized(status: 403, reason: "no")),
      (
        404, #"{"object":"error","message":"no such model","code":404}"#, .notFound(model: "m", reason: "no such model")
      ),
      (404, #"{"detail":"Not Found"}"#, .notFound(model: "m", reason: "Not Found")),
      (400, #"{"error":{"message":"bad top_k"}}"#, .rejected(status: 400, reason: "bad top_k")),
      (418, "short and\nstout", .rejected(status: 418, reason: "short and stout")),
      (500, "", .serverFailed(status: 500, reason: "no reason was given")),
      (
        502, "<html><head><title>502 Bad Gateway</title>",
        .serverFailed(status: 502, reason: "an HTML page: 502 Bad Gateway")
      ),
      (503, #"{"error":{"code":503,"message":"Loading model"}}"#, .serverFailed(status: 503, reason: "Loading model")),
    ])
  func statuses(status: Int, body: String, expected: RemoteError) async {
    #expect(await error(status, body) as? RemoteError == expected)
  }

  @Test(
    "A conversation that is too long is told apart, with the sizes where the server tells them",
    arguments: [
      (
        #"{"error":{"message":"This model's maximum context length is 512 tokens. However, you requested 700 tokens (600 in the messages, 100 in the completion).","code":"context_length_exceeded"}}"#,
        512, 700
      ),
      (
        #"{"error":{"code":400,"message":"request (600 tokens) exceeds the available context size (512 tokens)","type":"exceed_context_size_error","n_prompt_tokens":600,"n_ctx":512}}"#,
        512, 600
      ),
      (#"{"message":"The input (600 tokens) is longer than the model's context length (512 tokens)."}"#, 512, 600),
      (#"{"error":{"message":"Requested tokens (600) exceed context window of 512"}}"#, 512, 600),
      (#"{"error":{"message":"Too long.","code":"context_length_exceeded"}}"#, 0, 0),
    ])
  func contextSize(body: String, context: Int, conversation: Int) async {
    guard case LanguageModelError.contextSizeExceeded(let details) = await error(400, body) else {
      Issue.record("another error")
      return
    }
    #expect(details.contextSize == context && details.tokenCount == conversation)
  }

  @Test("Errors that the interface has cases for are those cases")
  func cases() async {
    guard case LanguageModelError.rateLimited = await error(429, #"{"error":{"message":"slow down"}}"#),
      case LanguageModelError.timeout = await error(504, ""),
      case LanguageModelError.guardrailViolation = await error(
        400, #"{"error":{"message":"no","code":"content_filter"}}"#),
      case LanguageModelError.unsupportedGenerationGuide(let details) = await error(
        400, #"{"error":{"message":"pattern","param":"response_format"}}"#, generating: true)
    else {
      Issue.record("another error")
      return
    }
    #expect(details.schemaName == "Person")
  }

  /// Sends a request to a server that streams the given chunks, and returns the error.
  private func streamError(_ chunks: String..., raw: String = "") async -> any Error {
    do {
      let server = try ScriptedServer { _, connection in
        try connection.beginStream()
        try connection.sendPart(chunks.map { "data: \($0)\n\n" }.joined() + raw)
        try connection.endStream()
      }
      let model = server.model {
        $0.limits.eventBytes = 2000
        $0.limits.answerBytes = 10_000
        $0.limits.toolCalls = 2
      }
      let session = LanguageModelSession(model: model, tools: [Weather()])
      let response = try await session.respond(to: "x")
      Issue.record("answered \(response.content)")
      return CancellationError()
    } catch {
      return error
    }
  }

  @Test("Refusals and answers that the server held back are errors")
  func refusal() async throws {
    let refusal = await streamError(
      Chunk.delta(#"{"refusal":"I will "}"#), Chunk.delta(#"{"refusal":"not."}"#), Chunk.finish())
    guard case LanguageModelError.refusal(let details) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(try await details.explanation.content == "I will not.")
    let filtered = await streamError(Chunk.text("Well"), Chunk.finish("content_filter"))
    guard case LanguageModelError.guardrailViolation = filtered else {
      Issue.record("\(filtered)")
      return
    }
  }

  @Test("An error in the middle of a stream is one", arguments: ["data", "error"])
  func errorInStream(field: String) async {
    let raw = #"\#(field): {"error":{"message":"out of memory","code":500}}"# + "\n\n"
    let error = await streamError(Chunk.text("Well"), raw: raw)
    #expect(error as? RemoteError == .serverFailed(status: 500, reason: "out of memory"))
  }

  @Test(
    "What is no chunk of a completion is an error that says what was found",
    arguments: [
      "{", "[]", "nonsense", #"{"choices":1}"#, "{}", #"{"choices":[{"delta":[1]}]}"#,
      #"{"choices":[{"delta":{"content":1}}]}"#,
      #"{"choices":[{"delta":{"tool_calls":{}}}]}"#, #"{"choices":[{"delta":{"tool_calls":[3]}}]}"#,
      #"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a"}]}}]}"#,
      #"{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":7}}]}}]}"#,
    ])
  func malformed(chunk: String) async {
    let error = await streamError(chunk)
    guard case RemoteError.unexpectedAnswer = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Events, answers and calls of tools have limits")
  func limits() async {
    let text = String(repeating: "x", count: 1000)
    #expect(
      await streamError(Chunk.text(text + text)) as? RemoteError
        == .limitExceeded(what: "bytes in an event", limit: 2000))
    let long = await streamError(raw: String(repeating: "data: \(Chunk.text(text))\n\n", count: 20))
    #expect(long as? RemoteError == .limitExceeded(what: "bytes", limit: 10_000))
    let calls = (0..<3).map { #"{"index":\#($0),"id":"c\#($0)","function":{"name":"Weather","arguments":"{}"}}"# }
    let many = await streamError(Chunk.delta(#"{"tool_calls":[\#(calls.joined(separator: ","))]}"#))
    #expect(many as? RemoteError == .limitExceeded(what: "tool calls", limit: 2))
  }

  @Test("An address or a field that cannot be used is an error before anything is sent")
  func unusable() async throws {
    for address in ["ftp://host/v1", "/v1", "http:///v1", "http://me:secret@host/v1"] {
      let url = try #require(URL(string: address))
      await #expect {
        try await LanguageModelSession(model: OpenAICompatibleLanguageModel(baseURL: url, model: "m")).respond(to: "x")
      } throws: {
        if case RemoteError.invalidEndpoint = $0 { !"\($0)".contains("secret") } else { false }
      }
    }
    let url = try #require(URL(string: "http://127.0.0.1:9/v1"))
    let model = OpenAICompatibleLanguageModel(baseURL: url, model: "m", apiKey: "key\r\nX-Evil: 1")
    await #expect(throws: RemoteError.invalidHeader(name: "Authorization")) {
      try await LanguageModelSession(model: model).respond(to: "x")
    }
    var named = OpenAICompatibleLanguageModel(baseURL: url, model: "m")
    named.options.headers = ["X:Y": "1"]
    await #expect(throws: RemoteError.invalidHeader(name: "X:Y")) {
      try await LanguageModelSession(model: named).respond(to: "x")
    }
  }

  @Test("Keys and fields are in no description and in no error")
  func secrets() async throws {
    let server = try ScriptedServer { request, connection in
      try connection.answer(
        #"{"error":{"message":"bad key \#(request.fields["authorization"] ?? "") token-1234"}}"#, status: 401)
    }
    let model = server.model { $0.headers = ["X-Token": "token-1234"] }
    var dumped = ""
    dump(model, to: &dumped)
    dump(model.options, to: &dumped)
    let texts = ["\(model)", String(reflecting: model), "\(model.options)", String(reflecting: model.options), dumped]
    do {
      try await LanguageModelSession(model: model).respond(to: "x")
      Issue.record("answered")
    } catch {
      #expect(error as? RemoteError == .unauthorized(status: 401, reason: "bad key Bearer (hidden) (hidden)"))
    }
    let echo = try ScriptedServer { try $1.answer(#"{"choices": "sk-very-secret"}"#) }
    await #expect(
      throws: RemoteError.unexpectedAnswer(reason: #"expected an array of choices, found "(hidden)""#)
    ) {
      try await LanguageModelSession(model: echo.model()).respond(to: "x")
    }
    for text in texts { #expect(!text.contains("sk-very-secret") && !text.contains("token-1234")) }
  }
}
