import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// `swiftlet batch` with files of OpenAI's batch API, whose answers have the form of its chat completions.
@Suite struct OpenAIBatchTests {
  private static func line(_ id: String, _ body: String) -> String {
    #"{"custom_id": \#(id), "method": "POST", "url": "/v1/chat/completions", "body": {"model": "m", \#(body)}}"#
  }

  private static let hello = BatchRun.message("Hello there")

  private func response(_ answer: [String: Any]) throws -> (status: Int, body: [String: Any]) {
    #expect(answer["error"] is NSNull)
    let response = try #require(answer["response"] as? [String: Any])
    #expect((response["request_id"] as? String)?.hasPrefix("req_") == true)
    return (try #require(response["status_code"] as? Int), try #require(response["body"] as? [String: Any]))
  }

  private func choice(_ body: [String: Any]) throws -> (message: [String: Any], finish: String) {
    let choice = try #require((body["choices"] as? [[String: Any]])?.first)
    return (try #require(choice["message"] as? [String: Any]), try #require(choice["finish_reason"] as? String))
  }

  @Test func answersAreChatCompletionsWithTheTextOfPlainLines() throws {
    let run = try BatchRun([
      Self.line(#""a""#, #"\#(Self.hello), "max_tokens": 4"#),
      Self.line("7", #"\#(Self.hello), "n": 2, "max_tokens": 4"#),
    ])
    let plain = try BatchRun([#"{\#(Self.hello), "max_tokens": 4}"#])
    #expect(run.result.status == 0 && run.result.errors.isEmpty)
    try #require(run.answers.count == 2)
    #expect(run.answers[0]["custom_id"] as? String == "a" && run.answers[1]["custom_id"] as? Int == 7)
    #expect(Set(run.answers.map { $0["id"] as? String }).count == 2)
    for (answer, count) in zip(run.answers, [1, 2]) {
      #expect((answer["id"] as? String)?.hasPrefix("batch_req_") == true)
      let (status, body) = try response(answer)
      #expect(status == 200 && body["object"] as? String == "chat.completion" && body["created"] is Int)
      #expect(body["model"] as? String == "swiftlet-tiny-q8_0", "the model that answered, not the one asked for")
      let choices = try #require(body["choices"] as? [[String: Any]])
      #expect(choices.map { $0["index"] as? Int } == Array(0..<count))
      for choice in choices {
        let message = try #require(choice["message"] as? [String: Any])
        #expect(message["content"] as? String == plain.texts[0] && message["role"] as? String == "assistant")
        #expect(message["tool_calls"] == nil && message["reasoning_content"] == nil && message["refusal"] is NSNull)
      }
      let usage = try #require(body["usage"] as? [String: Any])
      let (prompt, generated) = (usage["prompt_tokens"] as? Int ?? 0, usage["completion_tokens"] as? Int ?? 0)
      #expect(generated == 4 * count && usage["total_tokens"] as? Int == prompt + generated)
    }
  }

  @Test func finishReasonsTellLimitsFromEndsFromCalls() throws {
    let tools = #""tools": [{"name": "add", "parameters": {"properties": {"x": {"const": 5}}, "required": ["x"]}}]"#
    let run = try BatchRun([
      Self.line("1", #"\#(BatchRun.message("Tell me a story.")), "max_tokens": 3"#),
      Self.line(
        "2", #"\#(Self.hello), "response_format": {"type": "json_schema", "json_schema": {"schema": {"const": 1}}}"#),
      Self.line("3", #"\#(Self.hello), \#(tools), "tool_choice": "required", "parallel_tool_calls": false"#),
    ])
    let choices = try run.answers.map { try choice(response($0).body) }
    #expect(choices.map(\.finish) == ["length", "stop", "tool_calls"])
    #expect(choices[1].message["content"] as? String == "1")
    let call = try #require((choices[2].message["tool_calls"] as? [[String: Any]])?.first)
    let function = try #require(call["function"] as? [String: Any])
    #expect(choices[2].message["content"] is NSNull && call["type"] as? String == "function")
    #expect((call["id"] as? String)?.hasPrefix("call_") == true && function["name"] as? String == "add")
    #expect(try object(#require(function["arguments"] as? String))["x"] as? Int == 5)
  }

  @Test func failuresHaveTheFormOfOpenAIsErrorsAndLeaveOthers() throws {
    let long = BatchRun.message(String(repeating: "word ", count: 4000))
    let run = try BatchRun([
      Self.line(#""type""#, #"\#(Self.hello), "max_tokens": "2""#), Self.line(#""long""#, long),
      Self.line(#""bias""#, #"\#(Self.hello), "logit_bias": {"87654321": 1}"#),
      Self.line(#""look""#, #"\#(Self.hello), "schema": {"type": "string", "pattern": "(x)\\1"}"#), "{",
      #"{"custom_id": "url", "method": "POST", "url": "/v1/embeddings", "body": {"input": "a"}}"#,
      #"{"custom_id": "get", "method": "GET", "body": {\#(Self.hello)}}"#, #"{"custom_id": "none"}"#,
      Self.line(#""good""#, #"\#(Self.hello), "max_tokens": 1"#),
    ])
    try #require(run.result.status == 0 && run.answers.count == 9)
    #expect(
      run.answers.map { $0["custom_id"] as? String } == [
        "type", "long", "bias", "look", nil, "url", "get", "none", "good",
      ])
    let expected: [(parameter: String?, code: String?, part: String)] = [
      ("max_tokens", nil, "max_tokens: found \"2\""), ("messages", "context_length_exceeded", "the context size is"),
      ("logit_bias", nil, "87654321"), (nil, "unsupported_value", "/pattern"),
    ]
    for (answer, (parameter, code, part)) in zip(run.answers, expected) {
      let (status, body) = try response(answer)
      let error = try #require(body["error"] as? [String: Any])
      #expect(status == 400 && error["type"] as? String == "invalid_request_error")
      #expect(error["param"] as? String == parameter && error["code"] as? String == code, "\(error)")
      #expect((error["message"] as? String)?.contains(part) == true, "\(error)")
    }
    for (answer, part) in zip(
      run.answers[4...7], ["line 5: not JSON", "url: found /v1/emb", "method: found GET", "body"])
    {
      let error = try #require(answer["error"] as? [String: Any])
      #expect(answer["response"] is NSNull && error["code"] as? String == "invalid_request")
      #expect((error["message"] as? String)?.contains(part) == true, "\(error)")
    }
    #expect(try response(run.answers[8]).status == 200)
  }

  @Test("49.5 a limit below the shortest answer, and arguments that are no object, are errors of the request")
  func limitsAndArgumentsAreErrorsOfTheRequest() throws {
    let schema = #""schema": {"type": "string", "minLength": 50}"#
    let call = #"{"id": "c", "function": {"name": "f", "arguments": 3}}"#
    let run = try BatchRun([
      Self.line("1", #"\#(Self.hello), \#(schema), "max_tokens": 2"#),
      Self.line(
        "2", #""messages": [{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [\#(call)]}]"#),
    ])
    for (answer, parameter) in zip(run.answers, ["max_tokens", "messages.1.tool_calls.0.function.arguments"]) {
      let (status, body) = try response(answer)
      let error = try #require(body["error"] as? [String: Any])
      #expect(status == 400 && error["param"] as? String == parameter, "\(error)")
    }
    #expect(run.answers.count == 2)
  }

  /// The prompt is the one that `template` prints, so that no message, empty or not, and no reasoning is lost.
  @Test func messagesReachTheTemplateAsTheyAre() throws {
    let model = try TemporaryModel { metadata in
      metadata["tokenizer.chat_template"] = .text(
        #"{% for m in messages %}[{{ m.role }}|{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>"#
          + #"{% endif %}{{ m.content }}{% for c in m.tool_calls or [] %}<call>{"name": "{{ c.function.name }}", "#
          + #""arguments": {{ c.function.arguments|tojson }}}</call>{% endfor %}]{% endfor %}>"#)
    }
    let call = #"{"id": "c", "function": {"name": "f", "arguments": ""}}"#
    let conversations = [
      (
        #"[{"role": "user", "content": "x"}, {"role": "assistant", "content": ""}, {"role": "user", "content": "y"}]"#,
        "[user|x][assistant|][user|y]>"
      ),
      (
        #"[{"role": "user", "content": ""}, {"role": "user", "content": "y"}]"#, "[user|][user|y]>"
      ),
      (
        #"[{"role": "user", "content": "x"}, {"role": "assistant", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "y"}]"#,
        "[user|x][assistant|a][assistant|b][user|y]>"
      ),
      (
        #"[{"role": "user", "content": "x"}, {"role": "assistant", "content": "", "reasoning_content": "a long thought"}, {"role": "user", "content": "y"}]"#,
        "[user|x][assistant|<think>a long thought</think>][user|y]>"
      ),
      (
        #"[{"role": "user", "content": "x"}, {"role": "assistant", "content": null, "reasoning": "a thought", "tool_calls": [\#(call)]}, {"role": "tool", "tool_call_id": "c", "content": ""}]"#,
        #"[user|x][assistant|<think>a thought</think><call>{"name": "f", "arguments": {}}</call>][tool|]>"#
      ),
    ]
    let run = try BatchRun(
      conversations.enumerated().map { Self.line("\($0)", #""messages": \#($1.0), "max_tokens": 1"#) },
      ["--greedy", "--model", model.path])
    try #require(run.answers.count == conversations.count)
    for (answer, (conversation, expected)) in zip(run.answers, conversations) {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(conversation.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let prompt = try CommandLineTool.run(
        "template", "--model", model.path, "--messages", file.path(percentEncoded: false)
      ).text
      let ids = try CommandLineTool.run("tokenize", "--model", model.path, input: prompt).text
      let usage = try response(answer).body["usage"] as? [String: Any]
      #expect(prompt == expected)
      #expect(usage?["prompt_tokens"] as? Int == ids.split(whereSeparator: { !$0.isNumber }).count, "\(prompt)")
    }
  }

  @Test func variablesReachTheTemplate() throws {
    let model = try TemporaryModel { metadata in
      metadata["tokenizer.chat_template"] = .text(
        "{% for m in messages %}{{ m.content }}{% endfor %}"
          + "{% if enable_thinking %} one two three{% endif %}{% if style %}{{ style.name }}{% endif %}"
          + "{% if thinking %} four five six{% endif %}")
    }
    let long = String(repeating: "a long word ", count: 20)
    let lines = [
      "", #", "chat_template_kwargs": {"enable_thinking": true}"#,
      #", "chat_template_kwargs": {"style": {"name": "\#(long)"}}"#, #", "reasoning_effort": "high""#,
      #", "reasoning_effort": "high", "chat_template_kwargs": {"enable_thinking": false}"#,
      #", "chat_template_kwargs": null"#,
    ]
    let run = try BatchRun(
      lines.enumerated().map { Self.line("\($0)", #"\#(Self.hello), "max_tokens": 1\#($1)"#) },
      ["--greedy", "--model", model.path])
    try #require(run.answers.count == lines.count)
    let counts = try run.answers.map { answer in
      try #require((try response(answer).body["usage"] as? [String: Any])?["prompt_tokens"] as? Int)
    }
    #expect(counts[0] < counts[1] && counts[1] < counts[3] && counts[1] + 20 < counts[2], "\(counts)")
    #expect(counts[0] < counts[4] && counts[4] < counts[3] && counts[5] == counts[0], "\(counts)")
  }
}
