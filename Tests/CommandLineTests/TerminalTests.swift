import Foundation
import SwiftletGGUF
import Testing

@testable import swiftlet_cli

/// Control characters in what a terminal gets.
@Suite struct TerminalTests {
  @Test func controlCharactersAreShownAsText() {
    #expect(
      TerminalText.escaped("a\u{1B}[31mred\u{7}\u{8}\u{7F}\u{9B}2J")
        == "a\\u{1B}[31mred\\u{07}\\u{08}\\u{7F}\\u{009B}2J")
    #expect(TerminalText.escaped("line\n\tnext\r\nlast\rover") == "line\n\tnext\r\nlast\\rover")
    #expect(TerminalText.line("line\n\tnext") == "line\\n\\tnext")
    // What only looks unusual stays: accents, emoji with joiners, and the second byte of C2 A0.
    for text in ["é 👩‍👩‍👧 \u{A0}«»", "", "plain"] { #expect(TerminalText.escaped(text) == text) }
    for value in UInt32(0)...0xFF {
      let text = String(Unicode.Scalar(value) ?? " ")
      let isControl = (value < 0x20 && value != 9 && value != 10) || (0x7F...0x9F).contains(value)
      #expect((TerminalText.escaped(text) != text) == isControl, "\(value)")
    }
  }

  private static let evil = "\u{1B}[31m\u{1B}]0;title\u{7}"

  /// A model with escape sequences in its metadata and in the name of a tensor.
  private func model(_ path: String) throws {
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("none" + Self.evil)
    writer.metadata["evil" + Self.evil] = .text("v" + Self.evil)
    writer.addTensor("t" + Self.evil, .f32, dimensions: [2], bytes: F32.quantized([1, .nan]))
    try writer.write(to: path)
  }

  @Test func inspectionShowsThemAsText() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "m\u{1B}[2J.gguf").path(percentEncoded: false)
    try model(path)
    for options in [[], ["--check"]] {
      let result = try CommandLineTool.run(arguments: ["inspect", path, "--tensors"] + options)
      #expect(result.text.contains("evil\\u{1B}[31m") && result.text.contains("  t\\u{1B}[31m"))
      #expect(result.text.contains("m\\u{1B}[2J.gguf"))
      for text in [result.text, result.errors] { #expect(!text.contains("\u{1B}") && !text.contains("\u{7}")) }
    }
    let failed = try CommandLineTool.run("respond", "x", "--model", path)
    #expect(failed.status == 1 && failed.errors.contains("m\\u{1B}[2J.gguf") && !failed.errors.contains("\u{1B}"))
    #expect(failed.errors.filter { $0 == "\n" }.count == 1)
    let missing = try CommandLineTool.run("schema", "check", "/nowhere/\u{1B}[31m\nx")
    #expect(
      missing.status == 1 && missing.errors.contains("/nowhere/\\u{1B}[31m")
        && missing.errors.filter { $0 == "\n" }.count == 1)
  }

  #if os(Linux)
    @Test func answersReachATerminalEscapedAndAPipeAsTheyAre() throws {
      let grammar = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(#"root ::= "\x1B[31mred\x07""#.utf8).write(to: grammar)
      defer { try? FileManager.default.removeItem(at: grammar) }
      let arguments = ["respond", "hi", "--raw", "--grammar", grammar.path(percentEncoded: false)]
      #expect(try CommandLineTool.run(arguments: arguments).text == "\u{1B}[31mred\u{7}\n")
      // The terminal's driver adds carriage returns.
      #expect(try CommandLineTool.runOnTerminal(arguments) == "\\u{1B}[31mred\\u{07}\r\n")
    }

    /// The options of a chat in which the model says one token again and again.
    private func chat(saying token: String, count: Int) throws -> [String] {
      let ids = try CommandLineTool.run("tokenize", "--no-bos", "--no-special", input: token).text
      let id = try #require(ids.split(whereSeparator: { !$0.isNumber }).first)
      return ["chat", "--greedy", "--no-history", "-n", "\(count)", "--logit-bias", "\(id)+100"]
    }

    @Test("49.15 what a model says in a chat reaches a terminal escaped, and a pipe as it is")
    func chatsReachATerminalEscaped() throws {
      let arguments = try chat(saying: "\u{1B}", count: 2)
      let shown = try CommandLineTool.runOnTerminal(arguments, input: "Hi\n", environment: ["TERM": "xterm"])
      #expect(shown == "\\u{1B}\\u{1B}\r\n", "\(shown.debugDescription)")
      let line = arguments.joined(separator: " ")
      let piped = try CommandLineTool.shell("echo Hi | \"$SWIFTLET\" \(line)").text
      #expect(piped == "\u{1B}\u{1B}\n", "\(piped.debugDescription)")
    }

    @Test("49.22 answers of a chat are styled on a terminal that shows styles, unless NO_COLOR is set")
    func stylesCanBeTurnedOff() throws {
      let arguments = try chat(saying: "`", count: 4)
      for (terminal, noColor, isStyled) in [
        ("xterm", "", true), ("xterm", "1", false), ("dumb", "", false), ("", "", false),
      ] {
        let shown = try CommandLineTool.runOnTerminal(
          arguments, input: "Hi\n", environment: ["TERM": terminal, "NO_COLOR": noColor])
        #expect(shown.contains("\u{1B}[") == isStyled, "\(terminal) \(noColor): \(shown.debugDescription)")
        #expect(shown.contains("````"), "\(shown.debugDescription)")
      }
    }
  #endif
}
