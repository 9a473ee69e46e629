import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// `swiftlet respond` and `swiftlet` without a command, with the bundled model.
@Suite struct RespondTests {
  @Test func greedyAnswersAreTheSame() throws {
    let first = try CommandLineTool.run("respond", "Once upon a time", "--greedy", "--max-tokens", "30")
    let second = try CommandLineTool.run(
      "respond", "Once upon a time", "--greedy", "--max-tokens", "30", "--threads", "1")
    #expect(first.status == 0)
    #expect(first.errors.filter { $0 == "\n" }.count == 1 && first.errors.contains("after 30 tokens"))
    #expect(first.text.split(separator: " ").count > 10)
    #expect(first.text.hasSuffix("\n"))
    #expect(first.output == second.output)
  }

  @Test func seedsDecideTheAnswer() throws {
    func answer(_ seed: String) throws -> Data {
      try CommandLineTool.run(
        "respond", "Tell me a story.", "--temperature", "1.5", "--seed", seed, "--max-tokens", "40"
      ).output
    }
    #expect(try answer("7") == answer("7"))
    #expect(try answer("7") != answer("8"))
  }

  @Test func aBareTextIsContinuedWithoutATemplate() throws {
    let model = try TemporaryModel { $0["tokenizer.chat_template"] = .text("{% if %}") }
    let raw = try CommandLineTool.run(
      "respond", "Once upon a time", "--raw", "--model", model.path, "--greedy", "--max-tokens", "5")
    #expect(raw.status == 0 && !raw.text.isEmpty, "\(raw.errors)")
    let chat = try CommandLineTool.run("respond", "Once upon a time", "--model", model.path, "--max-tokens", "5")
    #expect(chat.status == 1 && chat.errors.contains("template"), "\(chat.errors)")
  }

  @Test func anAnswerEndsBeforeAStopSequence() throws {
    let options = ["respond", "Once upon a time", "--greedy", "--max-tokens", "30", "--stats"]
    let whole = try CommandLineTool.run(arguments: options)
    let word = try #require(whole.text.split(separator: " ").dropFirst(5).first.map(String.init))
    let cut = try CommandLineTool.run(arguments: options + ["--stop", word, "--stop", "never comes"])
    #expect(cut.status == 0 && whole.text.hasPrefix(cut.text.dropLast() + word))
    #expect(try object(cut.errors)["finish_reason"] as? String == "stopText")
  }

  @Test func noTokensAreNoOutput() throws {
    let result = try CommandLineTool.run("respond", "Once upon a time", "--max-tokens", "0")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test func anEmptyPromptIsAnsweredInAChatAndRefusedWhenRaw() throws {
    #expect(try CommandLineTool.run("respond", "", "--max-tokens", "5").status == 0)
    let raw = try CommandLineTool.run("respond", "", "--raw")
    #expect(raw.status == 1)
    #expect(raw.errors.contains("the prompt is empty"))
  }

  @Test func aPromptLongerThanTheContextIsAnErrorWithBothNumbers() throws {
    let result = try CommandLineTool.run(
      "respond", "-", "--context", "64", input: String(repeating: "word ", count: 500))
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(/the conversation has \d+ tokens, the context size is 64/))
  }

  @Test func generationEndsWithTheContext() throws {
    let result = try CommandLineTool.run(
      "respond", "Once upon a time", "--raw", "--context", "24", "--temperature", "2", "--top-k", "0", "--top-p", "1",
      "--seed", "3", "--stats")
    #expect(result.status == 0)
    let statistics = try object(result.errors)
    #expect(["contextFull", "endOfGeneration"].contains(statistics["finish_reason"] as? String))
  }

  @Test func statisticsAreOneLineOfJSON() throws {
    let result = try CommandLineTool.run("respond", "Hello!", "--max-tokens", "8", "--stats")
    let statistics = try object(result.errors)
    #expect(
      Set(statistics.keys) == [
        "prompt_tokens", "cached_tokens", "generated_tokens", "prompt_tokens_per_second",
        "generation_tokens_per_second", "time_to_first_token_seconds", "load_seconds", "peak_rss_bytes",
        "finish_reason", "queue_seconds", "forced_tokens", "mask_seconds", "draft_tokens", "accepted_tokens",
        "draft_model_tokens", "accepted_draft_model_tokens", "model_steps",
      ])
    #expect((statistics["peak_rss_bytes"] as? Int ?? 0) > 1_000_000)
  }

  @Test func aDraftChangesNoAnswer() throws {
    let plain = try CommandLineTool.run("respond", "Once upon a time", "--greedy", "--max-tokens", "30")
    let drafted = try CommandLineTool.run(
      "respond", "Once upon a time", "--greedy", "--max-tokens", "30", "--draft", TestFiles.defaultModel, "--stats")
    #expect(drafted.output == plain.output)
    #expect(try object(drafted.errors)["accepted_draft_model_tokens"] as? Int ?? 0 > 0)
    let wrong = try CommandLineTool.run("respond", "Once upon a time", "--draft", "/nowhere/model.gguf")
    #expect(wrong.status == 1 && wrong.errors.contains("/nowhere/model.gguf"))
  }

  @Test func prefixCachesReplaceNothingElse() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    try Data("a letter".utf8).write(to: folder.appending(path: "letter.txt"))
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("nowhere"))
    try #require(CommandLineTool.shell("mkfifo '\(path("pipe"))'").status == 0)
    let instructions = String(repeating: "You tell short stories of a fox and a hen. ", count: 12)
    for name in ["letter.txt", "link", "pipe"] {
      let result = try CommandLineTool.shell(
        "\"$SWIFTLET\" respond Hi --instructions '\(instructions)' --max-tokens 2 --greedy "
          + "--prefix-cache '\(path(name))'")
      #expect(result.status == 0 && !result.output.isEmpty, "\(name): \(result.errors)")
      #expect(result.errors.contains("cannot be written"), "\(name): \(result.errors)")
    }
    #expect(try Data(contentsOf: folder.appending(path: "letter.txt")) == Data("a letter".utf8))
    let types = try ["link", "pipe"].map { name in
      try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
    }
    #expect(types[0] == .typeSymbolicLink && types[1] != .typeRegular)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: path(""))) == ["letter.txt", "link", "pipe"])
  }

  @Test func pipesAreReadLikeFiles() throws {
    let schema = #"{"enum": ["yes"]}"#
    let result = try CommandLineTool.shell(
      "echo '\(schema)' | \"$SWIFTLET\" respond Hi --greedy --schema /dev/stdin")
    #expect(result.status == 0 && result.text == "\"yes\"\n", "\(result.errors)")
    for (path, reason) in [("/nowhere/schema.json", "No such file or directory"), ("/", "directory")] {
      let result = try CommandLineTool.run("respond", "Hi", "--schema", path)
      #expect(result.status == 1 && result.errors.contains(path) && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test func instructionsAreCachedBetweenRuns() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "respond-\(UUID().uuidString).prefix").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let instructions = String(repeating: "You tell short stories of a fox and a hen. ", count: 12)
    func run(_ prompt: String, _ instructions: String) throws -> (answer: Data, cached: Int, message: String?) {
      let result = try CommandLineTool.run(
        "respond", prompt, "--instructions", instructions, "--greedy", "--max-tokens", "12", "--stats",
        "--prefix-cache", file)
      #expect(result.status == 0)
      let lines = result.errors.split(separator: "\n").map(String.init)
      let cached = try object(lines.last ?? "")["cached_tokens"] as? Int
      return (result.output, cached ?? -1, lines.count > 1 ? lines[0] : nil)
    }
    let cold = try run("Begin.", instructions)
    #expect(cold.cached == 0 && cold.message == nil)
    let warm = try run("Begin.", instructions)
    #expect(warm.answer == cold.answer && warm.cached >= 64 && warm.message == nil)
    #expect(try run("Go on.", instructions).cached >= 64)
    // A damaged file is reported and replaced.
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes[200] ^= 1
    try bytes.write(to: URL(filePath: file))
    let damaged = try run("Begin.", instructions)
    #expect(damaged.answer == cold.answer && damaged.cached == 0 && damaged.message?.contains("corrupt") == true)
    #expect(try run("Begin.", instructions).cached >= 64)
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let result = try CommandLineTool.shell("\"$SWIFTLET\" respond 'Once upon a time' --greedy | head -c 1")
    #expect(result.output.count == 1)
    #expect(result.errors.isEmpty)
    // If the parent ignores SIGPIPE, the write fails with EPIPE instead.
    let ignoring = try CommandLineTool.shell("trap '' PIPE; \"$SWIFTLET\" respond 'Once upon a time' | head -c 1")
    #expect(ignoring.output.count == 1)
    #expect(ignoring.errors.isEmpty)
  }

  @Test func anInterruptEndsTheProgramAndLeavesTheTerminalAlone() throws {
    let result = try CommandLineTool.shell(
      """
      "$SWIFTLET" respond "Once upon a time" --temperature 2 --top-k 0 --top-p 1 >/dev/null & child=$!
      sleep 0.2; kill -INT $child 2>/dev/null; wait $child; echo ended
      """)
    #expect(result.text == "ended\n")
  }

  @Test func withoutACommandItPrintsASampleAnswer() throws {
    let result = try CommandLineTool.run()
    #expect(result.status == 0)
    let help = try #require(result.text.range(of: "\nExample:  swiftlet respond"))
    #expect(result.text[..<help.lowerBound].contains { $0.isLetter })
    #expect(result.text[help.upperBound...].contains("swiftlet chat"))
  }
}
