import Foundation
import Testing

/// `swiftlet batch`, with the bundled model.
@Suite struct BatchTests {
  private static let tool = """
    {"name": "weather", "description": "Tells the weather.", "parameters": {"type": "object", \
    "properties": {"city": {"type": "string"}}, "required": ["city"]}}
    """

  private func run(_ lines: [String], _ options: String...) throws -> (CommandLineTool.Result, [[String: Any]]) {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try CommandLineTool.shell(
      "\"$SWIFTLET\" batch '\(file.path(percentEncoded: false))' --greedy \(options.joined(separator: " "))")
    let objects = try result.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    return (result, objects)
  }

  @Test func answersComeInOrderWhateverIsWorkedOnTogether() throws {
    let requests = (0..<5).map {
      #"{"id": "\#($0)", "messages": [{"role": "user", "content": "Tell me a story."}], "max_tokens": \#(12 - $0)}"#
    }
    let (together, answers) = try run(requests, "--parallel", "4")
    let (alone, _) = try run(requests, "--parallel", "1")
    #expect(together.status == 0 && together.errors.isEmpty)
    #expect(answers.map { $0["id"] as? String } == (0..<5).map(String.init))
    #expect(together.text == alone.text)
    let respond = try CommandLineTool.run("respond", "Tell me a story.", "--greedy", "--max-tokens", "12")
    #expect(answers[0]["text"] as? String == respond.text.trimmingCharacters(in: .newlines))
  }

  @Test func schemasAndToolsHold() throws {
    let schema = #"{"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}"#
    let conversation = """
      [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Oslo?"}, {"role": "assistant", \
      "content": "", "tool_calls": [{"id": "a", "function": {"name": "weather", "arguments": {"city": "Oslo"}}}]}, \
      {"role": "tool", "tool_call_id": "a", "name": "weather", "content": "Rain"}]
      """
    let (result, answers) = try run([
      #"{"messages": [{"role": "user", "content": "How old?"}], "schema": \#(schema), "max_tokens": 40}"#, "",
      #"{"messages": [{"role": "user", "content": "Call."}], "tools": [\#(Self.tool)], "tool_choice": "required"}"#,
      #"{"messages": \#(conversation), "tools": [\#(Self.tool)], "tool_choice": "none", "max_tokens": 4}"#,
    ])
    #expect(result.status == 0, "\(result.errors)")
    try #require(answers.count == 3)
    let value = try JSONSerialization.jsonObject(with: Data((answers[0]["text"] as? String ?? "").utf8))
    #expect((value as? [String: Any])?["age"] is Int)
    let call = try #require((answers[1]["calls"] as? [[String: Any]])?.first)
    #expect(call["name"] as? String == "weather" && (call["arguments"] as? [String: Any])?["city"] is String)
    #expect(answers[2]["calls"] == nil && answers[2]["error"] == nil && answers[2]["text"] is String)
  }

  @Test func whatIsWrongNamesTheLineAndLeavesTheOthers() throws {
    let good = #"{"id": "good", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}"#
    for (line, part) in [
      ("{", "not JSON"), ("[]", "expected a JSON object"), ("{}", "messages: found none"),
      (#"{"messages": [], "max_tokens": 1}"#, "messages: found none"), (#"{"prompt": "x"}"#, "found \"prompt\""),
      (#"{"messages": [{"role": "x"}]}"#, "role"),
      (#"{"messages": [{"role": "user", "content": "a"}], "tool_choice": "any"}"#, "found any"),
      (#"{"messages": [{"role": "user", "content": "a"}], "schema": 1}"#, "schema"),
    ] {
      let (result, answers) = try run([good, line])
      #expect(result.status == 0 && answers.count == 2 && answers.first?["text"] is String)
      let error = try #require(answers.last?["error"] as? String)
      #expect(error.contains(part) && error.contains("line 2"), "\(error)")
    }
  }

  /// Values of another type are errors, never read as something else.
  @Test func membersHaveTheirTypes() throws {
    let message = #""messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1"#
    let wrong = [
      #""greedy": "no""#, #""greedy": 1"#, #""greedy": []"#, #""temperature": "3""#, #""temperature": [3]"#,
      #""temperature": true"#, #""temperature": {"a": 1}"#, #""top_k": "5""#, #""seed": "1""#, #""mirostat": "2""#,
      #""reasoning_budget_message": 5"#, #""reasoning_budget_message": ["a"]"#, #""dry_sequence_breakers": [1]"#,
      #""logit_bias": 1"#, #""show_schema": 5"#, #""stop": 1"#,
    ]
    let (result, answers) = try run(wrong.map { "{\(message), \($0)}" })
    #expect(result.status == 0 && answers.count == wrong.count)
    for (member, answer) in zip(wrong, answers) {
      let name = member.split(separator: "\"")[0]
      let error = answer["error"] as? String
      #expect(error?.contains("\(name): found ") == true && error?.contains("expected") == true, "\(member): \(answer)")
    }
    let right = [
      #""greedy": true, "logit_bias": {"5": -1.5, "6": "-inf"}, "dry_sequence_breakers": "x", "seed": null"#,
      #""greedy": false, "temperature": 0.5, "top_k": 5, "seed": 18446744073709551615, "stop": ["a", "b"]"#,
    ]
    let (_, accepted) = try run(right.map { "{\(message), \($0)}" })
    #expect(accepted.count == right.count)
    for answer in accepted { #expect(answer["text"] is String, "\(answer)") }
  }

  @Test func nothingOfARequestIsIgnored() throws {
    let image = #"[{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": "data:,"}}]"#
    let call = #"{"role": "assistant", "tool_calls": [{"function": {"name": "a", "arguments": "{\"a\":"}}]}"#
    let lines = [
      (#"{"messages": [{"role": "user", "content": \#(image)}]}"#, "no projector"),
      (#"{"messages": [{"role": "user", "content": ["a", 5]}]}"#, "found 5"),
      (#"{"messages": [{"role": "user", "content": "a"}], "tool_choice": "required"}"#, "there are no tools"),
      (#"{"messages": [{"role": "user", "content": "a"}, \#(call), {"role": "user", "content": "b"}]}"#, "not JSON"),
    ]
    let (_, answers) = try run(lines.map(\.0))
    #expect(answers.count == lines.count)
    for ((line, part), answer) in zip(lines, answers) {
      #expect((answer["error"] as? String)?.contains(part) == true, "\(line): \(answer)")
    }
  }

  @Test func anAnswerThatFailsLeavesTheOthers() throws {
    let long = String(repeating: "word ", count: 4000)
    let (result, answers) = try run([
      #"{"id": "long", "messages": [{"role": "user", "content": "\#(long)"}]}"#,
      #"{"id": "short", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3}"#,
    ])
    #expect(result.status == 0)
    try #require(answers.count == 2)
    #expect((answers[0]["error"] as? String)?.contains("context") == true && answers[0]["text"] == nil)
    #expect(answers[1]["text"] is String)
  }
}
