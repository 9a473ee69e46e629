import Foundation
import Testing

/// The contract of the command line: help, exit statuses, messages of one line.
@Suite struct UsageTests {
  @Test(arguments: [
    "respond", "chat", "batch", "embed", "template", "tokenize", "detokenize", "logits", "perplexity", "inspect",
    "quantize", "bench",
    "synthesize", "schema",
  ])
  func everyCommandHasHelp(_ command: String) throws {
    let overview = try CommandLineTool.run("--help")
    #expect(overview.status == 0)
    #expect(overview.text.contains(command))
    let help = try CommandLineTool.run(command, "--help")
    #expect(help.status == 0)
    #expect(help.errors.isEmpty)
    #expect(help.text.hasPrefix("swiftlet \(command)"))
  }

  @Test(arguments: ["check", "mask-bench"])
  func nestedCommandsHaveHelp(_ word: String) throws {
    #expect(try CommandLineTool.run("schema", "--help").text.contains("schema \(word)"))
    let help = try CommandLineTool.run("schema", word, "--help")
    #expect(help.status == 0)
    #expect(help.text.hasPrefix("swiftlet schema \(word) SCHEMA.json"))
  }

  @Test(arguments: [
    ["nonsense"], ["respond"], ["batch"], ["batch", "a", "--parallel", "0"], ["respond", "--nonsense", "a"],
    ["respond", "a", "b"], ["respond", "a", "--seed"],
    ["respond", "a", "--top-k", "many"], ["respond", "a", "--top-p", "1.5"], ["respond", "a", "--max-tokens", "-1"],
    ["respond", "a", "--greedy=yes"], ["respond", "-x"], ["bench", "--format", "xml"], ["bench", "--kv-type", "q3"],
    ["bench", "--schema", "x"], ["bench", "--breakdown", "--generate", "1"], ["bench", "--breakdown", "--batch", "2"],
    ["bench", "--cold", "--breakdown"], ["bench", "--cold", "--batch", "1"], ["bench", "--cold", "--prompt", "0"],
    ["bench", "--packed-cache="], ["bench", "--packed-cache", "folder"],
    ["bench", "--shared-prefix", "8", "--depth", "8"], ["bench", "--shared-prefix", "-1"],
    ["bench", "--batch", "1,"], ["bench", "--batch", "1,65"], ["bench", "--breakdown", "--batch", "1,2"],
    ["bench", "--packed-cache", "--no-packed-cache"], ["bench", "--verify-packed-cache", "--no-packed-cache"],
    ["bench", "--verify-packed-cache", "--no-verify-packed-cache"],
    ["respond", "a", "--lora", "one", "--lora", "two"],
    ["logits", "--tokens", "1"], ["logits", "--output", "/dev/null"],
    ["logits", "--output", "/dev/null", "--tokens", "x"],
    ["synthesize", "/dev/null", "--shape", "none", "--type", "f16"],
    ["synthesize", "/dev/null", "--shape", "llama-3.2-1b"],
    ["synthesize", "/dev/null", "--shape", "lfm2-1.2b", "--type", "f16", "--layers", "2"],
    ["synthesize", "/dev/null", "--shape", "lfm2-1.2b", "--type", "f16", "--layers", "17"],
    ["embed"], ["embed", "a", "--pooling", "best"], ["embed", "a", "--format", "xml"], ["embed", "a", "--file", "x"],
    ["embed", "a", "--similarity", "--format", "text"], ["embed", "a", "--dimensions", "0"],
    ["inspect"], ["tokenize", "word"], ["schema"], ["schema", "nonsense"], ["schema", "check"],
    ["schema", "check", "--draft", "5", "x"], ["schema", "check", "--nonsense", "x"], ["schema", "mask-bench"],
    ["schema", "mask-bench", "x"], ["schema", "mask-bench", "x", "y", "z"],
    ["respond", "a", "--schema"], ["respond", "a", "--schema", "x", "--grammar", "y"],
    ["respond", "a", "--stop", ""], ["respond", "a", "--threads", "5000"], ["help", "nonsense"],
    ["respond", "a", "-p", "b"], ["respond", "a", "--lora", "x:1e9"], ["bench", "--rope-scaling", "x"],
    ["respond", "a", "--reasoning-budget", "-2"], ["chat", "--reasoning-budget", "few"],
  ])
  func wrongUsageIsStatusTwoAndOneLine(_ words: [String]) throws {
    let result = try CommandLineTool.shell(
      "\"$SWIFTLET\" " + words.map { "'\($0)'" }.joined(separator: " ") + " </dev/null")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("swiftlet: "))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: ["respond hello", "tokenize", "bench", "logits --tokens 1 --output /dev/null", "chat", "embed x"])
  func aMissingModelIsStatusOneAndNamesTheFile(_ command: String) throws {
    let result = try CommandLineTool.shell("\"$SWIFTLET\" \(command) --model /nowhere/model.gguf </dev/null")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("swiftlet: \(command.split(separator: " ")[0]): "))
    #expect(result.errors.contains("/nowhere/model.gguf"))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: ["x:strong", "x:", "x:1e9", "x:nan"]) func theScaleOfAnAdapterIsANumber(_ adapter: String) throws {
    let result = try CommandLineTool.run("respond", "a", "--lora", adapter)
    let scale = adapter.dropFirst(2)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("--lora: found the scale \"\(scale)\", expected a number"), "\(result.errors)")
    // After a slash, it is the name of a file.
    let file = try CommandLineTool.run("respond", "a", "--lora", "/nowhere:/adapter.gguf")
    #expect(file.status == 1 && file.errors.contains("/nowhere:/adapter.gguf"), "\(file.errors)")
    let named = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString):strong")
    try Data("no adapter".utf8).write(to: named)
    defer { try? FileManager.default.removeItem(at: named) }
    let whole = try CommandLineTool.run("respond", "a", "--lora", named.path(percentEncoded: false))
    #expect(whole.status == 1 && whole.errors.contains("\(named.lastPathComponent): "), "\(whole.errors)")
  }

  @Test func aFileThatIsNoModelIsStatusOne() throws {
    let result = try CommandLineTool.run("respond", "hello", "--model", "/bin/sh")
    #expect(result.status == 1)
    #expect(result.errors.contains("not a GGUF file"))
  }

  @Test func theEnvironmentNamesTheModel() throws {
    let result = try CommandLineTool.run(
      "tokenize", input: "x", environment: ["SWIFTLET_MODEL": "/nowhere/model.gguf"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors == "swiftlet: SWIFTLET_MODEL: /nowhere/model.gguf: not found: no such file\n")
    let printed = try CommandLineTool.run("default", environment: ["SWIFTLET_MODEL": "/nowhere/model.gguf"])
    #expect(printed.status == 2 && printed.text == "/nowhere/model.gguf\n")
    #expect(printed.errors.hasSuffix(result.errors), "\(printed.errors)")
    let wrong = try CommandLineTool.run(arguments: ["tokenize"], environment: ["SWIFTLET_MODEL": "hf:x"])
    #expect(wrong.status == 2 && wrong.errors.hasPrefix("swiftlet: SWIFTLET_MODEL: "), "\(wrong.errors)")
  }

  @Test(arguments: [
    (["--verison"], "--verison: unknown option; did you mean --version?"),
    (["--hepl"], "--hepl: unknown option; did you mean --help?"),
    (["schema", "chekc", "--draft", "7", "x"], "schema chekc: unknown command, expected check or mask-bench; "),
    (["schema", "chekc"], "did you mean schema check?"),
    (["help", "schema", "maskbench"], "did you mean schema mask-bench?"),
    (["schema", "nonsense"], "expected check or mask-bench; see swiftlet schema --help"),
  ])
  func mistypedWordsHaveSuggestions(_ words: [String], _ message: String) throws {
    let result = try CommandLineTool.run(arguments: words)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: ["--version", "-V"]) func versionsSayWhatWasBuilt(_ option: String) throws {
    let result = try CommandLineTool.run(option)
    #expect(result.status == 0 && result.errors.isEmpty)
    let pattern = #/swiftlet \d+\.\d+\.\d+ \(([0-9a-f]{12}\+?, )?(portable|avx2|avxvnni|avx512|neon|i8mm)\)\n/#
    #expect(result.text.wholeMatch(of: pattern) != nil, "\(result.text)")
  }
}
