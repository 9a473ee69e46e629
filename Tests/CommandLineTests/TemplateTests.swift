import Foundation
import SwiftletGGUF
import Testing

/// `swiftlet template`, and tools in the other commands, with the bundled model.
@Suite struct TemplateTests {
  private static let messages = """
    [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "Oslo?"}]},
     {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function",
       "function": {"name": "weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}]},
     {"role": "tool", "tool_call_id": "a", "name": "weather", "content": "Rain"}, {"role": "user", "content": "Thanks"}]
    """
  private static let tools = """
    [{"type": "function", "function": {"name": "weather", "description": "Tells the weather.",
      "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}]
    """

  /// Runs the tool with `$MESSAGES` and `$TOOLS` replaced by the paths of files.
  private func run(
    _ arguments: String, messages: String = messages, tools: String = tools
  ) throws -> CommandLineTool.Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [("$MESSAGES", messages), ("$TOOLS", tools)]
    var line = "\"$SWIFTLET\" \(arguments)"
    for (name, text) in files {
      let url = folder.appending(path: name.dropFirst() + ".json")
      try Data(text.utf8).write(to: url)
      line = line.replacing(name, with: "'\(url.path(percentEncoded: false))'")
    }
    return try CommandLineTool.shell(line)
  }

  @Test func printsThePrompt() throws {
    let result = try run(
      "template --messages $MESSAGES",
      messages: #"[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]"#
    )
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.text
        == "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n")
  }

  @Test func toolsCallsAndResultsAreInIt() throws {
    let text = try run("template --messages $MESSAGES --tools $TOOLS --no-prompt").text
    #expect(text.contains(#"{"name":"weather","description":"Tells the weather.","arguments":{"city":string}}"#))
    #expect(text.contains(#"<tool_call>{"name":"weather","arguments":{"city":"Oslo"}}</tool_call><|im_end|>"#))
    #expect(text.contains("<|im_start|>tool\nRain<|im_end|>"))
    #expect(text.hasSuffix("Thanks<|im_end|>\n"))
  }

  @Test func describesTheTemplate() throws {
    let text = try run("template --describe").text
    #expect(text.contains("tools: all") && text.contains("reasoning: none") && text.contains("<tool_call>"))
  }

  /// A model whose template allows one system message, at the beginning, and prints the name of tool results.
  private static func strictModel() throws -> TemporaryModel {
    try TemporaryModel { metadata in
      metadata["tokenizer.chat_template"] = .text(
        """
        {% for message in messages %}{% if message.role == 'system' and not loop.first %}\
        {{ raise_exception('System message must be at the beginning.') }}{% endif %}\
        [{{ message.role }} {{ message.name }}] {{ message.content }}{% for call in message.tool_calls or [] %}\
        <call>{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}</call>\
        {% endfor %}{% endfor %}
        """)
    }
  }

  @Test("System messages are merged, or errors with --refuse-system-messages")
  func systemMessagesAreMergedOrRefused() throws {
    let model = try Self.strictModel()
    let messages = """
      [{"role": "system", "content": "A."}, {"role": "developer", "content": "B."}, {"role": "user", "content": "Hi"},
       {"role": "assistant", "content": ""}, {"role": "system", "content": "C."}, {"role": "user", "content": "Ho"}]
      """
    let merged = try run("template --messages $MESSAGES --model '\(model.path)'", messages: messages)
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.text.hasPrefix("[system ] A.\n\nB.\n\nC.[user ] Hi[assistant ] [user ] Ho"), "\(merged.text)")
    let refused = try run(
      "template --messages $MESSAGES --model '\(model.path)' --refuse-system-messages", messages: messages)
    #expect(refused.status == 1 && refused.errors.contains("message 1 is a system message"), "\(refused.errors)")
    let line = #"{"messages": \#(messages.replacing("\n", with: " ")), "max_tokens": 1}"#
    let batch = try run("batch $MESSAGES --model '\(model.path)' --refuse-system-messages", messages: line)
    #expect(batch.status == 0 && batch.text.contains("message 1 is a system message"), "\(batch.text)")
    let request = #"{"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": \#(line)}"#
    let openAI = try run("batch $MESSAGES --model '\(model.path)' --refuse-system-messages", messages: request)
    for part in [#""status_code":400"#, #""type":"invalid_request_error""#, #""param":"messages""#] {
      #expect(openAI.text.replacing(" ", with: "").contains(part), "\(openAI.text)")
    }
    let answered = try run("batch $MESSAGES --model '\(model.path)'", messages: line)
    #expect(answered.text.contains(#""text""#) && !answered.text.contains("error"), "\(answered.text)")
  }

  @Test("Tool results have the names of their calls, empty arguments are an object, and numbers keep their spelling")
  func callsOfTheHistoryAreComplete() throws {
    let model = try Self.strictModel()
    let numbers = #"{\"id\": 123456789012345678901234567890, \"x\": 1e400}"#
    let text = try run(
      "template --messages $MESSAGES --tools $TOOLS --model '\(model.path)'",
      messages: """
        [{"role": "user", "content": "Q"},
         {"role": "assistant", "content": null, "tool_calls": [
           {"id": "c1", "function": {"name": "weather", "arguments": ""}},
           {"id": "c2", "function": {"name": "find", "arguments": "\(numbers)"}}]},
         {"role": "tool", "tool_call_id": "c2", "content": "TWO"}, {"role": "tool", "content": "ONE"}]
        """
    ).text
    #expect(text.contains(#"<call>{"name": "weather", "arguments": {}}</call>"#), "\(text)")
    #expect(text.contains(#""arguments": {"id": 123456789012345678901234567890, "x": 1e400}}"#), "\(text)")
    #expect(text.contains("[tool find] TWO[tool weather] ONE"), "\(text)")
  }

  @Test func filesThatAreWrongAreNamed() throws {
    for (line, part) in [
      ("template --messages /nowhere.json", "/nowhere.json"), ("template --messages $TOOLS", "messages.0"),
      ("template --messages $MESSAGES --tools $MESSAGES", "tools.0: found \"role\""),
    ] {
      let result = try run(line)
      #expect(result.status == 1 && result.errors.contains(part), "\(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }
    #expect(try run("template").status == 2)
  }

  @Test func callsAreLinesOfJSON() throws {
    let result = try run(
      "respond 'Call the tool.' --tools $TOOLS --require-tool --temperature 1 --seed 5 --max-tokens 80")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let call = try object(line)
      #expect(call["name"] as? String == "weather" && (call["arguments"] as? [String: Any])?["city"] is String)
    }
    #expect(try run("respond x --tools $TOOLS --raw").status == 2)
  }

  @Test func theChatHasTools() throws {
    let result = try CommandLineTool.run(
      "chat", "--temperature", "0", "--max-tokens", "40", input: "/tools\nHello!\n/transcript\n/tools\n/quit\n")
    #expect(result.status == 0)
    #expect(result.errors.contains("calculator, clock, word_count") && result.errors.contains("without tools"))
  }
}
