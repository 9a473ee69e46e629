import Testing

@testable import SwiftletGuides

struct RegexTests {
  @Test(
    "matches",
    arguments: [
      ("^a+$", "aaa", true), ("^a+$", "", false), ("a", "xay", true), ("^$", "", true), ("^$", "a", false),
      ("^[^a]*$", "日本", true), ("^.$", "\n", false), ("^\\d{2,3}$", "1234", false), ("^(?:ab|c){2}$", "abc", true),
      ("^\\p{Lu}\\p{Ll}+$", "Émile", true), ("^\\p{L}+$", "a1", false), ("\\u{1F600}", "x😀", true),
      ("^\\uD83D\\uDE00$", "😀", true), ("^[\\w.-]+$", "a.b-c_", true), ("^a{,3}$", "a{,3}", true), ("x*", "", true),
      ("^(a|b)*c|d$", "abcx", true), ("^a$|b", "xb", true), ("^\\cJ$", "\n", true), ("^[]$", "", false),
      ("^[^]$", "\n", true), ("(^a|b)c", "xbc", true), ("(^a|b)c", "xac", false), ("^(?<year>\\d{4})$", "2024", true),
    ])
  func matches(pattern: String, text: String, expected: Bool) throws {
    #expect(try Pattern(searching: pattern).accepts(Array(text.utf8)) == expected)
  }

  @Test(
    "what cannot be done is refused",
    arguments: [
      "(?=a)", "(?!a)", "(?<=a)b", "(a)\\1", "\\bword", "(", ")", "[a", "a**", "*a", "a{3,2}", "[b-a]", "\\",
      "\\p{Nonsense}",
    ])
  func refuses(pattern: String) {
    #expect(throws: GuideError.self) { try Pattern(searching: pattern) }
  }

  @Test("complement and intersection agree with their parts", arguments: 0..<40)
  func combines(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let patterns = ["^a*b", "b$", "(ab)+", "^[^b]*$", "a{2,3}", "^(a|ba)*$", "", "^é?a", "^b|a$"]
    let first = try Pattern(searching: patterns.randomElement(using: &generator) ?? "").automaton
    let second = try Pattern(searching: patterns.randomElement(using: &generator) ?? "").automaton
    let both = try first.intersection(second)
    let either = try first.union(second)
    let onlyFirst = try first.subtracting(second)
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        ["a", "b", "é"].randomElement(using: &generator) ?? ""
      }
      let scalars = text.joined().unicodeScalars
      let (a, b) = (first.accepts(scalars), second.accepts(scalars))
      #expect(both.accepts(scalars) == (a && b) && either.accepts(scalars) == (a || b))
      #expect(onlyFirst.accepts(scalars) == (a && !b) && first.complement.accepts(scalars) == !a)
    }
  }

  @Test("tests of another engine", .enabled(if: SharedData.isPresent, SharedData.absence))
  func agreesWithPublishedTests() throws {
    var compared = 0
    for folder in ["regex-tests/testdata", "regex-tests/testdata/fowler"] {
      for name in try SharedData.names(folder, ending: ".toml") {
        let text = String(decoding: try SharedData.bytes(folder + "/" + name), as: UTF8.self)
        for test in RegexTestFile.tests(text) {
          guard let pattern = try? Pattern(searching: test.pattern) else { continue }
          compared += 1
          #expect(
            pattern.accepts(Array(test.text.utf8)) == test.matches,
            "\(name): \(test.pattern.debugDescription) in \(test.text.debugDescription)")
        }
      }
    }
    #expect(compared > 120)
  }
}
