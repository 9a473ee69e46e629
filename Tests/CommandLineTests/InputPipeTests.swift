import Foundation
import TestSupport
import Testing

/// Files of all kinds that come through a pipe, as those of a process substitution do.
@Suite struct InputPipeTests {
  private static let message = #"{"role": "user", "content": "Hi"}"#
  /// Commands that a path is appended to, and what they read there.
  static let inputs: [(String, String)] = [
    ("respond Hi --greedy --schema", #"{"enum": ["yes"]}"#), ("respond Hi --greedy --grammar", #"root ::= "yes""#),
    ("respond Hi --greedy --require-tool -n 60 --tools", #"[{"name": "ring"}]"#),
    ("template --messages", "[\(message)]"),
    ("batch --greedy", #"{"messages": [\#(message)], "max_tokens": 3}"#),
    ("embed --pooling mean --format text --file", "the dog\nthe cat\n"),
    ("perplexity --context 8 --text", "Once upon a time there was a little dog who had a ball and a cat."),
  ]

  @Test("49.23 what is read from a file is read from a pipe too, with a byte-order mark or without", arguments: inputs)
  func pipesAreFiles(command: String, contents: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(contents.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let expected = try CommandLineTool.shell("\"$SWIFTLET\" \(command) '\(path)' </dev/null")
    #expect(expected.status == 0 && !expected.output.isEmpty, "\(expected.errors)")
    for mark in ["", #"\357\273\277"#] {
      let result = try CommandLineTool.shell(
        "{ printf '\(mark)'; cat '\(path)'; } | \"$SWIFTLET\" \(command) /dev/fd/3 3<&0 </dev/null")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == expected.output, "\(result.text)")
    }
  }

  /// A folder with a named pipe, removed at the end, and the shell words that write a file to it.
  private final class NamedPipe {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var path: String { folder.appending(path: "pipe").path(percentEncoded: false) }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try #require(CommandLineTool.shell("mkfifo '\(path)'").status == 0)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a command while a file is written to the pipe.
    func run(_ command: String, reading file: String) throws -> CommandLineTool.Result {
      try CommandLineTool.shell(
        "cat '\(file)' > '\(path)' & writer=$!; \(command); status=$?; kill $writer 2>/dev/null; wait; exit $status")
    }
  }

  @Test("49.23 schemas and documents that are checked are read from a pipe")
  func checkedSchemasArePipes() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(#"{"maxProperties": 1}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    for files in ["/dev/fd/3 '\(path)'", "'\(path)' /dev/fd/3"] {
      let result = try CommandLineTool.shell(
        "cat '\(path)' | \"$SWIFTLET\" schema check \(files) 3<&0 </dev/null")
      #expect(result.status == 0 && result.text.hasSuffix("accept\n"), "\(result.text)\(result.errors)")
    }
  }

  @Test("49.23 images are read from a pipe")
  func imagesArePipes() throws {
    let picture = TestFiles.fixture("images/jpeg-420.jpg")
    let projector = TestFiles.fixture("vision/qwen2.5vl.mmproj.gguf")
    let model = "--model '\(TestFiles.fixture("vision/qwen2.5vl.gguf"))' --projector '\(projector)'"
    for (command, rest) in [
      ("logits \(model) --tokens 1,image,2 --output /dev/stdout --image", ""),
      ("embed-image", "--format text --projector '\(projector)'"),
    ] {
      let expected = try CommandLineTool.shell("\"$SWIFTLET\" \(command) '\(picture)' \(rest) </dev/null")
      #expect(expected.status == 0 && !expected.output.isEmpty, "\(expected.errors)")
      let piped = try CommandLineTool.shell(
        "cat '\(picture)' | \"$SWIFTLET\" \(command) /dev/fd/3 \(rest) 3<&0 </dev/null")
      #expect(piped.status == 0 && piped.output == expected.output, "\(piped.errors)")
    }
    let pipe = try NamedPipe()
    let chat = try pipe.run("echo '/image \(pipe.path)' | \"$SWIFTLET\" chat \(model)", reading: picture)
    #expect(chat.errors.contains(": the next prompt has 1 image"), "\(chat.errors)")
  }

  @Test("49.23 conversations and keys are read from a pipe")
  func conversationsAndKeysArePipes() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let saved = try CommandLineTool.run("chat", "--greedy", "-n", "3", input: "Hello!\n/save \(path)\n/transcript\n")
    #expect(saved.errors.contains("saved as"), "\(saved.errors)")
    let pipe = try NamedPipe()
    let loaded = try pipe.run(
      "printf '/load \(pipe.path)\\n/transcript\\n' | \"$SWIFTLET\" chat --greedy", reading: path)
    #expect(loaded.text.hasPrefix("Prompt: Hello!\n") && saved.text.hasSuffix(loaded.text), "\(loaded)")
    // In no folder, so the server ends after its start.
    let serve = "\"$SWIFTLET\" serve --log off --host /nowhere/socket --api-key-file '\(pipe.path)'"
    try Data("a key\n".utf8).write(to: file)
    let server = try pipe.run(serve, reading: path)
    #expect(server.status == 1 && server.errors.contains("/nowhere/socket"), "\(server.errors)")
    #expect(!server.errors.contains(pipe.path), "\(server.errors)")
  }

  private static let modelOptions = [
    "inspect", "respond Hi --model", "respond Hi --lora", "respond Hi --draft",
    "respond Hi --model '\(TestFiles.fixture("vision/qwen2.5vl.gguf"))' "
      + "--image '\(TestFiles.fixture("images/jpeg-420.jpg"))' --projector",
    "quantize '\(TestFiles.defaultModel)' /nowhere/x --type Q4_0 --imatrix",
    "synthesize /nowhere/x --shape llama-3.2-1b --type f16 --vocabulary",
  ]

  @Test("49.23 a file that is mapped cannot come through a pipe, and a line says so", arguments: modelOptions)
  func modelsCannotBePipes(command: String) throws {
    let result = try CommandLineTool.shell("printf GGUF | \"$SWIFTLET\" \(command) /dev/fd/3 3<&0 </dev/null")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("/dev/fd/3: found a pipe"), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }
}
