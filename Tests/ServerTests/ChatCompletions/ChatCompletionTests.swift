import Foundation
import SwiftletJSON
import SwiftletServer
import Testing

/// Chat completions of the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ChatCompletionTests {
  private func text(_ response: TestResponse) -> String? { response["choices.0.message.content"]?.string }

  private func streamedText(_ response: TestResponse) -> String {
    response.events.compactMap { $0.member(at: "choices.0.delta.content")?.string }.joined()
  }

  @Test func aWholeAnswerHasAllMembers() async throws {
    let server = try TestServer.make()
    let response = try await server.chat("Tell me a story.", #""seed": 3, "max_tokens": 8, "model": "small""#)
    #expect(response.status == 200 && response.headers["content-type"]?.hasPrefix("application/json") == true)
    #expect(response["id"]?.string?.hasPrefix("chatcmpl-") == true && response["object"] == "chat.completion")
    #expect(response["model"] == "tiny" && response["created"]?.count != nil)
    #expect(response["choices.0.message.role"] == "assistant" && response["choices.0.message.refusal"] == .null)
    #expect(text(response)?.isEmpty == false && response["choices.0.message.tool_calls"] == nil)
    #expect(response["choices.0.finish_reason"] == "length" && response["choices.0.logprobs"] == .null)
    #expect(response["usage.completion_tokens"]?.count == 8 && response["timings.predicted_n"]?.count == 8)
  }

  /// Lines 1 to 4 and 10.
  @Test func usageOfAStreamComesOnceAfterTheReasonIfItIsAskedFor() async throws {
    let server = try TestServer.make()
    let plain = try await server.chat("Hello", #""stream": true, "seed": 1, "max_tokens": 4"#)
    #expect(plain.body.hasSuffix("data: [DONE]\n\n"))
    #expect(plain.events.allSatisfy { $0["usage"] == nil && $0["choices"]?.elements?.count == 1 })
    let asked = try await server.chat(
      "Tell me a story.", #""stream": true, "seed": 1, "max_tokens": 4, "stream_options": {"include_usage": true}"#)
    let events = asked.events
    #expect(events.filter { $0["choices"]?.elements?.isEmpty == true }.count == 1)
    #expect(events.last?.member(at: "usage.completion_tokens")?.count == 4)
    #expect(events.dropLast().last?.member(at: "choices.0.finish_reason") == "length")
    for name in ["id", "created", "model", "system_fingerprint", "object"] {
      #expect(Set(events.map { $0[name] }).count == 1, "\(name)")
    }
    #expect(asked.headers["x-accel-buffering"] == "no")
    #expect(asked.headers["content-type"]?.hasPrefix("text/event-stream") == true)
  }

  @Test func aStreamHasTheTextOfTheWholeAnswer() async throws {
    let server = try TestServer.make()
    let members = #""seed": 5, "max_tokens": 40"#
    let whole = try await server.chat("Once upon a time", members)
    let stream = try await server.chat("Once upon a time", members + #", "stream": true"#)
    #expect(streamedText(stream) == text(whole))
    #expect(stream.events.filter { $0.member(at: "choices.0.delta.role") != nil }.count == 1)
  }

  /// Lines 6 and 7.
  @Test func stopSequencesOverSeveralTokensNeverLeakAndNothingElseIsLost() async throws {
    let server = try TestServer.make()
    let members = #""temperature": 0, "max_tokens": 60"#
    let answer = try #require(text(try await server.chat("Tell me a story.", members)))
    try #require(answer.count > 30)
    // Within words, so that tokens are cut.
    let start = answer.index(answer.startIndex, offsetBy: 15)
    let stop = String(answer[start...].prefix(9))
    let first = try #require(answer.range(of: stop))
    let encoded = JSONWriter.text(.string(stop))
    let response = try await server.chat("Tell me a story.", members + #", "stop": \#(encoded), "stream": true"#)
    #expect(streamedText(response) == String(answer[..<first.lowerBound]))
    #expect(response.events.last?.member(at: "choices.0.finish_reason") == "stop")
    // The end of the answer could begin this sequence.
    let other = JSONWriter.text(.string(String(answer.suffix(3)) + "never"))
    let held = try await server.chat("Tell me a story.", members + #", "stop": [\#(other)], "stream": true"#)
    #expect(streamedText(held) == answer)
  }

  /// Line 22.
  @Test func cachedTokensArePartOfThePromptsTokens() async throws {
    let server = try TestServer.make()
    let prompt = String(repeating: "The little dog ran over the hill. ", count: 20) + UUID().uuidString
    let first = try await server.chat(prompt, #""max_tokens": 2"#)
    let second = try await server.chat(prompt, #""max_tokens": 2"#)
    let count = try #require(first["usage.prompt_tokens"]?.count)
    #expect(second["usage.prompt_tokens"]?.count == count)
    let cached = try #require(second["usage.prompt_tokens_details.cached_tokens"]?.count)
    #expect(cached >= count - 64 && cached < count)
    #expect(second["usage.total_tokens"]?.count == count + 2)
  }

  /// Line 23.
  @Test func aPromptThatIsTooLongIsAnErrorWithBothNumbers() async throws {
    let server = try TestServer.make()
    let prompt = String(repeating: "word ", count: 6000)
    for members in ["", #""stream": true"#] {
      let response = try await server.chat(prompt, members)
      #expect(response.status == 400 && response["error.code"] == "context_length_exceeded")
      let (found, size) = (response["error.n_prompt_tokens"]?.count ?? 0, response["error.n_ctx"]?.count ?? 0)
      #expect(found > size && size > 0)
    }
  }

  @Test func choicesHaveSeedsOfTheirOwnAndShareThePrompt() async throws {
    let server = try TestServer.make()
    let members = #""seed": 9, "n": 3, "max_tokens": 12"#
    let whole = try await server.chat("Tell me a story.", members)
    let choices = whole["choices"]?.elements ?? []
    #expect(choices.map { $0["index"]?.count } == [0, 1, 2])
    #expect(whole["usage.completion_tokens"]?.count ?? 0 <= 36)
    let single = try await server.chat("Tell me a story.", #""seed": 10, "max_tokens": 12"#)
    #expect(choices.count == 3 && choices[1].member(at: "message.content")?.string == text(single))
    let stream = try await server.chat("Tell me a story.", members + #", "stream": true"#)
    for index in 0..<3 {
      let parts = stream.events.filter { $0.member(at: "choices.0.index")?.count == index }
      let text = parts.compactMap { $0.member(at: "choices.0.delta.content")?.string }.joined()
      #expect(text == choices[index].member(at: "message.content")?.string)
    }
    let many = try await server.chat("Hi", #""n": 5"#)
    #expect(many.status == 400 && many["error.param"] == "n")
  }

  @Test func bytesOfLogProbabilitiesAreTheText() async throws {
    let server = try TestServer.make()
    let members = #""seed": 2, "max_tokens": 20, "logprobs": true, "top_logprobs": 3"#
    let response = try await server.chat("Tell me a story.", members)
    let entries = response["choices.0.logprobs.content"]?.elements ?? []
    try #require(!entries.isEmpty)
    let bytes = entries.flatMap { $0["bytes"]?.elements ?? [] }.compactMap { $0.count.map { UInt8($0) } }
    let all = String(decoding: bytes, as: UTF8.self)
    let answer = try #require(text(response))
    #expect(all == answer || all == " " + answer)
    for entry in entries {
      let top = entry["top_logprobs"]?.elements ?? []
      #expect(top.count == 3)
    }
    let stream = try await server.chat("Tell me a story.", members + #", "stream": true"#)
    let streamed = stream.events.flatMap { $0.member(at: "choices.0.logprobs.content")?.elements ?? [] }
    #expect(streamed.count == entries.count)
  }

  @Test func aLastMessageOfTheAssistantIsContinued() async throws {
    let server = try TestServer.make()
    let begun = #"{"role": "assistant", "content": "Once upon a"}"#
    let messages = #"[{"role": "user", "content": "Tell me a story."}, \#(begun)]"#
    let response = try await server.send(
      "POST", "/v1/chat/completions", #"{"messages": \#(messages), "temperature": 0, "max_tokens": 6}"#)
    #expect(response.status == 200)
    let template = try await server.send("POST", "/apply-template", #"{"messages": \#(messages)}"#)
    #expect(template["prompt"]?.string?.hasSuffix("Once upon a") == true)
    let both = try await server.send(
      "POST", "/v1/chat/completions",
      #"{"messages": \#(messages), "continue_final_message": true, "add_generation_prompt": true}"#)
    #expect(both.status == 400 && both["error.param"] == "add_generation_prompt")
  }

  @Test func promptsAreCountedAndShownWithoutBeingAnswered() async throws {
    let server = try TestServer.make()
    let body = #"{"messages": [{"role": "user", "content": "Hello there"}]}"#
    let count = try await server.send("POST", "/v1/chat/completions/input_tokens", body)
    let answer = try await server.chat("Hello there", #""max_tokens": 1"#)
    #expect(count["input_tokens"] == answer["usage.prompt_tokens"] && count["input_tokens"] != nil)
    let prompt = try await server.send("POST", "/apply-template", body)
    #expect(prompt["prompt"]?.string?.contains("Hello there") == true)
  }

  @Test func progressOfThePromptEndsWithAllOfIt() async throws {
    let server = try TestServer.make()
    let prompt = String(repeating: "A bird sang in the tree. ", count: 30) + UUID().uuidString
    let response = try await server.chat(prompt, #""stream": true, "return_progress": true, "max_tokens": 2"#)
    let parts = response.events.compactMap { $0["prompt_progress"] }
    let (first, last) = (try #require(parts.first), try #require(parts.last))
    #expect(first["processed"] == first["cache"] && last["processed"] == last["total"])
    #expect(response.events.filter { $0.member(at: "choices.0.delta.role") != nil }.count == 1)
  }

  @Test func tokensOfATextAreThatText() async throws {
    let server = try TestServer.make()
    let tokens = try await server.send("POST", "/tokenize", #"{"content": "The dog, né 😀"}"#)
    let list = JSONWriter.text(tokens["tokens"] ?? .null)
    let text = try await server.send("POST", "/detokenize", #"{"tokens": \#(list)}"#)
    #expect(text["content"]?.string?.contains("The dog, né 😀") == true)
    let pieces = try await server.send("POST", "/tokenize", #"{"content": "The dog", "with_pieces": true}"#)
    #expect(pieces["tokens.0.id"]?.count != nil && pieces["tokens.0.piece"]?.string != nil)
    let wrong = try await server.send("POST", "/detokenize", #"{"tokens": [0, 99999999]}"#)
    #expect(wrong.status == 400 && wrong["error.param"] == "tokens.1")
  }

  @Test func modelsAreListedWithTheirState() async throws {
    let server = try TestServer.make()
    let before = try await server.send("GET", "/v1/models")
    #expect(before["data.0.id"] == "tiny" && before["data.0.aliases.0"] == "small")
    #expect(before["data.0.meta.n_params"]?.count ?? 0 > 1_000_000)
    _ = try await server.chat("Hi", #""max_tokens": 1"#)
    let after = try await server.send("GET", "/v1/models/small")
    #expect(after["id"] == "tiny" && after["status.value"] == "loaded")
    #expect(after["created"] == before["data.0.created"])
    let unknown = try await server.send("GET", "/v1/models/a/b")
    #expect(unknown.status == 404 && unknown["error.code"] == "model_not_found")
    let chat = try await server.chat("Hi", #""model": "gpt-4o""#)
    #expect(chat.status == 404 && chat["error.param"] == "model")
    let any = try TestServer.make { $0.acceptsAnyModel = true }
    let answered = try await any.chat("Hi", #""model": "gpt-4o", "max_tokens": 1"#)
    #expect(answered.status == 200 && answered["model"] == "tiny")
  }
}
