import Foundation
import SwiftletServer
import Testing

@testable import swiftlet_cli

/// Keys, the line editor, its history and the styles of the chat, without a terminal.
@Suite struct ChatTerminalTests {
  /// Feeds bytes as a terminal would send them, and returns the submitted texts and the editor after them.
  private func type(_ bytes: String, history: [String] = []) -> (lines: [String], editor: LineEditor) {
    var decoder = TerminalKeyDecoder()
    var (history, lines) = (history, [String]())
    var editor = LineEditor(history: history)
    for byte in Array(bytes.utf8) {
      guard let key = decoder.decode(byte) else { continue }
      if case .submitted(let text) = editor.press(key) {
        lines.append(text)
        history.append(text)
        editor = LineEditor(history: history)
      }
    }
    return (lines, editor)
  }

  @Test(
    arguments: [
      ("hello\r", "hello"), ("hallo\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}e\r", "hello"), ("ello\u{1}h\r", "hello"),
      ("world hello\u{1B}b\u{15}\r", "hello"), ("hello world\u{17}\u{7F}\r", "hello"),
      ("hello\u{1B}OD\u{1B}[3~o\r", "hello"),
      ("x\u{3}hello\r", "hello"), ("hello there\u{1}\u{1B}f\u{B}\r", "hello"), ("hellö\u{7F}o\r", "hello"),
      ("he\u{1B}[1;5Aheo\u{1B}[1;5Dl\r", "lheheo"), ("日本\u{7F}\r", "日"), ("e\u{301}x\u{7F}\u{7F}a\r", "a"),
      ("a\u{1B}[99zb\r", "ab"), ("tab\there\r", "tab\there"),
    ])
  func keysEditTheLine(bytes: String, line: String) {
    #expect(type(bytes).lines.last == line)
  }

  @Test(
    arguments: [
      ("one\\\rtwo\r", "one\ntwo"), ("one\u{1B}\rtwo\r", "one\ntwo"),
      ("\u{1B}[200~one\rtwo\r\nthree\u{1B}[201~!\r", "one\ntwo\nthree!"),
      ("\u{1B}[200~a\u{1B}[2Jb\u{1B}[201~\r", "a[2Jb"),
      ("one\\\rtwo\u{1B}[A\u{1B}[D!\r", "on!e\ntwo"), ("one\\\rtwo\u{1B}[A\u{1B}[B!\r", "one\ntwo!"),
    ])
  func severalLinesAreOnePrompt(bytes: String, text: String) {
    #expect(type(bytes).lines == [text])
  }

  @Test func arrowsGoThroughTheHistoryAndComeBackToTheNewLine() {
    let history = ["first", "second"]
    #expect(type("ne\u{1B}[A", history: history).editor.text == "second")
    #expect(type("ne\u{1B}[A\u{1B}[A\u{1B}[A", history: history).editor.text == "first")
    #expect(type("ne\u{1B}[A\u{1B}[A\u{1B}[B\u{1B}[Bw\r", history: history).lines == ["new"])
    #expect(type("third\r\u{1B}[A\u{1B}[A\r", history: history).lines == ["third", "second"])
  }

  @Test func searchFindsOlderLinesAndGivesUp() {
    let history = ["a cat", "a dog", "another cat"]
    #expect(type("\u{12}cat\r", history: history).lines == ["another cat"])
    #expect(type("\u{12}cat\u{12}\r", history: history).lines == ["a cat"])
    #expect(type("\u{12}dox\u{7F}\u{7F}og\u{1B}[C!\r", history: history).lines == ["a dog!"])
    let found = type("new\u{12}cat", history: history).editor
    #expect(found.text == "another cat" && found.query == "cat")
    #expect(type("new\u{12}cat\u{7}\r", history: history).lines == ["new"])
  }

  @Test func controlKeysEndAnEmptyLineOnly() {
    var editor = LineEditor()
    #expect(editor.press(.interrupt) == .interrupted && editor.press(.endOfInput) == .ended)
    #expect(editor.press(.text("x")) == .edited && editor.press(.endOfInput) == .edited && editor.text == "x")
    #expect(editor.press(.interrupt) == .edited && editor.text.isEmpty)
  }

  @Test func theScreenKnowsLinesWidthsAndTheCursor() {
    var editor = LineEditor()
    _ = editor.press(.text("日本x\nsecond"))
    _ = editor.press(.left)
    let screen = LineEditorScreen(editor, width: 80)
    #expect(screen.rows == ["> 日本x", "… second"] && screen.cursor == (1, 7))
    var long = LineEditor()
    _ = long.press(.text(String(repeating: "w", count: 30)))
    let wrapped = LineEditorScreen(long, width: 12)
    #expect(wrapped.rows.count == 3 && wrapped.rows.allSatisfy { LineEditorScreen.columns(of: $0) < 12 })
    #expect(LineEditorScreen.columns(of: "e\u{301}") == 1 && LineEditorScreen.columns(of: "👍🏽") == 2)
  }

  @Test func theHistoryIsAFileForItsOwnerAlone() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "state/history").path(percentEncoded: false)
    var history = LineHistory(path: path)
    for line in ["one", "one", "  ", "two\nlines", "üñ"] { history.add(line) }
    #expect(history.entries == ["one", "two\nlines", "üñ"])
    #expect(LineHistory(path: path).entries == history.entries)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for number in 0..<LineHistory.limit { history.add("\(number)") }
    #expect(LineHistory(path: path).entries.count == LineHistory.limit && history.entries.first == "0")
  }

  private static let texts = [
    "# Heading\nplain **strong** and *soft*, `code`.\n", "* a\n* b **c**\n\n1. d\n",
    "```swift\nlet a = b ** c // *x*\n```\nafter `one ``two`` three`\n", "2 * 3 * 4, a ** b, #5, snake_case_name\n",
    "unfinished **strong\nnext line\n", "***both*** ends*", "`", "###", "#hash\n####### seven\n",
  ]

  /// Removes the escape sequences of styles.
  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

  @Test(arguments: texts)
  func stylesRemoveNothingAndDoNotDependOnThePieces(_ text: String) {
    var whole = MarkdownStyler()
    let expected = whole.style(text) + whole.finish()
    #expect(plain(expected) == text)
    for size in 1...5 {
      var styler = MarkdownStyler()
      var (result, rest) = ("", text[...])
      while !rest.isEmpty {
        result += styler.style(String(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(result + styler.finish() == expected)
    }
  }

  @Test func strongTextIsBoldAndCodeKeepsItsStars() {
    var styler = MarkdownStyler()
    let text = styler.style("a **b** `*c*`\n") + styler.finish()
    #expect(text.contains("\u{1B}[0;1mb") && text.contains("\u{1B}[0;36m*c*"))
    #expect(text.hasSuffix("\u{1B}[0m\n"))
    #expect(styler.style("2 * 3 * 4\n") + styler.finish() == "2 * 3 * 4\n")
  }

  @Test func linesAreCommandsOrPrompts() {
    #expect(ChatCommand.parse(" /save  my file.json ") == .command(ChatCommand(name: .save, argument: "my file.json")))
    #expect(ChatCommand.parse("/exit") == .command(ChatCommand(name: .quit, argument: "")))
    #expect(ChatCommand.parse("/dance now") == .unknown("/dance"))
    for prompt in ["hello", "/usr/bin/env is where?", "/ what", "a /help"] {
      #expect(ChatCommand.parse(prompt) == .prompt(prompt))
    }
  }

  @Test(arguments: [
    ("respnd", "respond"), ("--max-token", "--max-tokens"), ("--tempreature", "--temperature"), ("chta", "chat"),
    ("--topk", "--top-k"),
  ])
  func similarNamesAreSuggested(typed: String, meant: String) {
    let names = Command.all.map(\.name) + Command.respond.options.map(\.name)
    #expect(Suggestion.name(for: typed, among: names) == meant)
  }

  @Test(arguments: ["nonsense", "--xyzzy", "-q", ""])
  func otherNamesAreNot(_ typed: String) {
    #expect(Suggestion.name(for: typed, among: Command.all.map(\.name) + Command.respond.options.map(\.name)) == nil)
  }

  @Test func byteOrderMarksAreNoText() {
    #expect(InputFile.withoutByteOrderMark([0xEF, 0xBB, 0xBF, 0x61]) == [0x61])
    #expect(InputFile.withoutByteOrderMark([0xFF, 0xFE, 0x61, 0, 0xE9, 0]) == Array("aé".utf8))
    #expect(InputFile.withoutByteOrderMark([0xFE, 0xFF, 0, 0x61]) == [0x61])
    #expect(InputFile.withoutByteOrderMark([0xFF, 0xFE, 0x61]) == [0xFF, 0xFE, 0x61])
  }

  @Test func errorsOfTheSystemAreOneLine() throws {
    let decoding = #expect(throws: (any Error).self) {
      try JSONDecoder().decode([String: [Int]].self, from: Data(#"{"a": [1, "x"]}"#.utf8))
    }
    let missing = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/nowhere/file")) }
    for error in [try #require(decoding), try #require(missing)] {
      let text = ErrorText(error).description
      #expect(!text.contains("Error Domain") && !text.contains("DecodingError") && !text.contains("\n"), "\(text)")
    }
    #expect(ErrorText(try #require(decoding)).description.hasPrefix("at $.a[1]: "))
    #expect(ErrorText(try #require(missing)).description == "/nowhere/file: No such file or directory")
  }
}
