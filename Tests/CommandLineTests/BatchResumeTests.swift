import Foundation
import Testing

/// `swiftlet batch` with `--output`, `--resume` and a terminal.
@Suite struct BatchResumeTests {
  private static let requests = (0..<5).map {
    #"{"id": \#($0), \#(BatchRun.message("Tell me a story about \($0) cats.")), "max_tokens": 6}"#
  }

  /// A folder with the requests in the file `in`, removed at the end.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init(_ requests: [String]) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try write(requests.joined(separator: "\n") + "\n", "in")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
    func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
    func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

    func batch(_ options: String...) throws -> CommandLineTool.Result {
      try CommandLineTool.run(arguments: ["batch", path("in"), "--greedy"] + options)
    }
  }

  @Test func aFileHasTheAnswersOfStandardOutput() throws {
    let folder = try Folder(Self.requests)
    try folder.write("what was there before, longer than all answers" + String(repeating: ".", count: 5000), "out")
    let result = try folder.batch("--output", folder.path("out"))
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try folder.text("out") == folder.batch().text)
    #expect(try folder.text("out").split(separator: "\n").count == 5)
  }

  /// The answers that are there stay, and a line that was cut off is answered again.
  @Test func aRunGoesOnAfterTheLastWholeLine() throws {
    let folder = try Folder(Self.requests)
    let all = try folder.batch().text.split(separator: "\n").map(String.init)
    let kept = [#"{"id": 0, "text": "kept"}"#, #"{"id": 1, "error": "kept too"}"#]
    for torn in ["", #"{"id": 2, "te"#, all[2]] {
      try folder.write(kept.map { $0 + "\n" }.joined() + torn, "out")
      let result = try folder.batch("--output", folder.path("out"), "--resume")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(try folder.text("out") == (kept + all[2...]).map { $0 + "\n" }.joined(), "\(torn)")
    }
    let whole = try folder.text("out")
    #expect(try folder.batch("--output", folder.path("out"), "--resume").status == 0)
    #expect(try folder.text("out") == whole)
    #expect(try folder.batch("--output", folder.path("new"), "--resume").status == 0)
    #expect(try folder.text("new") == all.map { $0 + "\n" }.joined())
  }

  @Test func answersOfOtherRequestsAreNeverContinued() throws {
    let folder = try Folder(Self.requests)
    let tooMany = (0..<6).map { #"{"id": \#($0)}"# + "\n" }.joined()
    for (text, part) in [
      (#"{"id": 0}"# + "\n" + #"{"id": "b"}"# + "\n", "line 2: found an answer to \"b\", expected one to 1"),
      (tooMany, "line 6: found an answer, expected none"),
      ("no answer\n", "line 1: not JSON"), ("hello", "line 1: found no answer"),
      (#"{"id": 0}"# + "\nhello", "line 2: found no answer"),
    ] {
      try folder.write(text, "out")
      let result = try folder.batch("--output", folder.path("out"), "--resume")
      #expect(result.status == 1 && result.errors.contains(part), "\(result.errors)")
      #expect(try folder.text("out") == text)
    }
  }

  @Test func theFormOfOpenAIResumesByItsIdentifier() throws {
    let folder = try Folder(
      ["x", "y"].map { #"{"custom_id": "\#($0)", "body": {\#(BatchRun.message("Hi")), "max_tokens": 1}}"# })
    let first = #"{"id": "batch_req_1", "custom_id": "x", "response": null, "error": null}"# + "\n"
    try folder.write(first, "out")
    #expect(try folder.batch("--output", folder.path("out"), "--resume").status == 0)
    let text = try folder.text("out")
    #expect(text.hasPrefix(first))
    #expect(try object(text.split(separator: "\n")[1])["custom_id"] as? String == "y")
  }

  @Test func optionsThatWouldLoseRequestsAreRefused() throws {
    let folder = try Folder(Self.requests)
    #expect(try folder.batch("--resume").status == 2)
    let before = try folder.text("in")
    let same = try folder.batch("--output", folder.path("in"))
    #expect(same.status == 2 && same.errors.contains("is the file of the requests"))
    #expect(try folder.text("in") == before)
    try FileManager.default.linkItem(atPath: folder.path("in"), toPath: folder.path("hard"))
    #expect(try folder.batch("--output", folder.path("hard")).errors.contains("is the file of the requests"))
    #expect(try folder.text("in") == before)
    let nowhere = try folder.batch("--output", folder.path("nowhere/out"))
    #expect(nowhere.status == 1 && nowhere.errors.contains("nowhere/out: cannot be written"))
  }

  @Test("49.11 answers follow links, and never replace what is no regular file")
  func outputsFollowTheRuleOfAllOutputs() throws {
    let folder = try Folder(Self.requests)
    let answers = try folder.batch().text
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("target"))
    for options in [[], ["--resume"]] {
      let dangling = try CommandLineTool.run(
        arguments: ["batch", folder.path("in"), "--output", folder.path("link")] + options)
      #expect(dangling.status == 1 && dangling.errors.contains("leads nowhere"), "\(dangling.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("target")))
    }
    try folder.write("", "target")
    #expect(try folder.batch("--output", folder.path("link")).status == 0)
    #expect(try folder.text("target") == answers)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("target"))
    let directory = try folder.batch("--output", folder.url.path)
    #expect(directory.status == 1 && directory.errors.contains("found a folder"), "\(directory.errors)")
    try #require(CommandLineTool.shell("mkfifo '\(folder.path("pipe"))'").status == 0)
    let piped = try CommandLineTool.shell(
      "cat '\(folder.path("pipe"))' & \"$SWIFTLET\" batch '\(folder.path("in"))' --greedy "
        + "--output '\(folder.path("pipe"))'; : <> '\(folder.path("pipe"))'; wait")
    #expect(piped.text == answers, "\(piped.errors)")
  }

  @Test func onlyRegularFilesAreResumed() throws {
    let folder = try Folder(Self.requests)
    try #require(CommandLineTool.shell("mkfifo '\(folder.path("pipe"))'").status == 0)
    for output in [folder.path("pipe"), "/dev/null", "/dev/stdout", folder.url.path] {
      // The requests are missing too: nothing is read.
      let result = try CommandLineTool.run("batch", folder.path("none"), "--output", output, "--resume")
      #expect(result.status == 2 && result.errors.hasPrefix("swiftlet: --resume: found"), "\(result.errors)")
    }
  }

  @Test func redirectionsKeepWhatTheyAppendTo() throws {
    let folder = try Folder(Self.requests)
    let answers = try folder.batch().text
    for (output, redirection) in [("/dev/stdout", ">>"), ("/dev/stderr", "2>>"), ("/dev/fd/3", "3>>")] {
      try folder.write("keep\n", "log")
      let result = try CommandLineTool.shell(
        "\"$SWIFTLET\" batch '\(folder.path("in"))' --greedy --output \(output) \(redirection) '\(folder.path("log"))'")
      #expect(result.status == 0)
      #expect(try folder.text("log") == "keep\n" + answers, "\(output)")
    }
  }

  private static let hasTerminal: Bool = {
    #if os(Linux)
      FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      false
    #endif
  }()

  @Test(.enabled(if: hasTerminal)) func progressIsOnATerminalAlone() throws {
    let folder = try Folder(
      (0..<40).map { #"{"id": \#($0), \#(BatchRun.message("Tell me a story.")), "max_tokens": 40}"# })
    func run(_ redirection: String) throws -> String {
      let command = "$SWIFTLET batch \(folder.path("in")) --greedy --parallel 1 \(redirection)"
      return try CommandLineTool.shell("TERM=xterm script -qec \"\(command)\" /dev/null").text
    }
    let shown = try run("--output \(folder.path("out"))")
    #expect(shown.contains("answering") && shown.contains(" %") && shown.contains("\r\u{1B}[K"), "\(shown.suffix(80))")
    #expect(try folder.text("out").split(separator: "\n").count == 40)
    #expect(try !run("").contains("answering"), "the answers are on the terminal")
    #expect(try !run("--output \(folder.path("out")) 2>/dev/null").contains("answering"))
  }

  @Test("49.11 answers in a file stay until new ones begin, and two outputs are not one file")
  func earlierAnswersStay() throws {
    let folder = try Folder(Self.requests)
    let out = folder.path("out")
    #expect(try folder.batch("--output", out).status == 0)
    let answers = try folder.text("out")
    for (requests, options) in [
      (folder.path("in"), ["--model", folder.path("none.gguf")]), (folder.path(""), []),
      (folder.path("in"), ["--lora", folder.path("none.gguf")]),
      (folder.path("in"), ["--trace", out]), (folder.path("in"), ["--trace", folder.path("./out")]),
    ] {
      let result = try CommandLineTool.run(arguments: ["batch", requests, "--output", out] + options)
      let found = try folder.text("out")
      #expect(result.status != 0 && found == answers, "\(options) \(result.errors)")
    }
    let new = try folder.batch("--output", folder.path("new"), "--trace", folder.path("./new"))
    #expect(new.status == 2 && new.errors.contains("is the file of --trace"))
    #expect(try folder.batch("--output", "/dev/null", "--trace", "/dev/null").status == 0)
  }
}
