import Foundation
import Testing

/// Tools whose schemas are those of generators, and calls that a model would make again and again.
@Suite struct ToolSchemaTests {
  @Test("49.3 references, alternatives, free objects and look-ahead in the schema of a tool hold for its calls")
  func schemasOfGeneratorsHold() throws {
    let tools = ##"""
      [{"type": "function", "function": {"name": "fill", "strict": true, "parameters": {
        "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "title": "Args",
        "properties": {
          "point": {"$ref": "#/definitions/P"}, "count": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
          "free": {"type": "object", "minProperties": 1, "maxProperties": 1}, "any": {},
          "pick": {"enum": ["a", 1, null]}, "word": {"type": "string", "pattern": "^(?=.*[A-Z])[a-zA-Z]{8,10}$"}},
        "required": ["point", "count", "free", "any", "pick", "word"], "additionalProperties": false,
        "definitions": {"P": {"type": "object", "properties": {"x": {"type": "number", "exclusiveMinimum": 0}},
          "required": ["x"], "additionalProperties": false}}}}}]
      """##
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(tools.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for seed in ["5", "6", "7"] {
      let result = try CommandLineTool.run(
        "respond", "Do it now", "--tools", file.path(percentEncoded: false), "--require-tool", "--max-tokens", "250",
        "--seed", seed, "--temperature", "2")
      #expect(result.status == 0, "\(result.errors)")
      let line = try #require(result.text.split(separator: "\n").first { $0.hasPrefix("{") })
      let arguments = try #require(try object(line)["arguments"] as? [String: Any])
      #expect(Set(arguments.keys) == ["point", "count", "free", "any", "pick", "word"])
      let point = try #require(arguments["point"] as? [String: Any])
      let x = try #require(point["x"] as? NSNumber).doubleValue
      #expect(point.count == 1 && x > 0)
      #expect(arguments["count"] is Int || arguments["count"] is NSNull)
      let free = try #require(arguments["free"] as? [String: Any])
      #expect(free.count == 1)
      let pick = arguments["pick"]
      #expect(pick as? String == "a" || pick as? Int == 1 || pick is NSNull)
      let word = try #require(arguments["word"] as? String)
      let hasCapital = word.contains { $0.isASCII && $0.isUppercase }
      #expect((8...10).contains(word.count) && hasCapital, "\(word)")
    }
  }

  /// A bias against the end of the turn leaves a model nothing to say but calls.
  @Test("49.1 a call is not made twice in an answer, whether it is required or not")
  func callsAreMadeOnce() throws {
    let end = try CommandLineTool.run("tokenize", "--no-bos", input: "<|im_end|>").text
    let id = try #require(end.split(whereSeparator: { !$0.isNumber }).first)
    let parameters = #"{"properties": {"expression": {"type": "string"}}, "required": ["expression"]}"#
    let tool =
      #"{"name": "calculator", "description": "Calculates an arithmetic expression.", "parameters": \#(parameters)}"#
    let rest = #""tools": [\#(tool)], "max_tokens": 120, "logit_bias": {"\#(id)": -100}"#
    let question = BatchRun.message("What is 12 * 7? Use the calculator.")
    let run = try BatchRun(["required", "auto"].map { #"{\#(question), \#(rest), "tool_choice": "\#($0)"}"# })
    try #require(run.answers.count == 2)
    let counts = run.answers.map { ($0["calls"] as? [Any])?.count ?? 0 }
    #expect(counts == [1, 1], "\(run.lines)")
  }
}
