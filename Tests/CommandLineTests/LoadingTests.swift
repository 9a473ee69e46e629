import Foundation
import SwiftletGGUF
import TestSupport
import Testing

@testable import swiftlet_cli

/// The options of all commands that load a model, and the files that are none.
@Suite struct LoadingTests {
  private static let commands = ["respond", "chat", "batch", "embed", "logits", "perplexity", "bench", "serve"]

  /// A file with contents, removed afterwards.
  private func withFile<Result>(
    _ contents: [UInt8], named name: String = "file", _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: name)
    try Data(contents).write(to: url)
    return try body(url.path(percentEncoded: false))
  }

  @Test("49.19 shared options are in every command that loads a model", arguments: commands)
  func sharedOptionsAreInEveryCommandThatLoadsAModel(_ name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    // The help of --context and --kv-type differs, as their defaults do.
    let names = [
      "--model", "--threads", "--context", "--kv-type", "--packed-cache", "--no-packed-cache", "--verify-packed-cache",
      "--lora", "--eager",
    ]
    for option in Command.respond.options.filter({ names.contains($0.name) }) + Option.rotary {
      let known = try #require(command.options.first { $0.name == option.name }, "\(name) \(option.name)")
      #expect(known.aliases == option.aliases && known.value == option.value)
      for word in [option.name] + option.aliases {
        #expect(command.options.count { $0.isNamed(word) } == 1, "\(name) \(word)")
      }
    }
  }

  @Test func shortFormsAreTheLongOnes() throws {
    let long = try CommandLineTool.run(
      "respond", "--prompt", "Once upon a time", "--model", TestFiles.defaultModel, "--max-tokens", "12", "--context",
      "200", "--threads", "1", "--seed", "5")
    let short = try CommandLineTool.run(
      "respond", "-p", "Once upon a time", "-m", TestFiles.defaultModel, "-n", "12", "-c", "200", "-t", "1", "-s", "5")
    #expect(long.status == 0 && long.text.count > 20, "\(long.errors)")
    #expect(short.output == long.output && short.errors == long.errors)
  }

  @Test("49.19 piped input is the prompt or joins it")
  func pipedInputIsThePromptOrJoinsIt() throws {
    func answer(_ line: String) throws -> String {
      let result = try CommandLineTool.shell(line.replacing("S ", with: "\"$SWIFTLET\" ") + " --greedy -n 20")
      #expect(result.status == 0, "\(result.errors)")
      return result.text
    }
    let alone = try answer("printf 'Once upon a time' | S respond")
    #expect(try alone == answer("S respond 'Once upon a time' </dev/null"))
    #expect(try alone == answer("printf 'Once upon a time' | S respond -"))
    #expect(try alone == answer("printf '\\357\\273\\277Once upon a time' | S respond -"))
    let both = try answer("printf 'Anna is in Oslo.' | S respond 'Where is Anna?'")
    #expect(try both == answer("S respond 'Where is Anna?\n\nAnna is in Oslo.' </dev/null"))
    #expect(try both != answer("S respond 'Where is Anna?' </dev/null"))
  }

  /// Values of options that read no file are no names of standard input.
  @Test("49.19 a hyphen as a value leaves standard input to the prompt")
  func valuesThatAreAHyphenReadNothing() throws {
    func answer(_ line: String) throws -> String {
      let result = try CommandLineTool.shell(line.replacing("S ", with: "\"$SWIFTLET\" ") + " --greedy -n 20")
      #expect(result.status == 0, "\(result.errors)")
      return result.text
    }
    let both = try answer("printf 'Anna is in Oslo.' | S respond 'Where is Anna?' --stop qqq")
    #expect(try both == answer("printf 'Anna is in Oslo.' | S respond 'Where is Anna?' --stop -"))
    #expect(try both != answer("S respond 'Where is Anna?' --stop - </dev/null"))
    let alone = try answer("printf 'Once upon a time' | S respond - --stop qqq")
    #expect(try alone == answer("printf 'Once upon a time' | S respond - --stop -"))
    #expect(try alone == answer("printf 'Once upon a time' | S respond --prompt - --stop -"))
  }

  @Test func promptsThatAreNotTextAreUsageErrors() throws {
    for line in [
      "printf '\\377x' | \"$SWIFTLET\" respond -", "\"$SWIFTLET\" respond \"$(printf 'a\\377')\"",
      "\"$SWIFTLET\" respond a --stop ''", "\"$SWIFTLET\" chat --stop '' </dev/null",
      "echo x | \"$SWIFTLET\" respond - --schema -",
    ] {
      let result = try CommandLineTool.shell(line)
      #expect(result.status == 2 && result.output.isEmpty && result.errors.filter { $0 == "\n" }.count == 1, "\(line)")
    }
  }

  @Test("49.20 the end of an answer is said unless the model ended it")
  func theEndOfAnAnswerIsSaidUnlessTheModelEndedIt() throws {
    let prompt = ["respond", "Once upon a time", "--greedy"]
    for (options, words) in [
      (["-n", "5"], "after 5 tokens"), (["--context", "40"], "context of 40 tokens is full"),
      (["--stop", "e", "--stop", "never"], "stop sequence"),
    ] {
      let result = try CommandLineTool.run(arguments: prompt + options)
      #expect(result.status == 0 && result.errors.hasPrefix("swiftlet: the answer "), "\(options): \(result.errors)")
      #expect(result.errors.contains(words) && result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
    }
    #expect(try CommandLineTool.run(arguments: prompt + ["-n", "5", "--stats"]).errors.hasPrefix("{"))
    let ended = try CommandLineTool.run("respond", "What is my cat called? My cat is called Minka.", "--greedy")
    #expect(ended.status == 0 && ended.errors.isEmpty, "\(ended.errors)")
  }

  @Test("49.20 a context beyond the trained one is a warning with numbers")
  func aContextBeyondTheTrainedOneIsAWarningWithNumbers() throws {
    let result = try CommandLineTool.run("respond", "Hello!", "--context", "5000", "--stats", "-n", "3")
    #expect(result.status == 0 && result.errors.contains("warning: --context 5000"), "\(result.errors)")
    #expect(result.errors.contains("2048"))
    #expect(try CommandLineTool.run("respond", "Hello!", "-c", "2048", "-n", "0").errors.isEmpty)
  }

  @Test("49.20 a context that needs more than the memory is refused with numbers")
  func aContextThatNeedsMoreThanTheMemoryIsRefusedWithNumbers() throws {
    let model = try TemporaryModel { $0["llama.context_length"] = .uint32(1 << 30) }
    let result = try CommandLineTool.run("respond", "Hello!", "-m", model.path, "-c", "\(1 << 30)")
    #expect(result.status == 2 && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.hasPrefix("swiftlet: --context: 1073741824 tokens take "), "\(result.errors)")
  }

  @Test("49.20 absurd threads and unknown tokens are refused")
  func absurdThreadsAndUnknownTokensAreRefused() throws {
    let threads = try CommandLineTool.run("respond", "Hello!", "--threads", "1000000")
    #expect(threads.status == 2 && threads.errors.contains("expected an integer from 1 to "), "\(threads.errors)")
    let bias = try CommandLineTool.run("respond", "Hello!", "--logit-bias", "4096+1")
    #expect(
      bias.status == 2
        && bias.errors == "swiftlet: --logit-bias: found the token id 4096, expected one from 0 to 4095\n")
    #expect(try CommandLineTool.run("respond", "Hello!", "--logit-bias", "4095+1", "-n", "0").status == 0)
  }

  @Test("49.19 rotary options stretch the context")
  func rotaryOptionsStretchTheContext() throws {
    let options = ["respond", "Hello!", "--greedy", "-n", "20", "--context", "4096"]
    let plain = try CommandLineTool.run(arguments: options)
    let stretched = try CommandLineTool.run(arguments: options + ["--rope-scaling", "yarn"])
    #expect(stretched.status == 0 && !stretched.errors.contains("warning"), "\(stretched.errors)")
    #expect(plain.errors.contains("warning"))
    let other = try CommandLineTool.run(arguments: options + ["--rope-base", "40"])
    #expect(other.status == 0 && other.output != plain.output)
    let same = try CommandLineTool.run(
      arguments: options + ["--rope-scaling", "yarn", "--rope-scale", "2", "--yarn-orig-ctx", "2048"])
    #expect(same.output == stretched.output)
    let wrong = try CommandLineTool.run(arguments: options + ["--rope-scaling", "dance"])
    #expect(wrong.status == 2 && wrong.errors.contains("expected one of none, linear, yarn"))
  }

  @Test(
    "49.21 files of other kinds are named",
    arguments: [
      (Array("<!DOCTYPE html><html>Not found</html>".utf8), "an HTML page"),
      (Array("version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 5\n".utf8), "Git LFS pointer"),
      ([8, 0, 0, 0, 0, 0, 0, 0] + Array("{\"a\": 1}".utf8), "safetensors"),
      (Array("{\"model\": 1}".utf8), "a JSON file"),
      ([0x50, 0x4B, 3, 4, 0, 0, 0, 0], "ZIP archive"), (Array("Not authorised".utf8), "a text file"),
    ])
  func filesOfOtherKindsAreNamed(contents: [UInt8], kind: String) throws {
    try withFile(contents) { path in
      for line in [["respond", "a", "-m", path], ["inspect", path], ["embed", "a", "-m", path]] {
        let result = try CommandLineTool.run(arguments: line)
        #expect(result.status == 1 && result.output.isEmpty, "\(line)")
        #expect(result.errors.contains(kind) && result.errors.contains(path), "\(result.errors)")
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
      }
    }
  }

  @Test("49.21 incomplete downloads say how much is there")
  func incompleteDownloadsSayHowMuchIsThere() throws {
    let whole = try Data(contentsOf: URL(filePath: TestFiles.defaultModel))
    try withFile(Array(whole.prefix(5_000_000)), named: "half.gguf") { path in
      let result = try CommandLineTool.run("respond", "a", "-m", path)
      #expect(result.status == 1 && result.errors.contains("has 5.0 of 9.6 MB: incomplete"), "\(result.errors)")
      #expect(result.errors.ranges(of: path).count == 1, "\(result.errors)")
    }
    try withFile(Array(whole.prefix(50_000)), named: "head.gguf") { path in
      let result = try CommandLineTool.run("respond", "a", "-m", path)
      #expect(result.status == 1 && result.errors.contains("incomplete"), "\(result.errors)")
    }
  }

  @Test("49.21 a folder with one model is that model")
  func aFolderWithOneModelIsThatModel() throws {
    let model = try Data(contentsOf: URL(filePath: TestFiles.defaultModel))
    try withFile(Array(model), named: "one.gguf") { path in
      let folder = String(path.dropLast("/one.gguf".count))
      let expected = try CommandLineTool.run("respond", "Hello!", "--greedy", "-n", "8", "-m", path)
      for environment in [[:], ["SWIFTLET_MODEL": folder]] {
        let options = ["respond", "Hello!", "--greedy", "-n", "8"] + (environment.isEmpty ? ["-m", folder] : [])
        let result = try CommandLineTool.run(arguments: options, environment: environment)
        #expect(result.status == 0 && result.output == expected.output, "\(result.errors)")
      }
      try Data(model.prefix(100)).write(to: URL(filePath: folder + "/two.gguf"))
      let several = try CommandLineTool.run("respond", "a", "-m", folder)
      #expect(several.status == 1 && several.errors.contains("one.gguf, two.gguf"), "\(several.errors)")
    }
    try withFile([], named: "model.safetensors") { path in
      let result = try CommandLineTool.run("respond", "a", "-m", String(path.dropLast("/model.safetensors".count)))
      #expect(result.status == 1 && result.errors.contains("safetensors"), "\(result.errors)")
    }
  }

  @Test func helpIsThereInAllSpellings() throws {
    let expected = try CommandLineTool.run("respond", "--help").text
    for words in [["help", "respond"], ["respond", "-h"], ["--help", "respond"], ["-h", "respond"]] {
      #expect(try CommandLineTool.run(arguments: words).text == expected, "\(words)")
    }
    #expect(try CommandLineTool.run("help", "schema", "check").text.hasPrefix("swiftlet schema check"))
    let unknown = try CommandLineTool.run("help", "respnd")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean respond?"), "\(unknown.errors)")
    let option = try CommandLineTool.run("respond", "a", "--max-token", "3")
    #expect(option.status == 2 && option.errors.contains("did you mean --max-tokens?"), "\(option.errors)")
  }

  @Test("49.23 files with a byte-order mark are read everywhere")
  func markedFilesAreReadEverywhere() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    try withFile(mark + Array(#"{"enum": ["yes"]}"#.utf8)) { schema in
      let answer = try CommandLineTool.run("respond", "Hi", "--schema", schema)
      #expect(answer.text == "\"yes\"\n", "\(answer.errors)")
      let check = try CommandLineTool.run("schema", "check", schema)
      #expect(check.status == 0, "\(check.errors)")
    }
    try withFile(mark + Array(#"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3}"#.utf8)) { batch in
      let result = try CommandLineTool.run("batch", batch)
      #expect(result.status == 0 && !result.text.contains("error"), "\(result.text)")
    }
    let lines = (0..<3000).map { #"{"id": "\#u{1F98A}\#($0)", "messages": 5}"# + "\n" }.joined()
    for isBigEndian in [false, true] {
      let units = ("\u{FEFF}" + lines).utf16.flatMap { unit in
        isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      try withFile(units) { batch in
        let answers = try CommandLineTool.run("batch", batch).text.split(separator: "\n")
        #expect(answers.count == 3000 && answers.last?.hasPrefix(#"{"id": "\#u{1F98A}2999", "error": "#) == true)
      }
    }
    let chat = try CommandLineTool.run("chat", input: "\u{FEFF}/help\n")
    #expect(chat.errors.contains("/regenerate"))
  }
}
