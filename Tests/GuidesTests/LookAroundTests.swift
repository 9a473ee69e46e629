import Foundation
import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Look-ahead, look-behind, word boundaries and flags in patterns.
struct LookAroundTests {
  private static func accepts(_ pattern: String, _ text: String) throws(GuideError) -> Bool {
    try Pattern(searching: pattern).accepts(Array(text.utf8))
  }

  @Test(
    "patterns as schema generators write them",
    arguments: [
      // A password: an upper-case letter and a digit, at least four characters.
      ("^(?=.*[A-Z])(?=.*\\d).{4,}$", ["Ab1c", "123X"], ["Ab1", "abc1", "ABCD"]),
      // An email address without two dots in a row.
      (
        "^(?!\\.)(?!.*\\.\\.)([a-z0-9_'+\\-\\.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9\\-]*\\.)+[a-z]{2,}$",
        ["a.b@x.de", "a@b-c.d.org"], [".a@x.de", "a..b@x.de", "a.@x.de", "a@x"]
      ),
      // A host name: no label begins or ends with a hyphen.
      (
        "^((?!-)[a-z0-9-]{1,63}(?<!-)\\.)+[a-z]{2,6}$", ["a-b.c.org", "x.de"], ["-a.org", "a-.org", "a.b-.org", ".org"]
      ),
      ("^(?:(?=[a-z]+$)[^q]+|\\d+)$", ["abc", "12"], ["aqc", "a1"]),
      ("\\Ax[0-9]+\\Z", ["x1"], ["ax1", "x1\n", "x"]),
      ("^(?P<year>[0-9]{4})-(?P<month>[0-9]{2})$", ["2024-05"], ["24-5"]),
      ("(?i)^straße[a-c]$", ["STRAßEB", "straẞeC"], ["strasseb", "straßed"]), ("^(?i:ab)c$", ["ABc", "abc"], ["abC"]),
      ("(?i)^[^k]$", ["a"], ["K", "k", "\u{212A}"]), ("(?i)^\\u0041\\x42[c-d]$", ["abD"], ["abe"]),
      ("(?s)^a.b$", ["a\nb"], ["ab"]), ("^a.b$", ["axb"], ["a\nb"]), ("^(?!tag|category)", ["other", ""], ["tags"]),
      ("\\bcat\\b", ["a cat", "cat"], ["cats", "concat"]), ("^.(?!\\1)?a$", [], []),
      ("^(?!.*/)(.*[^.]+.*)$", ["a.b", "x"], ["a/b", "..."]), ("(?<![0-9])7$", ["7", "a7"], ["17"]),
      ("(?=^[a-z])\\w+$", ["a1"], ["1a", "A", ""]), ("^(?=^[a-z])(?=^.{2})", ["ab", "a1"], ["a", "1b"]),
      ("(?=^a)b", [], ["ab", "b"]), ("^a(?!^b)b$", ["ab"], ["a"]), ("x(?=^x|y)", ["axy"], ["xx", "x"]),
      ("a(?=b)", ["cab"], ["ac", "a"]), ("(?:a(?!b))+$", ["aa", "caa"], ["ab"]), ("(?=a)*b", ["b"], ["a"]),
    ] as [(String, [String], [String])])
  func generatedPatterns(_ pattern: String, _ matching: [String], _ others: [String]) throws {
    guard !pattern.contains("\\1") else {
      #expect(throws: GuideError.self) { try Pattern(searching: pattern) }
      return
    }
    for text in matching { #expect(try Self.accepts(pattern, text), "\(text.debugDescription) for \(pattern)") }
    for text in others { #expect(try !Self.accepts(pattern, text), "\(text.debugDescription) for \(pattern)") }
  }

  private static let patterns = [
    "^(?=a)(?!ab).*$", "a(?=b|$)", "(?<=a)b", "(?<!a)b", "(?<=^a)b|(?<=bb)a", "\\bab\\b", "\\Bb", "(?:(?!bb)[ab])+c",
    "^(?:(?=[ab]{2})a|b)*$", "(?=(?=a)..b)a", "(?<=(?<=a)b)c", "^(?!(?:a|b(?!c))$).+$", "((?<!b)a(?!c))+b",
    "^(?=.{2,3}$)(?!.*c)", "(?i)^aB(?!c)", "(?!$)(?<!^)[ab]$", "^(?:a(?=b)|b(?=a|$))*$",
    "(?=^a|b)[ab]c", "(?!^a)a", "(?=(?=^a|b)..)[ab]B", "(?:(?=^a|b)[ab])+c", "(?!^(?!^a|b))[abc]B", "(?=(?:^a|b)+c)",
  ]

  @Test("look-around agrees with another engine on random texts", arguments: patterns.indices)
  func agreesWithAnotherEngine(index: Int) throws {
    let pattern = Self.patterns[index]
    let reference = try NSRegularExpression(pattern: pattern, options: [.dotMatchesLineSeparators])
    let ours = try Pattern(searching: pattern)
    var generator = SeededGenerator(seed: index)
    var matches = 0
    for _ in 0..<600 {
      let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        ["a", "b", "c", " ", "B"].randomElement(using: &generator) ?? ""
      }.joined()
      let isMatch = reference.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
      if isMatch { matches += 1 }
      #expect(ours.accepts(Array(text.utf8)) == isMatch, "\(text.debugDescription) for \(pattern)")
    }
    #expect(matches > 0 && matches < 600)
  }

  @Test(
    "assertions that look past their own text are errors",
    arguments: ["(?=^(?<=a))b", "(?<=a$)b", "(?=a(?<=a))", "(?=a\\b)", "(?P=name)", "(?x)a", "(?<=a(?=b))b"])
  func refusesOpaqueAssertions(pattern: String) {
    let error = #expect(throws: GuideError.self) { try Pattern(searching: pattern) }
    guard case .invalidPattern? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("too many states of look-ahead are an error, not a wrong automaton")
  func limitsLookAhead() {
    let error = #expect(throws: GuideError.self) {
      try Pattern(searching: "(?=.*a.{40}b)(?!.*b.{40}c)(.(?=.*c.{30}a))*$")
    }
    guard case .tooComplex? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
