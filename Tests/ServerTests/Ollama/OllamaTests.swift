import SwiftletJSON
import SwiftletServer
import Testing

/// Ollama's API with the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct OllamaTests {
  private func lines(_ response: TestResponse) throws -> [JSONValue] {
    try response.body.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { try JSONValue.read(Array($0.utf8), options: .init()) }
  }

  private let story = #""messages": [{"role": "user", "content": "Tell me a story."}]"#
  private let options = #""options": {"seed": 3, "num_predict": 8, "num_ctx": 100000, "num_gpu": 1}"#

  @Test func chatsAreStreamsOfLinesUnlessTheClientSaysOtherwise() async throws {
    let server = try TestServer.make()
    let stream = try await server.send("POST", "/api/chat", #"{"model": "Tiny:latest", \#(story), \#(options)}"#)
    let parts = try lines(stream)
    #expect(stream.status == 200 && stream.headers["content-type"] == "application/x-ndjson")
    #expect(stream.body.hasSuffix("}\n") && parts.last?["done"] == true && parts.first?["done"] == false)
    #expect(parts.last?["done_reason"] == "length" && parts.last?["eval_count"]?.count == 8)
    #expect(parts.last?["prompt_eval_count"]?.count ?? 0 > 0 && parts.first?["model"] == "Tiny:latest")
    let whole = try await server.send(
      "POST", "/api/chat", #"{"model": "tiny", \#(story), \#(options), "stream": false}"#)
    let text = parts.compactMap { $0.member(at: "message.content")?.string }.joined()
    #expect(whole["message.content"]?.string == text && whole["done"] == true)
    let openAI = try await server.chat("Tell me a story.", #""seed": 3, "max_tokens": 8"#)
    #expect(openAI["choices.0.message.content"]?.string == text)
  }

  @Test func promptsAreAnsweredAndRawOnesContinued() async throws {
    let server = try TestServer.make()
    let members = #""options": {"temperature": 0, "num_predict": 6}, "stream": false"#
    let answer = try await server.send("POST", "/api/generate", #"{"prompt": "Tell me a story.", \#(members)}"#)
    #expect(answer.status == 200 && answer["response"]?.string?.isEmpty == false && answer["message"] == nil)
    let raw = try await server.send(
      "POST", "/api/generate", #"{"prompt": "Once upon a time", "raw": true, \#(members)}"#)
    let completion = try await server.send(
      "POST", "/v1/completions", #"{"prompt": "Once upon a time", "temperature": 0, "max_tokens": 6}"#)
    #expect(raw["response"] == completion["choices.0.text"] && raw["response"] != nil)
  }

  @Test func formatsAreEnforced() async throws {
    let server = try TestServer.make()
    let schema =
      #"{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false}"#
    let response = try await server.send(
      "POST", "/api/chat", #"{\#(story), "format": \#(schema), "stream": false, "options": {"num_predict": 40}}"#)
    let text = try #require(response["message.content"]?.string)
    let value = try JSONValue.read(Array(text.utf8), options: .init())
    #expect(value["n"]?.count != nil && value.members?.count == 1)
  }

  /// Line 23.
  @Test func aPromptThatIsTooLongIsAnErrorAndNotCut() async throws {
    let server = try TestServer.make()
    let prompt = String(repeating: "word ", count: 6000)
    for stream in [true, false] {
      let response = try await server.send(
        "POST", "/api/generate", #"{"prompt": "\#(prompt)", "options": {"num_ctx": 64}, "stream": \#(stream)}"#)
      #expect(response.status == 400 && response["error"]?.string != nil)
      let (found, size) = (response["n_prompt_tokens"]?.count ?? 0, response["n_ctx"]?.count ?? 0)
      #expect(found > size && size > 0)
    }
  }

  @Test func modelsAreLoadedAndUnloadedByRequestsWithoutMessages() async throws {
    let server = try TestServer.embedding(contextSize: 502)
    let loaded = try await server.send("POST", "/api/chat", #"{"model": "tiny", "messages": []}"#)
    #expect(loaded["done_reason"] == "load" && loaded["done"] == true)
    let running = try await server.send("GET", "/api/ps")
    #expect(running["models.0.name"] == "tiny:latest" && running["models.0.context_length"]?.count ?? 0 > 0)
    #expect(running["models.0.expires_at"]?.string != nil)
    let unloaded = try await server.send("POST", "/api/generate", #"{"model": "tiny", "keep_alive": 0}"#)
    #expect(unloaded["done_reason"] == "unload")
    let none = try await server.send("GET", "/api/ps")
    #expect(none["models"]?.elements?.isEmpty == true)
  }

  @Test func modelsAreListedAndShown() async throws {
    let server = try TestServer.make()
    let tags = try await server.send("HEAD", "/api/tags")
    #expect(tags.status == 200 && tags["models.0.name"] == "tiny:latest")
    let digest = try #require(tags["models.0.digest"]?.string)
    #expect(digest.count == 64 && digest.allSatisfy { $0.isHexDigit })
    #expect(tags["models.0.details.format"] == "gguf" && tags["models.0.size"]?.count ?? 0 > 0)
    let shown = try await server.send("POST", "/api/show", #"{"name": "small"}"#)
    #expect(shown["capabilities.0"] == "completion" && shown["template"]?.string?.isEmpty == false)
    #expect(shown["model_info"]?.members?.contains { $0.name == "general.architecture" } == true)
    let unknown = try await server.send("POST", "/api/show", #"{"model": "x"}"#)
    #expect(unknown.status == 404 && unknown["error"] == "model 'x' not found")
    let version = try await server.send("GET", "/api/version")
    #expect(version["version"]?.string?.split(separator: ".").count == 3)
  }

  @Test func thePageIsForBrowsersAndProgramsSeeASignOfLife() async throws {
    let server = TestServer.empty { $0.keys = ["key"] }
    let program = try await server.send("GET", "/")
    #expect(program.status == 200 && program.body == "Ollama is running")
    let browser = try await server.send("GET", "/", headers: ["Accept": "text/html,*/*"])
    #expect(browser.body.hasPrefix("<!"))
  }
}
