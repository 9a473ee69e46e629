import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// The commands for comparisons and benchmarks, with the bundled model.
@Suite struct ToolTests {
  @Test(arguments: ["Hello, world!\n", "  two  spaces\tand a tab", "Ünïcödé 🙂 日本語\n", "1234567 <|im_end|>", ""])
  func detokenizeUndoesTokenize(_ text: String) throws {
    let ids = try CommandLineTool.run("tokenize", "--no-special", "--no-bos", input: text)
    #expect(ids.status == 0)
    #expect(ids.text.hasSuffix("\n"))
    let back = try CommandLineTool.run("detokenize", input: ids.text)
    #expect(back.text == text)
  }

  @Test func detokenizeRejectsInvalidTokens() throws {
    let word = try CommandLineTool.run("detokenize", input: "1 x")
    #expect(word.status == 2 && word.errors.contains("x: expected a token id as number 2 of standard input"))
    for id in ["99999999", "-1"] {
      let result = try CommandLineTool.run("detokenize", input: "40, 41\n42\t\(id) 43")
      #expect(result.status == 1)
      #expect(result.errors.contains("standard input: id 4: ") && result.errors.contains(id), "\(result.errors)")
      // Unless the vocabulary has no texts for them, those before are written.
      #expect(try result.output == CommandLineTool.run("detokenize", input: "40 41 42").output)
    }
  }

  @Test func logitsDoNotDependOnChunksAndThreads() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tokens = (5..<45).map(String.init).joined(separator: ",")
    let files = try [
      ["--chunk", "512"], ["--chunk", "7"], ["--chunk", "1"], ["--threads", "1"], ["--threads", "3"],
    ]
    .enumerated().map { index, options in
      let file = folder.appending(path: "\(index)").path(percentEncoded: false)
      let result = try CommandLineTool.shell(
        "\"$SWIFTLET\" logits --tokens \(tokens) --output '\(file)' " + options.joined(separator: " "))
      #expect(result.status == 0)
      return try Data(contentsOf: URL(filePath: file))
    }
    let model = URL(filePath: #filePath).appending(path: "../../../Weights/swiftlet-tiny-q8_0.gguf").standardized
    let vocabularyCount = try GGUFFile(path: model.path(percentEncoded: false)).tensor("token_embd.weight").rows
    #expect(files[0].count == 40 * vocabularyCount * MemoryLayout<Float>.size)
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test func packedWeightsAreCachedInTheGivenFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path(percentEncoded: false)
    let bench = ["--prompt", "1", "--generate", "0", "--repetitions", "1", "--format", "json"].joined(separator: " ")
    for outcome in ["written", "loaded"] {
      let result = try CommandLineTool.shell("\"$SWIFTLET\" bench \(bench) --packed-cache='\(path)'")
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(try object(result.text)["packed_cache"] as? String == outcome)
    }
    let answers = try ["", "--packed-cache='\(path)'"].map { option in
      try CommandLineTool.shell("\"$SWIFTLET\" respond hello --greedy --max-tokens 8 \(option)").text
    }
    #expect(!answers[0].isEmpty && answers[0] == answers[1])
    let unwritten = try CommandLineTool.shell("\"$SWIFTLET\" bench \(bench) --packed-cache=/proc/nowhere")
    #expect(unwritten.status == 0)
    #expect(unwritten.errors.hasPrefix("swiftlet: packed cache /proc/nowhere/"))
    #expect(unwritten.errors.filter { $0 == "\n" }.count == 1)
    #expect(try object(unwritten.text)["packed_cache"] as? String == "unwritten")
  }

  @Test func benchPrintsAnObjectForEachTest() throws {
    let result = try CommandLineTool.run(
      "bench", "--prompt", "16", "--generate", "4", "--depth", "8", "--batch", "2", "--repetitions", "2", "--format",
      "json")
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, test) in zip(lines, ["pp16@8", "tg4@8x2"]) {
      let object = try object(line)
      #expect(object["test"] as? String == test)
      #expect((object["tokens_per_second"] as? Double ?? 0) > 0)
      #expect((object["weight_bytes"] as? Int ?? 0) > 0)
      #expect(
        Set(object.keys) == [
          "model", "type", "threads", "test", "tokens_per_second", "stddev", "repetitions", "load_seconds",
          "peak_rss_bytes", "weight_bytes",
        ])
    }
    let table = try CommandLineTool.run("bench", "--prompt", "8", "--generate", "2", "--repetitions", "1")
    let widths = Set(table.text.split(separator: "\n").filter { $0.hasPrefix("|") }.map(\.count))
    #expect(widths.count == 1)
  }

  @Test(arguments: [[], ["--eager"]]) func theFirstTokenOfANewProcessIsTimed(_ options: [String]) throws {
    let arguments = ["bench", "--cold", "--prompt", "40"] + options
    let result = try CommandLineTool.run(arguments: arguments + ["--format", "json"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let object = try object(result.text)
    let times = try ["load_seconds", "first_token_seconds", "second_token_seconds", "packed_seconds"].map {
      try #require(object[$0] as? NSNumber).doubleValue
    }
    #expect(times[0] > 0 && times[0] < times[1] && times[1] <= times[2] && times[3] >= times[0])
    #expect(object["test"] as? String == "cold40" && (object["weight_bytes"] as? Int ?? 0) > 0)
    #expect(object["weight_loading"] as? String == (options.isEmpty ? "lazy" : "eager"))
    let table = try CommandLineTool.run(arguments: arguments)
    let rows = table.text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 6 && Set(rows.map(\.count)).count == 1, "\(table.text)")
  }

  /// The length of the prefix is none of whole pages, so each sequence has to copy the last of them.
  @Test func benchSharesAPrefixAmongSequences() throws {
    let result = try CommandLineTool.run(
      "bench", "--prompt", "4", "--generate", "70", "--shared-prefix", "70", "--sequences", "1,16", "--repetitions",
      "1", "--no-warmup", "--format", "json")
    #expect(result.status == 0 && result.errors.isEmpty)
    let objects = try result.text.split(separator: "\n").map { try object($0) }
    #expect(objects.map { $0["test"] as? String } == ["pp4@70", "tg70@70", "tg70@s70x16"])
    #expect(objects.allSatisfy { ($0["tokens_per_second"] as? Double ?? 0) > 0 && $0["repetitions"] as? Int == 1 })
  }

  @Test func theBreakdownOfATokenAddsUp() throws {
    let options = ["bench", "--breakdown", "--generate", "24", "--repetitions", "3", "--depth", "40"]
    let parts = [
      "attention_products_us", "feed_forward_products_us", "output_head_us", "attention_us", "elementwise_us",
      "rest_us", "sampling_us", "penalties_us", "guide_us", "drafting_us", "stream_us", "scheduling_us",
    ]
    let readers = ["waking_us", "detokenizing_us", "delivery_us"]
    let others = ["model", "type", "threads", "test", "sampling", "tokens", "token_us", "overhead_us"]
    let result = try CommandLineTool.run(arguments: options + ["--format", "json"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, sampling) in zip(lines, ["default", "greedy"]) {
      let object = try object(line)
      #expect(Set(object.keys) == Set(parts + readers + others))
      #expect(object["sampling"] as? String == sampling && object["test"] as? String == "tg24@40")
      #expect((object["tokens"] as? Int ?? 0) > 0)
      func time(_ key: String) throws -> Double { try #require(object[key] as? NSNumber).doubleValue }
      let sum = try parts.reduce(0.0) { try $0 + time($1) }
      // Each is rounded to three decimals.
      #expect(try abs(sum - time("token_us")) < 0.01 && time("overhead_us") < time("token_us"))
      for key in ["feed_forward_products_us", "output_head_us", "sampling_us", "detokenizing_us"] {
        #expect(try time(key) > 0, "\(key)")
      }
    }
    let table = try CommandLineTool.run(arguments: options)
    let rows = table.text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 2 * (2 + parts.count + 2 + readers.count) && Set(rows.map(\.count)).count == 1)
  }

  @Test func theBreakdownHasAPartForTheSchema() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(#"{"type": "string", "minLength": 4}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try CommandLineTool.run(
      "bench", "--breakdown", "--generate", "30", "--repetitions", "2", "--format", "json", "--schema",
      file.path(percentEncoded: false))
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let time = try #require(try object(line)["guide_us"] as? NSNumber)
      #expect(time.doubleValue > 0)
    }
  }

  /// The documentation page has the rows of the table that the command prints, with more columns.
  @Test func architecturesAreDocumented() throws {
    let result = try CommandLineTool.run("inspect", "--architectures")
    let rows = result.text.split(separator: "\n").dropFirst(2)
    #expect(result.status == 0 && rows.count >= 30 && rows.contains { $0.contains("`llama`") })
    let page = TestFiles.path("Sources/Swiftlet/Swiftlet.docc/Architectures.md")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    for row in rows { #expect(text.contains(row), "\(row)") }
  }

  /// The documentation page has exactly the rows of the table that the command prints.
  @Test func weightFormatsAreDocumented() throws {
    let result = try CommandLineTool.run("inspect", "--formats")
    #expect(result.status == 0)
    let page = try String(contentsOfFile: TestFiles.path("Sources/Swiftlet/Swiftlet.docc/Formats.md"), encoding: .utf8)
    #expect(page.split(separator: "\n").filter { $0.hasPrefix("|") } == result.text.split(separator: "\n"))
  }

  @Test func inspectShowsMetadataTensorsAndMemory() throws {
    let result = try CommandLineTool.run("inspect", TestFiles.defaultModel, "--tensors")
    #expect(result.status == 0)
    for part in ["general.architecture", "token_embd.weight", "Q8_0", "tokens of context"] {
      #expect(result.text.contains(part))
    }
  }

  @Test func aSynthesizedModelRuns() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let made = try CommandLineTool.run("synthesize", path, "--shape", "smollm2-135m", "--type", "q4_0")
    #expect(made.status == 0)
    let answer = try CommandLineTool.run("respond", "abc", "--model", path, "--raw", "--max-tokens", "2", "--seed", "1")
    #expect(answer.status == 0)
    #expect(answer.errors == "swiftlet: the answer was cut off after 2 tokens, the limit of --max-tokens\n")
  }
}
