import Foundation
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

  @Test("49.D23 what is read from a file is read from a pipe too, with a byte-order mark or without", arguments: inputs)
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

  @Test("49.D23 a model cannot come through a pipe, and a line says so")
  func modelsCannotBePipes() throws {
    let result = try CommandLineTool.shell("printf GGUF | \"$SWIFTLET\" inspect /dev/fd/3 3<&0 </dev/null")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("found a pipe"), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }
}
