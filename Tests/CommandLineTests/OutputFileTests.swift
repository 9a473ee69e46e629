import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// Files that commands write: what they replace, and what they never do.
@Suite struct OutputFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
  private var model: String { TestFiles.defaultModel }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
  }

  /// The shell words that write each kind of output to a path.
  private func commands(_ output: String) -> [String] {
    [
      "quantize '\(model)' '\(output)' --type Q4_0", "logits --tokens 1,2 --output '\(output)'",
      "perplexity --text '\(path("text"))' --context 8 --save-logits '\(output)'",
      "respond Hi --greedy --max-tokens 2 --trace '\(output)'",
    ]
  }

  private func prepare() throws {
    try Data("Once upon a time there was a little dog who had a ball.".utf8).write(to: folder.appending(path: "text"))
  }

  @Test("49.11 pipes are written through by every command")
  func pipesAreWrittenThroughByEveryCommand() throws {
    defer { remove() }
    try prepare()
    try #require(CommandLineTool.shell("mkfifo '\(path("pipe"))'").status == 0)
    for command in commands(path("pipe")) {
      let direct = try CommandLineTool.shell("\"$SWIFTLET\" \(command.replacing(path("pipe"), with: path("file")))")
      #expect(direct.status == 0, "\(direct.errors)")
      let piped = try CommandLineTool.shell(
        "cat '\(path("pipe"))' > '\(path("copy"))' & reader=$!; \"$SWIFTLET\" \(command); status=$?; "
          + "[ $status = 0 ] || kill $reader; wait; exit $status")
      #expect(piped.status == 0, "\(piped.errors)")
      #expect(try kind("pipe") != .typeRegular)
      let (file, copy) = (
        try Data(contentsOf: URL(filePath: path("file"))), try Data(contentsOf: URL(filePath: path("copy")))
      )
      // Traces have times in them.
      if command.hasPrefix("respond") {
        #expect(try JSONSerialization.jsonObject(with: copy) is [String: Any])
      } else {
        #expect(file == copy && !copy.isEmpty, "\(command)")
      }
    }
  }

  @Test("49.11 links stay, and modes are kept")
  func linksStayAndModesAreKept() throws {
    defer { remove() }
    try prepare()
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("target"))
    for command in commands(path("link")) {
      let target = path("target")
      try Data("old".utf8).write(to: URL(filePath: target))
      try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: target)
      let result = try CommandLineTool.shell("\"$SWIFTLET\" \(command)")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try kind("link") == .typeSymbolicLink)
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      #expect(attributes[.posixPermissions] as? Int == 0o604 && attributes[.size] as? Int != 3, "\(command)")
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: path(""))) == ["link", "target", "text"])
  }

  @Test func standardOutputIsWrittenWhereTheShellHasOpenedIt() throws {
    defer { remove() }
    try prepare()
    let kept = Data("keep\n".utf8)
    for command in commands("/dev/stdout").prefix(3) {
      let direct = try CommandLineTool.shell(
        "\"$SWIFTLET\" \(command.replacing("/dev/stdout", with: path("file")))")
      #expect(direct.status == 0, "\(direct.errors)")
      try kept.write(to: folder.appending(path: "log"))
      let appended = try CommandLineTool.shell("\"$SWIFTLET\" \(command) >> '\(path("log"))'")
      #expect(appended.status == 0, "\(appended.errors)")
      let log = try Data(contentsOf: folder.appending(path: "log"))
      let file = try Data(contentsOf: folder.appending(path: "file"))
      #expect(log == kept + file, "\(command)")
      // The report is not in the output, and not lost.
      #expect(appended.errors == direct.errors + direct.text, "\(command)")
    }
  }

  @Test func inputsAreNeverReplaced() throws {
    defer { remove() }
    try prepare()
    try FileManager.default.copyItem(atPath: model, toPath: path("m.gguf"))
    try FileManager.default.linkItem(atPath: path("m.gguf"), toPath: path("hard"))
    try Data("{}".utf8).write(to: folder.appending(path: "requests"))
    let names = ["m.gguf", "text", "requests"]
    func contents() throws -> [Data] { try names.map { try Data(contentsOf: folder.appending(path: $0)) } }
    let before = try contents()
    for (command, part) in [
      ("respond Hi -m m.gguf --trace hard", "--trace: is the file of the model"),
      ("logits -m m.gguf --tokens 1 --output m.gguf", "--output: is the file of the model"),
      ("perplexity -m m.gguf --text text --save-logits text", "--save-logits: is the file of --text"),
      ("perplexity -m m.gguf --text - --save-logits text < text", "--save-logits: is the file of standard input"),
      ("batch requests -m m.gguf --trace requests", "--trace: is the file of the requests"),
      ("batch - -m m.gguf --output requests < requests", "--output: is the file of standard input"),
      ("batch requests -m m.gguf --output m.gguf", "--output: is the file of the model"),
      ("synthesize hard --shape llama-3.2-1b --type f16 --vocabulary m.gguf", "OUT: is the file of --vocabulary"),
    ] {
      let result = try CommandLineTool.shell("cd '\(path(""))' && \"$SWIFTLET\" \(command)")
      #expect(result.status == 2 && result.errors.contains(part), "\(command): \(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }
    #expect(try contents() == before)
  }

  /// The model does not exist, so that a command that looked for it first would name it.
  @Test func outputsAreCheckedBeforeModelsAreLoaded() throws {
    defer { remove() }
    try prepare()
    for output in [path("none/file"), folder.path(percentEncoded: false)] {
      for command in commands(output).dropFirst() {
        let result = try CommandLineTool.shell(
          "SWIFTLET_MODEL=/nowhere/m.gguf \"$SWIFTLET\" \(command) --model /nowhere/m.gguf")
        #expect(
          result.status == 1 && result.errors.contains(output) && !result.errors.contains("/nowhere"), "\(command)")
      }
    }
  }

  @Test(arguments: ["", "/nowhere/out/"]) func pathsThatAreNoFilesAreUsageErrors(_ output: String) throws {
    defer { remove() }
    try prepare()
    let found = output.isEmpty ? "found an empty path" : "found /nowhere/out/, which ends in a slash"
    let others = [
      "batch - --output '\(output)'", "respond Hi --prefix-cache '\(output)'",
      "synthesize '\(output)' --shape llama-3.2-1b --type f16",
    ]
    for command in commands(output) + others {
      let result = try CommandLineTool.shell("\"$SWIFTLET\" \(command) < /dev/null")
      #expect(result.status == 2 && result.errors.contains(": \(found), expected the path of a file\n"), "\(command)")
    }
  }

  @Test("49.11 prefix caches say why they are not written")
  func prefixCachesSayWhyTheyAreNotWritten() throws {
    defer { remove() }
    let short = try CommandLineTool.run(
      "respond", "Hi", "--greedy", "--max-tokens", "2", "--prefix-cache", path("short.kv"))
    #expect(short.status == 0 && short.errors.contains("expected at least 64; not written"), "\(short.errors)")
    #expect(!FileManager.default.fileExists(atPath: path("short.kv")))
    // A model is never replaced, and the refusal comes once.
    try FileManager.default.copyItem(atPath: model, toPath: path("model.gguf"))
    let instructions = String(repeating: "You tell short stories of a fox and a hen. ", count: 12)
    let other = try CommandLineTool.run(
      "respond", "Hi", "--greedy", "--max-tokens", "2", "--instructions", instructions, "--prefix-cache",
      path("model.gguf"))
    #expect(
      other.status == 0 && other.errors.split(separator: "\n").count { !$0.contains("cut off") } == 1, "\(other.errors)"
    )
    #expect(other.errors.contains("cannot be written: found a file of another kind"))
    #expect(try Data(contentsOf: URL(filePath: path("model.gguf"))) == Data(contentsOf: URL(filePath: model)))
  }

  /// No file takes the place of a closed descriptor, and nothing is computed for an output that is closed.
  @Test func aClosedStandardOutputIsToldBeforeAnythingIsDone() throws {
    defer { remove() }
    try Data(#"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}"#.utf8)
      .write(to: URL(filePath: path("requests")))
    let (trace, prefix) = (path("trace"), path("prefix"))
    for command in ["respond Hi --max-tokens 4", "batch '\(path("requests"))'", "chat"] {
      let options = command.hasPrefix("respond") ? "--prefix-cache '\(prefix)'" : ""
      let result = try CommandLineTool.shell("echo Hi | \"$SWIFTLET\" \(command) --trace '\(trace)' \(options) >&-")
      #expect(result.status == 1 && result.errors == "swiftlet: standard output: Bad file descriptor\n", "\(result)")
      #expect(!FileManager.default.fileExists(atPath: trace) && !FileManager.default.fileExists(atPath: prefix))
    }
    // Files are what they should be, whichever descriptors are closed.
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      _ = try CommandLineTool.shell(
        "\"$SWIFTLET\" batch '\(path("requests"))' --greedy --output '\(path("answers"))' --trace '\(trace)' \(closed)")
      let answers = try String(contentsOf: URL(filePath: path("answers")), encoding: .utf8)
      #expect(try object(answers)["text"] is String, "\(closed): \(answers)")
      let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: trace)))
      #expect((events as? [String: Any])?["traceEvents"] != nil, "\(closed)")
      for name in ["answers", "trace"] { try FileManager.default.removeItem(atPath: path(name)) }
    }
  }

  @Test func aTraceIsWrittenThoughTheReaderEndsEarly() throws {
    defer { remove() }
    let result = try CommandLineTool.shell(
      "\"$SWIFTLET\" respond 'Once upon a time' --raw --trace '\(path("trace"))' | head -c 1")
    #expect(result.output.count == 1 && result.errors.isEmpty, "\(result.errors)")
    let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path("trace"))))
    #expect((events as? [String: Any])?["traceEvents"] != nil)
  }

  @Test("49.16 a damaged packed cache is told and replaced")
  func aDamagedPackedCacheIsToldAndReplaced() throws {
    defer { remove() }
    let name = path("m.gguf")
    try FileManager.default.copyItem(atPath: model, toPath: name)
    func run(_ options: String...) throws -> (output: Data, errors: String) {
      let result = try CommandLineTool.run(
        arguments: ["respond", "Once upon a time", "--raw", "--greedy", "--max-tokens", "12", "--model", name]
          + ["--packed-cache=\(path("caches"))"] + options)
      #expect(result.status == 0)
      // The limit of tokens is told too.
      return (result.output, result.errors.replacing(#/swiftlet: the answer was cut off .*\n/#, with: ""))
    }
    try FileManager.default.createDirectory(atPath: path("caches"), withIntermediateDirectories: true)
    let first = try run()
    #expect(first.errors.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: path("caches"))
    let cache = path("caches") + "/" + (try #require(files.first))
    let bytes = try Data(contentsOf: URL(filePath: cache))
    // Some bytes of every page but the first, which has the table.
    for (verifiesAll, words) in [(false, ["corrupt weights"]), (true, ["corrupt weights", "replaced"])] {
      var damaged = bytes
      for offset in stride(from: 1 << 20, to: damaged.count, by: 50_021) { damaged[offset] ^= 0x55 }
      try damaged.write(to: URL(filePath: cache), options: .atomic)
      let found = try verifiesAll ? run("--verify-packed-cache") : run()
      #expect(found.output == first.output)
      for word in words { #expect(found.errors.contains(word), "\(found.errors)") }
      #expect(found.errors.contains(cache))
      let next = try run()
      #expect(next.output == first.output && next.errors.isEmpty, "\(next.errors)")
      #expect(try Data(contentsOf: URL(filePath: cache)) == bytes)
    }
  }
}
