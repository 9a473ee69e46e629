import Foundation
import Testing

/// Requests of all commands that generate, with schemas from all sources.
@Suite struct RequestTests {
  private func withFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path(percentEncoded: false))
  }

  private static let sampled = ["--seed", "5", "--temperature", "2"]

  private func value(_ text: String?) throws -> Any {
    try JSONSerialization.jsonObject(with: Data((text ?? "").utf8), options: .fragmentsAllowed)
  }

  /// Runs a batch and returns its answers, one object per line.
  private func batch(_ lines: [String]) throws -> [[String: Any]] {
    try withFile(lines.joined(separator: "\n")) { path in
      let result = try CommandLineTool.run(arguments: ["batch", path] + Self.sampled)
      #expect(result.status == 0, "\(result.errors)")
      return try result.text.split(separator: "\n").map { try object($0) }
    }
  }

  private func schemaLine(_ id: String, _ schema: String) -> String {
    #"{"id": "\#(id)", "messages": [{"role": "user", "content": "Go"}], "schema": \#(schema), "max_tokens": 60}"#
  }

  // MARK: Schemas

  @Test func schemasOfABatchKeepTheirKeywords() throws {
    let answers = try batch([
      schemaLine("date", #"{"type": "string", "format": "date", "minLength": 10}"#),
      schemaLine("map", #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}"#),
      schemaLine("one", #"{"oneOf": [{"type": "boolean"}, {"type": "integer", "multipleOf": 7}]}"#),
      schemaLine(
        "null",
        #"{"type": "object", "properties": {"a": {"type": ["boolean", "null"]}}, "required": ["a"], "additionalProperties": false}"#
      ),
      schemaLine(
        "free",
        #"{"type": "object", "properties": {"meta": {"type": "object", "minProperties": 1, "maxProperties": 1}}, "required": ["meta"], "additionalProperties": false}"#
      ),
      schemaLine(
        "tuple",
        #"{"type": "array", "prefixItems": [{"const": 1}, {"enum": [null, 2.5]}], "minItems": 2, "items": false}"#),
    ])
    let values = try answers.map { try value($0["text"] as? String) }
    try #require(values.count == 6)
    #expect(try #/\d{4}-\d\d-\d\d/#.wholeMatch(in: #require(values[0] as? String)) != nil)
    let map = try #require(values[1] as? [String: Any])
    #expect(!map.isEmpty && map.values.allSatisfy { $0 is Int })
    #expect(values[2] is Bool || (values[2] as? Int).map { $0 % 7 == 0 } == true)
    #expect((values[3] as? [String: Any])?.keys.elementsEqual(["a"]) == true)
    #expect(((values[4] as? [String: Any])?["meta"] as? [String: Any])?.count == 1)
    let tuple = try #require(values[5] as? [Any])
    try #require(tuple.count == 2)
    #expect(tuple[0] as? Int == 1 && (tuple[1] is NSNull || tuple[1] as? Double == 2.5))
  }

  @Test func responseFormatIsASchemaToo() throws {
    let message = #""messages": [{"role": "user", "content": "Go"}], "max_tokens": 60"#
    let answers = try batch([
      #"{\#(message), "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {"const": [1]}}}}"#,
      #"{\#(message), "response_format": {"type": "json_object"}}"#,
      #"{\#(message), "response_format": {"type": "xml"}}"#,
    ])
    try #require(answers.count == 3)
    #expect(answers[0]["text"] as? String == "[1]")
    #expect(try value(answers[1]["text"] as? String) is [String: Any])
    #expect((answers[2]["error"] as? String)?.contains("found xml") == true)
  }

  @Test func anInvalidLineDoesNotAffectOthers() throws {
    let answers = try batch([
      schemaLine("good", #"{"type": "integer"}"#), schemaLine("bad", #"{"type": "integer", "pattern": 1}"#),
      schemaLine("look", #"{"type": "string", "pattern": "(x)\\1"}"#), "{", #"{"id": "key", "prompt": "x"}"#,
      schemaLine("last", #"{"const": "x"}"#),
    ])
    #expect(answers.map { $0["id"] as? String } == ["good", "bad", "look", nil, "key", "last"])
    #expect(answers.map { $0["error"] != nil } == [false, true, true, true, true, false])
    #expect((answers[2]["error"] as? String)?.contains("/pattern") == true)
    #expect((answers[4]["error"] as? String)?.contains("line 5") == true)
  }

  @Test func otherMembersOfARequestAreHonouredOrRefused() throws {
    let message = #""messages": [{"role": "user", "content": "Tell me a story."}]"#
    let answers = try batch([
      #"{\#(message), "temperature": 0, "max_tokens": 20}"#,
      #"{\#(message), "temperature": 0, "max_tokens": 20, "stop": " a"}"#,
      #"{\#(message), "seed": 3, "max_completion_tokens": 5}"#, #"{\#(message), "seed": 3, "max_tokens": 5}"#,
      #"{\#(message), "max_tokens": "5"}"#, #"{\#(message), "top_p": 2}"#,
      #"{\#(message), "stop": [1]}"#, #"{\#(message), "tool_choice": {"function": {"name": "none"}}}"#,
    ])
    try #require(answers.count == 8)
    let whole = try #require(answers[0]["text"] as? String)
    let cut = try #require(answers[1]["text"] as? String)
    #expect(whole.hasPrefix(cut + " a") && !cut.contains(" a"))
    #expect(try #require(answers[2]["text"] as? String) == answers[3]["text"] as? String)
    for (answer, part) in zip(answers[4...], ["max_tokens", "top_p", "stop", "tool_choice"]) {
      #expect((answer["error"] as? String)?.contains(part) == true, "\(answer)")
    }
  }

  // MARK: Tools

  /// Runs `respond` with a required tool call and returns the calls.
  private func calls(_ tools: String, _ options: [String] = []) throws -> [(name: String, arguments: [String: Any])] {
    try withFile(tools) { path in
      let result = try CommandLineTool.run(
        arguments: ["respond", "Do it now", "--tools", path, "--require-tool", "--max-tokens", "200"] + Self.sampled
          + options)
      #expect(result.status == 0, "\(result.errors)")
      return try result.text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
        let call = try object(line)
        return (call["name"] as? String ?? "", try #require(call["arguments"] as? [String: Any]))
      }
    }
  }

  @Test func schemasOfToolsKeepTheirKeywords() throws {
    let run = try calls(
      #"[{"name": "run", "parameters": {"type": "object", "properties": {"env": {"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 1, "maxProperties": 2}, "when": {"type": "string", "format": "date"}, "level": {"enum": [1, 2]}, "kind": {"const": 5}}, "required": ["env", "when", "level", "kind"], "additionalProperties": false}}]"#
    )
    let arguments = try #require(run.first?.arguments)
    #expect((arguments["env"] as? [String: Bool])?.isEmpty == false)
    #expect(try #/\d{4}-\d\d-\d\d/#.wholeMatch(in: #require(arguments["when"] as? String)) != nil)
    #expect([1, 2].contains(arguments["level"] as? Int) && arguments["kind"] as? Int == 5)
  }

  @Test(arguments: [
    #"[{"type": "function", "function": {"name": "a", "parameters": {}}}]"#, #"[{"name": "a"}]"#,
    #"[{"name": "a", "parameters": null}]"#,
  ])
  func aToolMayHaveNoArguments(_ tools: String) throws {
    let call = try #require(try calls(tools).first)
    #expect(call.name == "a" && call.arguments.isEmpty)
  }

  @Test(arguments: ["parameters", "input_schema", "inputSchema"])
  func schemasOfArgumentsHaveSeveralNamesAndMayLackTheirType(_ key: String) throws {
    let schema = #"{"properties": {"x": {"const": "y"}}, "required": ["x"], "additionalProperties": false}"#
    let call = try #require(try calls(#"[{"name": "a", "\#(key)": \#(schema)}]"#).first)
    #expect(call.arguments["x"] as? String == "y" && call.arguments.count == 1)
  }

  @Test func unsupportedKeywordsNameTheToolAndTheLocation() throws {
    let tools = #"""
      [{"name": "fine", "parameters": {"type": "object"}},
       {"name": "pw", "parameters": {"type": "object", "properties": {"p": {"type": "string", "pattern": "^([A-Z])\\1$"}}, "required": ["p"], "additionalProperties": false}}]
      """#
    try withFile(tools) { path in
      let result = try CommandLineTool.run("respond", "Go", "--tools", path)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.contains("pw") && result.errors.contains("/properties/p/pattern"), "\(result.errors)")
      let relaxed = try CommandLineTool.run("respond", "Go", "--tools", path, "--relaxed-schemas", "--max-tokens", "4")
      #expect(relaxed.status == 0 && relaxed.errors.contains("/properties/p/pattern"), "\(relaxed.errors)")
    }
  }

  @Test func invalidToolDefinitionsAreErrors() throws {
    for (tools, part) in [
      (#"[{"parameters": {}}]"#, "no \"name\""), (#"[{"name": "a", "parameters": []}]"#, "the parameters of a"),
      ("{}", "expected a JSON array"), ("[1]", "tools.0"),
      (#"[{"name": "a"}, {"name": ""}]"#, #"tools.1: found the name "", expected at least one character"#),
      (#"[{"function": {"name": "a\"b"}}]"#, #"tools.0: found the name "a\"b", expected"#),
    ] {
      try withFile(tools) { path in
        let result = try CommandLineTool.run("respond", "Go", "--tools", path)
        #expect(result.status == 1 && result.errors.contains(part) && result.errors.contains(path), "\(result.errors)")
      }
    }
  }

  // MARK: Options

  /// An invalid value for each option.
  private static let wrong = [
    "--kv-type": "q3", "--threads": "0", "--context": "0", "--max-tokens": "-1", "--top-k": "many", "--top-p": "1.5",
    "--min-p": "-1", "--typical": "2", "--top-nsigma": "-2", "--xtc-probability": "2", "--xtc-threshold": "2",
    "--repetition-penalty": "0", "--frequency-penalty": "x", "--presence-penalty": "x", "--repeat-last-n": "-2",
    "--dry-multiplier": "-1", "--dry-base": "-1", "--dry-allowed-length": "-1", "--dry-penalty-last-n": "-2",
    "--mirostat": "1", "--mirostat-ent": "-1", "--mirostat-lr": "2", "--logit-bias": "x", "--seed": "1.5",
    "--temperature": "-1", "--dynatemp-range": "-1", "--dynatemp-exp": "-1", "--reasoning-budget": "-2",
    "--parallel": "0",
  ]

  /// Returns the options in a command's help, and whether they take a value.
  private func options(_ command: String) throws -> [String: Bool] {
    let help = try CommandLineTool.run(command, "--help").text
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
    let pairs = lines.compactMap { $0.firstMatch(of: #/^  (?:-[a-z]+, )*(--[a-z-]+)( [^ \[]\S*)?(?:  |$|\[)/#) }
      .map { (String($0.output.1), $0.output.2 != nil) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Every option is accepted or rejected in the same way by all commands.
  @Test func optionsMeanTheSameInEveryCommand() throws {
    let commands = [
      "respond", "chat", "batch", "embed", "template", "tokenize", "detokenize", "logits", "perplexity", "inspect",
      "quantize", "bench", "synthesize",
    ]
    let listed = try Dictionary(uniqueKeysWithValues: commands.map { ($0, try options($0)) })
    let all = listed.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    #expect(all.count > 60 && Set(Self.wrong.keys).isSubset(of: all.keys))
    for (command, known) in listed {
      for (option, takesValue) in all {
        // Its value is a folder, which would be made, and may be missing.
        if option == "--packed-cache", known[option] != nil { continue }
        // A flag with a value and an option without one are errors before any file is read.
        let result = try CommandLineTool.run(command, takesValue ? option : option + "=x=")
        let expected =
          known[option] == nil
          ? "\(option): unknown option"
          : takesValue ? "\(option): a value is missing" : "\(option): takes no value"
        // An unknown option may have a suggestion after it.
        let isExpected =
          known[option] == nil
          ? result.errors.hasPrefix("swiftlet: \(expected)") && result.errors.hasSuffix("; see --help\n")
          : result.errors == "swiftlet: \(expected)\n"
        #expect(result.status == 2 && isExpected, "\(command) \(option): \(result.errors)")
      }
    }
  }

  @Test func wrongValuesAreTheSameErrorWithAndWithoutTools() throws {
    try withFile(#"[{"name": "a"}]"#) { tools in
      for (option, value) in Self.wrong where option != "--parallel" {
        let lines = [["respond", "a"], ["respond", "a", "--tools", tools], ["chat"], ["batch", "/dev/null"]]
        let results = try lines.filter { $0[0] != "batch" || option != "--max-tokens" }.map {
          try CommandLineTool.run(arguments: $0 + [option, value])
        }
        for result in results {
          #expect(result.status == 2 && result.output.isEmpty, "\(option)")
          #expect(result.errors == results[0].errors && result.errors.contains(option), "\(result.errors)")
        }
      }
    }
  }

  @Test func conflictingOptionsAreErrors() throws {
    try withFile(#"[{"name": "a"}]"#) { path in
      for (options, error) in [
        (["--raw", "--tools", path], "--raw: cannot be combined with --tools"),
        (["--grammar", path, "--tools", path], "--grammar: cannot be combined with --tools"),
        (["--grammar", path, "--schema", path], "--grammar: cannot be combined with --schema"),
        (["--require-tool"], "--require-tool: requires --tools"),
      ] {
        let result = try CommandLineTool.run(arguments: ["respond", "a"] + options)
        #expect(result.status == 2 && result.output.isEmpty, "\(options)")
        #expect(result.errors == "swiftlet: \(error)\n", "\(options): \(result.errors)")
      }
    }
  }

  @Test("49.1 a required call needs a tool")
  func requiredCallsNeedATool() throws {
    try withFile("[]") { path in
      let result = try CommandLineTool.run(arguments: ["respond", "a", "--tools", path, "--require-tool"])
      #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("no tools"), "\(result.errors)")
    }
  }

  /// Malformed parameters are an error before generation, with the tool's name and a JSON pointer.
  @Test func malformedParametersNameTheTool() throws {
    for (parameters, pointer) in [
      (#"{"type": "string"}"#, "/type"), (#"{"type": ["array", "null"]}"#, "/type"),
      (#"{"properties": []}"#, "/properties"), (#"{"properties": {"v": null}}"#, "/properties/v"),
      (#"{"properties": {"a/b": {"anyOf": [5]}}}"#, "/properties/a~1b/anyOf/0"),
    ] {
      try withFile(#"[{"name": "fine"}, {"name": "lookUp", "parameters": \#(parameters)}]"#) { path in
        for options in [[], ["--require-tool"]] {
          let result = try CommandLineTool.run(arguments: ["respond", "a", "--tools", path] + options)
          #expect(result.status == 1 && result.output.isEmpty, "\(parameters)")
          let hasPointer = result.errors.contains("\(pointer) ") || result.errors.contains("\(pointer):")
          #expect(result.errors.contains("lookUp") && hasPointer, "\(parameters): \(result.errors)")
        }
      }
    }
  }

  @Test func relaxedSchemasLeaveOutTheToolThatIsWrong() throws {
    let tools = #"""
      [{"name": "broken", "parameters": {"properties": {"v": {"$ref": "https://example.com/v"}}}},
       {"name": "loose", "parameters": {"properties": {"v": {"type": "string", "pattern": "(a)\\1"}}, "required": ["v"]}}]
      """#
    try withFile(tools) { path in
      let strict = try CommandLineTool.run("respond", "a", "--tools", path, "--require-tool", "--greedy")
      #expect(strict.status == 1 && strict.errors.contains("broken"))
      let relaxed = try CommandLineTool.run(
        "respond", "a", "--tools", path, "--require-tool", "--greedy", "--relaxed-schemas", "--max-tokens", "60")
      let lines = relaxed.errors.split(separator: "\n")
      #expect(relaxed.status == 0 && relaxed.text.contains("loose"), "\(relaxed.errors)")
      #expect(lines.filter { $0.contains("the tool broken is left out: ") }.count == 1, "\(lines)")
      let note = "the tool loose: not guaranteed: /properties/v/pattern: "
      #expect(lines.filter { $0.contains(note) }.count == 1, "\(lines)")
    }
  }

  @Test func noTokensAreTooFewForAGuide() throws {
    try withFile(#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#) { path in
      for count in ["0", "1"] {
        let result = try CommandLineTool.run("respond", "a", "--max-tokens", count, "--schema", path)
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("shortest answer"))
      }
    }
  }

  @Test func toolsCombineWithStatisticsAndTraces() throws {
    try withFile(#"[{"name": "a"}]"#) { path in
      let result = try CommandLineTool.run(
        "respond", "a", "--tools", path, "--require-tool", "--greedy", "--stats", "--kv-type", "q8_0", "--max-tokens",
        "40", "--trace", path + ".trace")
      defer { try? FileManager.default.removeItem(atPath: path + ".trace") }
      #expect(result.status == 0)
      #expect(try object(result.errors)["generated_tokens"] as? Int ?? 0 > 0)
      let trace = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path + ".trace")))
      #expect(((trace as? [String: Any])?["traceEvents"] as? [Any])?.isEmpty == false)
    }
  }
}
