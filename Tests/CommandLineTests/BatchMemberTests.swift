import Foundation
import Testing

/// The members of a batch's requests: their types, their meaning, their contradictions.
@Suite struct BatchMemberTests {
  private static let hello = BatchRun.message("Hello there")
  private static let story = BatchRun.message("Tell me a story about a fox.")

  @Test("49.5 identifiers of any type come back as they are spelled")
  func identifiersOfAnyTypeComeBackAsTheyAreSpelled() throws {
    let ids = [#"{"b": [1, null]}"#, "7234567890123456789", "1.0", "2e3", "true", "null", #""ä\n""#, "[]"]
    let run = try BatchRun(ids.map { #"{"id": \#($0), \#(Self.hello), "max_tokens": 1}"# })
    #expect(run.lines.count == ids.count)
    for (id, line) in zip(ids, run.lines) { #expect(line.hasPrefix(#"{"id": \#(id), "text": "#), "\(line)") }
  }

  @Test func wrongTypesAndValuesAreErrorsOfTheirLineThatNameTheMember() throws {
    let cases = [
      (#""max_tokens": "7""#, "max_tokens: found \"7\", expected an integer"),
      (#""max_tokens": 7.5"#, "max_tokens: found 7.5"), (#""max_tokens": 1e999"#, "max_tokens: found 1e999"),
      (#""max_tokens": -2"#, "max_tokens: found -2"),
      (#""max_completion_tokens": true"#, "max_completion_tokens: found"),
      (#""temperature": "warm""#, "temperature: found \"warm\""),
      (#""temperature": false"#, "temperature: found false"),
      (#""top_p": 1.25"#, "top_p: found 1.25, expected a number from 0 to 1"), (#""seed": 1.5"#, "seed: found 1.5"),
      (#""seed": -9223372036854775809"#, "seed: found -9223372036854775809, expected an integer from"),
      (#""n": 0"#, "n: found 0, expected an integer from 1 to 128"), (#""n": "2""#, "n: found \"2\""),
      (#""model": 5"#, "model: found 5"), (#""reasoning_effort": 3"#, "reasoning_effort: found 3"),
      (#""reasoning_effort": "huge""#, "reasoning_effort: found huge, expected one of none"),
      (#""parallel_tool_calls": 1"#, "parallel_tool_calls: found 1"), (#""logprobs": true"#, "logprobs: found true"),
      (#""top_logprobs": 3"#, "top_logprobs: found 3"), (#""stream": true"#, "stream: found true"),
      (#""modalities": ["text", "audio"]"#, "modalities: found audio"), (#""stop": """#, "stop: found an empty text"),
      (#""tools": {}"#, "tools: found {}, expected an array"), (#""tool_choice": 1"#, "tool_choice: found 1"),
      (#""tools": [{"name": "a"}, {"name": "b\n"}]"#, #"tools.1: found the name "b\n", expected at least one"#),
      (#""response_format": "json""#, "response_format: found \"json\", expected a JSON object"),
      (#""logit_bias": {"x": "y"}"#, "logit_bias.x: found \"y\", expected a number"),
      (#""logit_bias": {"5": 1e400}"#, "logit_bias.5: found 1e400, expected a number"),
      (#""chat_template_kwargs": [1]"#, "chat_template_kwargs: found [1], expected a JSON object"),
      (#""chat_template_kwargs": {"messages": []}"#, "chat_template_kwargs.messages: found a variable that"),
    ]
    let good = #"{"id": "good", \#(Self.hello), "max_tokens": 2}"#
    let run = try BatchRun(cases.map { #"{\#(Self.hello), \#($0.0)}"# } + [good])
    try #require(run.result.status == 0 && run.errors.count == cases.count + 1)
    for (test, error) in zip(cases, run.errors) {
      #expect(error?.hasPrefix(test.1) == true, "\(test.0): \(error ?? "")")
    }
    #expect(run.answers.last?["text"] is String && run.answers.last?["id"] as? String == "good")
  }

  @Test func messagesThatAreNoTextNameThePart() throws {
    let cases = [
      (#"[{"role": "user", "content": 12}]"#, "messages.0.content: found 12, expected a string or an array"),
      (#"[{"role": "user", "content": {"text": "a"}}]"#, "messages.0.content: found {"),
      (
        #"[{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "a"}}]}]"#,
        "messages.0.content.1.image_url: found a, expected a URL with the scheme data"
      ),
      (#"[{"role": "user", "content": [{"type": "text", "text": 5}]}]"#, "messages.0.content.0.text: found 5"),
      (#"[{"role": "user", "content": "a"}, {"role": "narrator", "content": "b"}]"#, "messages.1.role: found narrator"),
      ("[]", "messages: found none"), ("null", "messages: found none"), (#""a""#, "messages: found \"a\""),
    ]
    let run = try BatchRun(cases.map { #"{"messages": \#($0.0)}"# })
    try #require(run.errors.count == cases.count)
    for (test, error) in zip(cases, run.errors) {
      #expect(error?.hasPrefix(test.1) == true, "\(test.0): \(error ?? "")")
    }
  }

  @Test func unknownMembersOfMessagesToolsAndFormatsAreErrors() throws {
    let cases = [
      (#"\#(Self.hello), "max_token": 2"#, #"found "max_token""#),
      (#""messages": [{"role": "user", "contents": "a"}]"#, #"messages.0: found "contents""#),
      (
        #""messages": [{"role": "user", "content": [{"type": "text", "text": "a", "lang": "en"}]}]"#,
        #"messages.0.content.0: found "lang""#
      ),
      (
        #""messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "a", "args": "{}"}}]}]"#,
        #"messages.0.tool_calls.0.function: found "args""#
      ),
      (
        #"\#(Self.hello), "tools": [{"name": "a"}, {"function": {"name": "b", "paramters": {}}}]"#,
        #"tools.1.function: found "paramters""#
      ),
      (
        #"\#(Self.hello), "response_format": {"type": "json_schema", "json_schema": {"name": "a", "scheme": {}}}"#,
        #"response_format.json_schema: found "scheme""#
      ),
    ]
    let run = try BatchRun(
      cases.map { "{\($0.0)}" } + [
        #"{\#(Self.hello), "max_tokens": 1, "user": "u", "metadata": {"a": "b"}, "store": true, "foo": null}"#
      ])
    try #require(run.errors.count == cases.count + 1)
    for (test, error) in zip(cases, run.errors) {
      #expect(error?.hasPrefix(test.1) == true, "\(test.0): \(error ?? "")")
    }
    #expect(run.answers.last?["text"] is String)
  }

  @Test func olderMembersAreErrorsThatNameTheirReplacement() throws {
    let cases = [
      (#"\#(Self.hello), "functions": [{"name": "a"}]"#, "functions: found OpenAI's older form, expected tools"),
      (#"\#(Self.hello), "function_call": "auto""#, "function_call: found OpenAI's older form, expected tool_choice"),
      (
        #""messages": [{"role": "assistant", "function_call": {"name": "a", "arguments": "{}"}}]"#,
        "messages.0.function_call: found OpenAI's older form, expected tool_calls"
      ),
      (#""messages": [{"role": "function", "content": "b"}]"#, "messages.0.role: found function, OpenAI's older form"),
    ]
    let run = try BatchRun(cases.map { "{\($0.0)}" })
    try #require(run.errors.count == cases.count)
    for (test, error) in zip(cases, run.errors) {
      #expect(error?.hasPrefix(test.1) == true, "\(test.0): \(error ?? "")")
    }
  }

  @Test func contradictionsAreErrors() throws {
    let cases = [
      (#""schema": {"type": "integer"}, "response_format": {"type": "json_object"}"#, "schema: found beside"),
      (#""response_format": {"type": "text", "schema": {"type": "integer"}}"#, "response_format.type"),
      (#""continue_final_message": true"#, "continue_final_message: found true, and the last message is not"),
      (#""tools": [{"name": "a"}, {"name": "b"}, {"name": "a"}]"#, "tools.2: found the name a, which tools.0 has too"),
    ]
    let run = try BatchRun(cases.map { #"{\#(Self.hello), \#($0.0)}"# })
    try #require(run.errors.count == cases.count)
    for (test, error) in zip(cases, run.errors) {
      #expect(error?.hasPrefix(test.1) == true, "\(test.0): \(error ?? "")")
    }
    let respond = try CommandLineTool.run("respond", "Go", "--stop", "x", "--schema", "/dev/null")
    #expect(respond.status == 2 && respond.errors.contains("--stop: cannot be combined with --schema"))
  }

  /// One rule for schemas of all sources: an unpaired surrogate is no character.
  @Test func unpairedSurrogatesAreErrorsOfTheirLineAndOfTheirFile() throws {
    let schema = #"{"const": "\ud800"}"#
    let run = try BatchRun([
      #"{"id": "schema", \#(Self.hello), "schema": \#(schema)}"#,
      #"{"id": "tool", \#(Self.hello), "tools": [{"name": "a", "parameters": {"properties": {"x": \#(schema)}}}]}"#,
      #"{"id": "content", \#(BatchRun.message(#"\udc00"#))}"#,
      #"{"id": "pair", \#(BatchRun.message(#"\ud83d\ude00"#)), "max_tokens": 1}"#,
    ])
    #expect(run.answers.map { $0["id"] as? String } == ["schema", "tool", "content", "pair"])
    for error in run.errors.prefix(3) { #expect(error?.contains("not JSON at byte") == true) }
    #expect(run.answers.last?["text"] is String)
    for (option, text) in [("--schema", schema), ("--tools", #"[{"name": "a", "parameters": \#(schema)}]"#)] {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(text.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let result = try CommandLineTool.run("respond", "Go", option, file.path(percentEncoded: false))
      #expect(result.status == 1 && result.errors.contains("not JSON at byte"), "\(result.errors)")
    }
  }

  // MARK: Meaning

  /// Clients send both: the stop sequence applies to the text, whatever form that has.
  @Test("49.5 stop sequences cut off answers to a schema too")
  func stopSequencesCutOffAnswersToASchemaToo() throws {
    let stop = #""stop": [","]"#
    let format = #""response_format": {"type": "json_schema", "json_schema": {"schema": {"const": "a,b"}}}"#
    let run = try BatchRun([
      #"{\#(Self.hello), "schema": {"const": "a,b"}, \#(stop)}"#, #"{\#(Self.hello), \#(format), \#(stop)}"#,
      #"{\#(Self.hello), \#(format), "stop": "c"}"#,
    ])
    #expect(run.texts == [#""a"#, #""a"#, #""a,b""#], "\(run.lines)")
    #expect(run.answers.allSatisfy { $0["finish_reason"] == nil })
    let other = try BatchRun([#"{"custom_id": 1, "body": {\#(Self.hello), \#(format), \#(stop)}}"#])
    #expect(other.lines.first?.contains(#""finish_reason": "stop""#) == true, "\(other.lines)")
  }

  /// As in requests of a server.
  @Test("49.5 a last message of the assistant is continued")
  func aLastMessageOfTheAssistantIsContinued() throws {
    let user = #"{"role": "user", "content": "Tell me a story about a hen."}"#
    let whole = try #require(try BatchRun([#"{"messages": [\#(user)], "max_tokens": 24}"#]).texts[0])
    let cut = try #require(whole.dropFirst(whole.count / 3).firstIndex(of: " "))
    let beginning = String(whole[..<cut])
    let assistant = try String(
      decoding: JSONEncoder().encode(["role": "assistant", "content": beginning]), as: UTF8.self)
    let messages = #""messages": [\#(user), \#(assistant)], "max_tokens": 24"#
    let call = #"{"role": "assistant", "tool_calls": [{"function": {"name": "a", "arguments": "{}"}}]}"#
    let run = try BatchRun([
      "{\(messages)}", #"{\#(messages), "continue_final_message": true}"#,
      #"{\#(messages), "continue_final_message": false}"#,
      #"{"messages": [\#(user), \#(call)]}"#,
    ])
    try #require(run.answers.count == 4)
    let rest = try #require(run.texts[0])
    #expect((beginning + rest).hasPrefix(whole) && run.texts[1] == rest, "\(beginning)|\(rest)")
    #expect(run.texts[2] != nil && run.texts[2] != rest)
    #expect(run.errors[3]?.contains("found calls in the last message, which cannot be continued") == true)
  }

  @Test func integersMayBeSpelledWithAFractionOrAnExponent() throws {
    let run = try BatchRun(
      ["3", "3.0", "3e0", "30e-1"].map { #"{\#(Self.story), "max_tokens": \#($0), "top_k": 40.0}"# })
    #expect(run.texts.count == 4 && run.texts[0]?.isEmpty == false && Set(run.texts).count == 1)
  }

  @Test func theNewerTokenLimitWinsAndMinusOneIsNone() throws {
    let run = try BatchRun([
      #"{\#(Self.story), "max_tokens": 9, "max_completion_tokens": 3}"#, #"{\#(Self.story), "max_tokens": 3}"#,
      #"{\#(Self.story), "max_tokens": -1}"#, "{\(Self.story)}",
    ])
    #expect(run.texts.count == 4 && run.texts[0] != nil && run.texts[0] == run.texts[1])
    #expect(run.texts[2] == run.texts[3] && (run.texts[2]?.count ?? 0) > (run.texts[1]?.count ?? 0))
  }

  @Test func choicesHaveSeedsThatFollowOneAnother() throws {
    let run = try BatchRun(
      [#"{"id": "all", \#(Self.story), "seed": 41, "n": 3, "max_tokens": 12}"#]
        + (41...43).map { #"{\#(Self.story), "seed": \#($0), "max_tokens": 12}"# }
        + [-1, -2].map { #"{\#(Self.story), "seed": \#($0), "n": 1, "max_tokens": 12}"# },
      ["--temperature", "2"])
    let respond = try CommandLineTool.run(
      "respond", "Tell me a story about a fox.", "--seed", "-2", "--max-tokens", "12", "--temperature", "2")
    try #require(run.answers.count == 6 && respond.status == 0)
    #expect(run.texts[5].map { $0 + "\n" } == respond.text)
    let choices = try #require(run.answers[0]["choices"] as? [[String: Any]])
    #expect(choices.map { $0["text"] as? String } == run.texts[1...3].map(\.self))
    #expect(Set(run.texts[1...3]).count == 3 && run.answers[0]["text"] == nil && run.texts[4] != nil)
  }

  @Test func aBiasOfFalseBansATokenAndUnknownTokensAreErrors() throws {
    let first = try BatchRun([#"{\#(Self.story), "max_tokens": 1}"#])
    let text = try #require(first.texts.first ?? nil)
    let ids = try CommandLineTool.run("tokenize", "--no-special", "--no-bos", input: text).text
    let id = try #require(ids.split(whereSeparator: { !$0.isNumber }).first)
    let run = try BatchRun([
      #"{\#(Self.story), "max_tokens": 1, "logit_bias": {"\#(id)": false}}"#,
      #"{\#(Self.story), "max_tokens": 1, "logit_bias": {"7": 1, "87654321": 5}}"#,
      #"{\#(Self.story), "max_tokens": 1, "logit_bias": {"3": "x"}}"#,
    ])
    #expect(run.texts[0] != nil && run.texts[0] != text)
    // Errors of the engine name the line too.
    #expect((run.answers[1]["error"] as? String)?.contains(", line 2: logit bias: found token 87654321") == true)
    #expect((run.answers[2]["error"] as? String)?.contains(", line 3: logit_bias.3: found \"x\"") == true)
    let respond = try CommandLineTool.run("respond", "Go", "--logit-bias", "87654321+5")
    #expect(respond.status == 2 && respond.errors.contains("found the token id 87654321"))
  }

  @Test func toolChoicesOfAllFormsAreKept() throws {
    let tools = ["red", "green", "blue"].map { #"{"type": "function", "function": {"name": "\#($0)"}}"# }
    let start = #"\#(Self.hello), "max_tokens": 60, "tools": [\#(tools.joined(separator: ", "))], "tool_choice": "#
    func allowed(_ mode: String) -> String {
      #"{"type": "allowed_tools", "allowed_tools": {"mode": "\#(mode)", "tools": [\#(tools[1])]}}"#
    }
    let run = try BatchRun([
      "{\(start)\(tools[2])}", "{\(start)\(allowed("required"))}", #"{\#(start)"none"}"#,
      #"{\#(start){"type": "function", "function": {"name": "pink"}}}"#, "{\(start)\(allowed("maybe"))}",
    ])
    try #require(run.answers.count == 5)
    let names = run.answers.map { ($0["calls"] as? [[String: Any]])?.map { $0["name"] as? String ?? "" } }
    #expect(names[0].map(Set.init) == ["blue"] && names[1].map(Set.init) == ["green"] && names[2] == nil)
    #expect(run.errors[2] == nil)
    #expect(run.errors[3]?.hasPrefix("tool_choice: found pink") == true)
    #expect(run.errors[4]?.hasPrefix("tool_choice.allowed_tools.mode: found maybe") == true)
  }

  /// A bias against the end of the turn makes the model call the tool again and again, as long as it may.
  @Test func parallelCallsCanBeForbidden() throws {
    let end = try CommandLineTool.run("tokenize", "--no-bos", input: "<|im_end|>").text
    let id = try #require(end.split(whereSeparator: { !$0.isNumber }).first)
    let tool =
      #"{"name": "note", "parameters": {"properties": {"x": {"enum": [1, 2]}}, "required": ["x"], "additionalProperties": false}}"#
    // At random, since an answer ends at a repeated call.
    let run = try BatchRun(
      (0..<16).map {
        #"{\#(Self.hello), "tools": [\#(tool)], "tool_choice": "required", "max_tokens": 120, "logit_bias": {"\#(id)": -100}, "temperature": 4, "top_k": 0, "seed": \#($0 / 2), "parallel_tool_calls": \#($0 % 2 == 0)}"#
      })
    let counts = run.answers.map { ($0["calls"] as? [Any])?.count ?? 0 }
    try #require(counts.count == 16)
    for (index, count) in counts.enumerated() where index % 2 == 1 { #expect(count == 1) }
    #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
  }
}
