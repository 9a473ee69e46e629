import SwiftletJSON
import SwiftletServer
import Testing

/// Completions of the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct CompletionTests {
  private func complete(_ server: ServerApplication, _ prompt: String, _ members: String) async throws -> TestResponse {
    try await server.send("POST", "/v1/completions", #"{"prompt": \#(prompt), \#(members)}"#)
  }

  @Test func tokensOfAPromptAreCompletedLikeItsText() async throws {
    let server = try TestServer.make()
    let tokenized = try await server.send(
      "POST", "/tokenize", #"{"content": "Once upon a time", "add_special": true}"#)
    let tokens = JSONWriter.text(tokenized["tokens"] ?? .null)
    let members = #""temperature": 0, "max_tokens": 8"#
    let text = try await complete(server, #""Once upon a time""#, members)
    let ids = try await complete(server, tokens, members)
    #expect(text.status == 200 && text["object"] == "text_completion" && text["choices.0.finish_reason"] == "length")
    #expect(text["choices.0.text"] == ids["choices.0.text"] && text["choices.0.text"]?.string?.isEmpty == false)
    #expect(text["usage.prompt_tokens"] == ids["usage.prompt_tokens"])
    let stream = try await complete(server, #""Once upon a time""#, members + #", "stream": true"#)
    let streamed = stream.events.compactMap { $0.member(at: "choices.0.text")?.string }.joined()
    #expect(streamed == text["choices.0.text"]?.string && stream.body.hasSuffix("data: [DONE]\n\n"))
    let counted = try await complete(
      server, #""Once upon a time""#, members + #", "stream": true, "stream_options": {"include_usage": true}"#)
    let last = counted.events.last
    #expect(last?["choices"]?.elements?.isEmpty == true)
    #expect(last?.member(at: "usage.total_tokens") == text["usage.total_tokens"])
    #expect(counted.events.count { $0["usage"]?.members != nil } == 1 && counted.body.hasSuffix("data: [DONE]\n\n"))
    let wrong = try await complete(server, "[99999999]", members)
    #expect(wrong.status == 400 && wrong["error.param"] == "prompt")
  }

  @Test func everyPromptHasItsChoicesInOrder() async throws {
    let server = try TestServer.make()
    let members = #""seed": 4, "n": 2, "max_tokens": 6"#
    let both = try await complete(server, #"["The dog", "A small cat"]"#, members)
    let cat = try await complete(server, #""A small cat""#, members)
    #expect(both["choices"]?.elements?.count == 4)
    #expect(both["choices.2.text"] == cat["choices.0.text"] && both["choices.3.text"] == cat["choices.1.text"])
    let dog = try await complete(server, #""The dog""#, members)
    let counts = [dog, cat].compactMap { $0["usage.prompt_tokens"]?.count }
    #expect(both["usage.prompt_tokens"]?.count == counts.reduce(0, +))
  }

  /// The request of lm-eval.
  @Test func anEchoHasOneLogProbabilityForEachTokenOfPromptAndAnswer() async throws {
    let server = try TestServer.make()
    let members = #""echo": true, "max_tokens": 1, "logprobs": 1, "temperature": 0"#
    let response = try await complete(server, #""The little dog ran""#, members)
    let count = try #require(response["usage.prompt_tokens"]?.count)
    let values = response["choices.0.logprobs.token_logprobs"]?.elements ?? []
    #expect(response.status == 200 && values.count == count + 1)
    #expect(values.first == .null && values.dropFirst().first != .null)
    #expect(response["choices.0.text"]?.string?.hasPrefix("The little dog ran") == true)
    for name in ["tokens", "top_logprobs", "text_offset"] {
      #expect(response["choices.0.logprobs.\(name)"]?.elements?.count == values.count)
    }
    // A second time, when the prompt is in the prefix cache.
    let again = try await complete(server, #""The little dog ran""#, members)
    #expect(again["choices.0.logprobs"] == response["choices.0.logprobs"])
    let none = try await complete(server, #""The little dog ran""#, #""echo": true, "max_tokens": 0, "logprobs": 1"#)
    #expect(none["choices.0.text"] == "The little dog ran")
    #expect(none["choices.0.logprobs.tokens"]?.elements?.count == count)
  }

  @Test func whatCannotBeHonouredIsAnErrorThatNamesIt() async throws {
    let server = try TestServer.make()
    for (members, member) in [
      (#""suffix": 1"#, "suffix"), (#""best_of": 2"#, "best_of"), (#""logprobs": true"#, "logprobs"),
      (#""stop": """#, "stop"), (#""n": 99"#, "n"),
    ] {
      let response = try await complete(server, #""a""#, members)
      #expect(response.status == 400 && response["error.param"] == .string(member), "\(members)")
    }
  }

  @Test func llamasFormHasTheTextAndTheReason() async throws {
    let server = try TestServer.make()
    let body = #"{"prompt": "Once upon a time", "n_predict": 6, "temperature": 0, "n_probs": 2"#
    let whole = try await server.send("POST", "/completion", body + "}")
    #expect(whole.status == 200 && whole["stop"] == true && whole["stop_type"] == "limit")
    #expect(whole["tokens_predicted"]?.count == 6 && whole["prompt"] == "Once upon a time")
    #expect(whole["completion_probabilities.0.top_logprobs"]?.elements?.count == 2)
    let stream = try await server.send("POST", "/completion", body + #", "stream": true}"#)
    let text = stream.events.compactMap { $0["content"]?.string }.joined()
    #expect(text == whole["content"]?.string && !stream.body.contains("[DONE]"))
    #expect(stream.events.last?["stop"] == true && stream.events.first?["stop"] == false)
  }
}
