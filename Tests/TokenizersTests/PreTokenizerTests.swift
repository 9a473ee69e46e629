import Testing

@testable import SwiftletTokenizers

/// The pieces of the named pre-tokenizers; the expectations were derived by hand from the regular expressions.
struct PreTokenizerTests {
  private func pieces(_ name: String, _ text: String) throws -> [String] {
    let profile = try #require(PreTokenizer.profile(named: name))
    let preTokenizer = PreTokenizer(stages: profile.stages)
    let bytes = Array(text.utf8)
    var progress = PreTokenizer.Progress(preTokenizer)
    var pieces: [String] = []
    var start = 0
    while start < bytes.count {
      let end = preTokenizer.pieceEnd(bytes.span, from: start, limit: bytes.count, &progress)
      pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return pieces
  }

  @Test(
    "GPT-2",
    arguments: [
      ("Hello world", ["Hello", " world"]), ("a  b", ["a", " ", " b"]), ("a \n b", ["a", " \n", " b"]),
      ("end  ", ["end", "  "]), ("I'm we'LL", ["I", "'m", " we", "'", "LL"]), ("x1234 56", ["x", "1234", " 56"]),
      (" !?a", [" !?", "a"]), ("\u{A0}é漢", ["\u{A0}", "é漢"]), ("\n\nx", ["\n", "\n", "x"]),
    ])
  func gpt2(text: String, expected: [String]) throws {
    #expect(try pieces("gpt-2", text) == expected)
  }

  @Test(
    "Llama 3",
    arguments: [
      ("we'LL it'ſ", ["we", "'LL", " it", "'ſ"]), ("12345", ["123", "45"]), ("$word", ["$word"]),
      ("a.\n\nb", ["a", ".\n\n", "b"]), ("a \n \n b", ["a", " \n \n", " b"]), ("x   y", ["x", "  ", " y"]),
      (" 12", [" ", "12"]), ("a\tb", ["a", "\tb"]), ("\r\nx", ["\r\n", "x"]), ("!!", ["!!"]), (" ", [" "]),
    ])
  func llama3(text: String, expected: [String]) throws {
    #expect(try pieces("llama-bpe", text) == expected)
  }

  @Test(
    "GPT-4o",
    arguments: [
      ("camelCase", ["camel", "Case"]), ("HTTPServer", ["HTTPServer"]), ("HTTPs2", ["HTTPs", "2"]),
      (" It's", [" It's"]), ("XML'Dx", ["XML'D", "x"]), ("ab漢AB", ["ab漢", "AB"]), ("漢AB", ["漢", "AB"]),
      ("//\n/x", ["//\n/", "x"]), ("1234", ["123", "4"]), ("a \n b", ["a", " \n", " b"]), ("\u{301}a", ["\u{301}a"]),
      ("\u{301}1", ["\u{301}", "1"]), ("_A", ["_A"]),
    ])
  func gpt4o(text: String, expected: [String]) throws {
    #expect(try pieces("gpt-4o", text) == expected)
  }

  @Test("Tekken has GPT-4o's words without contractions, and single digits")
  func tekken() throws {
    #expect(try pieces("tekken", "It's 12") == ["It", "'s", " ", "1", "2"])
  }

  @Test("Qwen 3.5 counts combining marks as letters")
  func qwen35() throws {
    #expect(try pieces("qwen35", "a\u{301}b \u{301}") == ["a\u{301}b", " \u{301}"])
    #expect(try pieces("qwen2", "a\u{301}b") == ["a", "\u{301}b"])
  }

  @Test("DeepSeek")
  func deepSeek() throws {
    let mixed = "x1234漢字kana.md\u{1}\u{2} !"
    #expect(try pieces("deepseek-v3", mixed) == ["x", "123", "4", "漢字", "kana", ".md", "\u{1}\u{2}", " !"])
    #expect(try pieces("deepseek-llm", "\n\nHi, 漢a  ") == ["\n", "\n", "Hi", ",", " ", "漢", "a", "  "])
    #expect(try pieces("deepseek-coder", "a = 漢12") == ["a", " =", " ", "漢", "1", "2"])
  }

  @Test("Bloom and Viking")
  func bloom() throws {
    #expect(try pieces("bloom", "so-so 12, (x)") == ["so-so", " 12", ", (", "x", ")"])
    #expect(try pieces("viking", "so 12") == ["so", " ", "1", "2"])
  }

  @Test("the rules of one name in several stages")
  func stages() throws {
    #expect(try pieces("qwen2", "a123") == ["a", "1", "2", "3"])
    #expect(try pieces("smollm", "a  12 b") == ["a", "  ", "1", "2", " b"])
    #expect(try pieces("falcon", "a, 12345`b") == ["a", ",", " ", "123", "45", "`", "b"])
    #expect(try pieces("default", "a`b 12345") == ["a", "`", "b", " ", "123", "45"])
  }

  @Test("pieces put together are the text, even if it is not UTF-8")
  func coversTheText() throws {
    var generator = SeededGenerator(seed: 3)
    let names = [
      "default", "gpt-2", "smollm", "llama-bpe", "qwen2", "qwen35", "seed-coder", "falcon", "gpt-4o", "tekken",
      "deepseek-llm", "deepseek-coder", "deepseek-v3", "bloom", "viking",
    ]
    for name in names {
      let profile = try #require(PreTokenizer.profile(named: name))
      let preTokenizer = PreTokenizer(stages: profile.stages)
      for _ in 0..<300 {
        let text = RandomText.bytes(&generator)
        var progress = PreTokenizer.Progress(preTokenizer)
        var start = 0
        while start < text.count {
          let end = preTokenizer.pieceEnd(text.span, from: start, limit: text.count, &progress)
          try #require(end > start && end <= text.count)
          start = end
        }
      }
    }
  }
}
