import SwiftletGGUF
import SwiftletJSON
import SwiftletServer
import Testing

/// Texts with a gap that a model fills in.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct InfillTests {
  /// The default model with tokens of others as marks; it was not trained for them.
  private static let marks = ["pre": 300, "suf": 301, "mid": 302, "rep": 303, "sep": 304]

  private func server() throws -> (ServerApplication, ModelVariant) {
    let variant = try ModelVariant { metadata in
      for (name, id) in Self.marks { metadata["tokenizer.ggml.fim_\(name)_token_id"] = .uint32(UInt32(id)) }
    }
    return (try variant.server(), variant)
  }

  private func tokens(_ server: ServerApplication, _ text: String) async throws -> [Int] {
    let body = JSONValue.members([("content", .string(text))])
    let response = try await server.send("POST", "/tokenize", JSONWriter.text(body))
    return response["tokens"]?.elements?.compactMap { $0.count } ?? []
  }

  @Test func partsAreBehindTheirMarks() async throws {
    let (server, variant) = try server()
    _ = variant
    let (prefix, suffix) = (try await tokens(server, "a cat sat"), try await tokens(server, " the end"))
    let (project, file) = (try await tokens(server, "myproject\n"), try await tokens(server, "b.txt\nBob"))
    let name = try await tokens(server, "filename\n")
    let files = [303] + project + [304] + file + [304] + name
    for (members, before) in [("", []), (#", "input_extra": [{"filename": "b.txt", "text": "Bob"}]"#, files)] {
      let response = try await server.send(
        "POST", "/infill",
        #"{"input_prefix": "a cat", "prompt": " sat", "input_suffix": " the end", "n_predict": 5, "temperature": 0\#(members)}"#
      )
      let bos = try await server.send("POST", "/tokenize", #"{"content": "", "add_special": true}"#)
      let start = bos["tokens"]?.elements?.compactMap { $0.count } ?? []
      let prompt = start + before + [300] + prefix + [301] + suffix + [302]
      let plain = try await server.send(
        "POST", "/completion", #"{"prompt": \#(prompt), "n_predict": 5, "temperature": 0}"#)
      #expect(response.status == 200 && plain.status == 200)
      #expect(response["tokens_evaluated"] == plain["tokens_evaluated"] && response["content"] == plain["content"])
    }
  }

  @Test func suffixesOfOtherProtocolsAreFilledInToo() async throws {
    let (server, variant) = try server()
    _ = variant
    let infill = try await server.send(
      "POST", "/infill", #"{"input_prefix": "a cat", "input_suffix": " end", "n_predict": 5, "temperature": 0}"#)
    let text = try #require(infill["content"]?.string)
    let completion = try await server.send(
      "POST", "/v1/completions", #"{"prompt": "a cat", "suffix": " end", "max_tokens": 5, "temperature": 0}"#)
    #expect(completion["choices.0.text"]?.string == text)
    let ollama = try await server.send(
      "POST", "/api/generate",
      #"{"prompt": "a cat", "suffix": " end", "stream": false, "options": {"num_predict": 5, "temperature": 0}}"#)
    #expect(ollama["response"]?.string == text)
    let tokens = try await server.send("POST", "/v1/completions", #"{"prompt": [5, 6], "suffix": " end"}"#)
    #expect(tokens.status == 400 && tokens["error.param"] == "prompt")
  }

  /// Clients of ollama ask for it before they send a suffix.
  @Test func theCapabilityIsShown() async throws {
    let (server, variant) = try server()
    _ = variant
    let shown = try await server.send("POST", "/api/show", #"{"model": "variant"}"#)
    #expect(shown["capabilities"]?.elements?.contains("insert") == true)
    let other = try await TestServer.make().send("POST", "/api/show", #"{"model": "tiny"}"#)
    #expect(other["capabilities"]?.elements?.contains("insert") == false)
  }

  @Test func aModelWithoutMarksSaysSo() async throws {
    let server = try TestServer.make()
    for (path, body) in [
      ("/infill", #"{"input_prefix": "a", "input_suffix": "b"}"#),
      ("/v1/completions", #"{"prompt": "a", "suffix": "b"}"#),
    ] {
      let response = try await server.send("POST", path, body)
      #expect(response.status == 400 && response["error.code"] == "unsupported_value", "\(path): \(response.body)")
      #expect(response["error.param"] == "suffix")
    }
    for (body, member) in [
      (#"{"input_suffix": "b"}"#, "input_prefix"), (#"{"input_prefix": "b"}"#, "input_suffix"),
      (#"{"input_prefix": "a", "input_suffix": "b", "input_extra": [{"filename": "c"}]}"#, "input_extra.0.text"),
    ] {
      let response = try await server.send("POST", "/infill", body)
      #expect(response.status == 400 && response["error.param"] == .string(member))
    }
  }
}
