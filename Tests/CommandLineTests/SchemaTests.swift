import Foundation
import Testing

/// `swiftlet schema`, and `respond --schema` and `--grammar`.
@Suite struct SchemaTests {
  /// Calls a function with a temporary folder that contains some files.
  private func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try body(folder.path(percentEncoded: false) + "/")
  }

  private static let person = """
    {
      "type": "object",
      "properties": { "name": { "type": "string", "minLength": 1 }, "age": { "type": "integer", "minimum": 0 } },
      "required": ["name", "age"],
      "additionalProperties": false
    }
    """

  /// The limit of the first thread's stack would be that of all, unless they get stacks of a size of their own.
  @Test func aSmallLimitOfStacksIsEnough() throws {
    let schema = String(repeating: #"{"anyOf":["#, count: 60) + "{}" + String(repeating: "]}", count: 60)
    try withFiles(["schema.json": schema, "document": "1"]) { folder in
      let result = try CommandLineTool.shell(
        "ulimit -s 256 && exec \"$SWIFTLET\" schema check '\(folder)schema.json' '\(folder)document'")
      #expect(result.status == 0 && result.text == "\(folder)document: accept\n", "\(result.errors)")
    }
  }

  @Test func eachDocumentGetsALine() throws {
    let files = [
      "schema.json": Self.person, "good": "{\n  \"age\": 3.0,\n  \"name\": \"\\u0041\"\n}\n", "bad": #"{"name":"A"}"#,
      "broken": "{",
    ]
    try withFiles(files) { folder in
      let result = try CommandLineTool.run(
        "schema", "check", folder + "schema.json", folder + "good", folder + "bad", folder + "broken", folder + "good")
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      let lines = result.text.split(separator: "\n")
      #expect(lines.map { $0.split(separator: " ").last } == ["accept", "reject", "reject", "accept"])
      #expect(lines[0] == "\(folder)good: accept" && lines[1] == "\(folder)bad: reject")
      #expect(lines[2].contains("not JSON at byte 1"))
      #expect(try CommandLineTool.run("schema", "check", folder + "schema.json").output.isEmpty)
      let input = try CommandLineTool.run(
        "schema", "check", folder + "schema.json", "-", input: #"{"name":"A","age":1}"#)
      #expect(input.text == "-: accept\n")
    }
  }

  @Test func whatCannotBeEnforcedIsAnErrorThatNamesTheKeyword() throws {
    let schema = #"{"properties":{"a":{"type":"string","pattern":"(x)\\1"}}}"#
    try withFiles(["schema.json": schema, "document": #"{"a":"x"}"#]) { folder in
      let result = try CommandLineTool.run("schema", "check", folder + "schema.json", folder + "document")
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(
        result.errors.hasPrefix("swiftlet: schema: \(folder)schema.json: /properties/a/pattern is not supported: "))
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      let lenient = try CommandLineTool.run(
        "schema", "check", "--lenient", folder + "schema.json", folder + "document")
      #expect(lenient.status == 0)
      #expect(lenient.text.hasSuffix(": accept\n"))
      #expect(lenient.errors.contains("dropped: /properties/a/pattern: "))
    }
  }

  @Test func optionsDecideWhatASchemaMeans() throws {
    let files = [
      "schema.json": #"{"format":"date","dependentRequired":{"a":["b"]}}"#, "text": "\"no date\"",
      "object": #"{"a":1}"#,
    ]
    try withFiles(files) { folder in
      func check(_ option: String) throws -> [Bool] {
        try CommandLineTool.run("schema", "check", option, folder + "schema.json", folder + "text", folder + "object")
          .text.split(separator: "\n").map { $0.hasSuffix(": accept") }
      }
      let newest = try check("--draft=2020-12")
      let older = try check("--draft=7")
      let annotations = try check("--no-formats")
      #expect(newest == [false, false])
      #expect(annotations == [true, false])
      #expect(older == [false, true])
    }
  }

  @Test func nothingSatisfiesSomeSchemas() throws {
    try withFiles(["schema.json": "false", "document": "1"]) { folder in
      let result = try CommandLineTool.run("schema", "check", folder + "schema.json", folder + "document")
      #expect(result.status == 0)
      #expect(result.text.hasSuffix("document: reject\n"))
      #expect(result.errors.contains("nothing satisfies"))
    }
  }

  @Test func missingAndBrokenFilesAreErrors() throws {
    try withFiles(["schema.json": "{\"type\":", "fine.json": "{}"]) { folder in
      for arguments in [["nowhere.json"], ["schema.json"], ["fine.json", "nowhere"]] {
        let result = try CommandLineTool.shell(
          "\"$SWIFTLET\" schema check " + arguments.map { "'\(folder)\($0)'" }.joined(separator: " "))
        #expect(result.status == 1)
        #expect(result.errors.contains(folder + (arguments.last ?? "")))
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
      }
    }
  }

  @Test func masksAreMeasuredWithTheModelsVocabulary() throws {
    try withFiles(["schema.json": Self.person, "document": #"{ "name": "Ada", "age": 36 }"#, "bad": "[]"]) { folder in
      let result = try CommandLineTool.run("schema", "mask-bench", folder + "schema.json", folder + "document")
      #expect(result.status == 0)
      for word in ["compile", "median", "p99", "max"] { #expect(result.text.contains(word)) }
      #expect(result.text.hasSuffix("document: accept\n"))
      let bad = try CommandLineTool.run("schema", "mask-bench", folder + "schema.json", folder + "bad")
      #expect(bad.status == 0)
      #expect(bad.text.hasSuffix("bad: reject\n"))
    }
  }

  @Test func answersSatisfyASchema() throws {
    try withFiles(["schema.json": Self.person, "answer": ""]) { folder in
      for seed in ["1", "2", "3"] {
        let result = try CommandLineTool.run(
          "respond", "Who are you?", "--schema", folder + "schema.json", "--temperature", "1.5", "--seed", seed,
          "--max-tokens", "40")
        #expect(result.status == 0)
        let answer = try object(result.text)
        #expect(answer["name"] is String && (answer["age"] as? Int ?? -1) >= 0 && answer.count == 2)
      }
      let short = try CommandLineTool.run("respond", "x", "--schema", folder + "schema.json", "--max-tokens", "3")
      #expect(short.status == 1)
      #expect(short.errors.contains("tokens"))
    }
  }

  @Test func answersAreDerivedFromAGrammar() throws {
    let files = ["list.gbnf": "root ::= \"- \" [a-z]{3} (\", \" [a-z]{3}){2}", "bad.gbnf": "root ::= root \"a\""]
    try withFiles(files) { folder in
      let result = try CommandLineTool.run("respond", "Animals?", "--grammar", folder + "list.gbnf", "--greedy")
      #expect(result.status == 0)
      #expect(result.text.wholeMatch(of: /- [a-z]{3}, [a-z]{3}, [a-z]{3}\n/) != nil)
      let bad = try CommandLineTool.run("respond", "x", "--grammar", folder + "bad.gbnf")
      #expect(bad.status == 1)
      #expect(bad.errors.contains("bad.gbnf: line 1, column 1: "))
    }
  }
}
