import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletGuides
import SwiftletJSON

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
    "unsupported patterns are errors",
    arguments: [
      "(?=(?<=a))", "(?<=a$)b", "(a)\\1", "(?", "(", ")", "[a", "a**", "*a", "a{3,2}", "[b-a]", "\\",
      "\\p{Nonsense}",
    ])
  func refuses(pattern: String) {
    let error = #expect(throws: GuideError.self) { try Pattern(searching: pattern) }
    guard case .invalidPattern(pattern, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
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

  @Test(
    "tests of another engine",
    .enabled(if: TestData.regularExpressions.isPresent, "\(TestData.regularExpressions.absence)"))
  func agreesWithPublishedTests() throws {
    var compared = 0
    for name in TestData.regularExpressions.paths(below: "testdata", suffix: ".toml") {
      let text = String(decoding: try TestData.regularExpressions.contents(name), as: UTF8.self)
      for test in RegexTestFile.tests(text) {
        guard let pattern = try? Pattern(searching: test.pattern) else { continue }
        compared += 1
        #expect(
          pattern.accepts(Array(test.text.utf8)) == test.matches,
          "\(name): \(test.pattern.debugDescription) in \(test.text.debugDescription)")
      }
    }
    #expect(compared > 120)
  }

  /// Returns patterns on which all engines agree, with characters for random texts.
  private static func publishedPatterns() throws -> [(pattern: String, letters: [String])] {
    var letters: [String: Set<String>] = [:]
    for name in TestData.regularExpressions.paths(below: "testdata", suffix: ".toml") {
      let text = String(decoding: try TestData.regularExpressions.contents(name), as: UTF8.self)
      for test in RegexTestFile.tests(text) where test.pattern.count < 60 {
        letters[test.pattern, default: []].formUnion(test.text.unicodeScalars.prefix(20).map { String($0) })
      }
    }
    return letters.map { ($0.key, Array($0.value.sorted().prefix(4)) + ["é", "a"]) }.sorted { $0.0 < $1.0 }
  }

  /// Returns true if the standard library's engine finds the pattern in a text.
  private static func matches(_ regex: Regex<AnyRegexOutput>, _ text: String) -> Bool {
    (try? regex.firstMatch(in: text)) ?? nil != nil
  }

  @Test(
    "masks against another engine",
    .enabled(if: TestData.regularExpressions.isPresent, "\(TestData.regularExpressions.absence)"), arguments: 0..<4)
  func masksAgreeWithAnotherEngine(part: Int) throws {
    let index = try SmallIndex.index.get()
    var generator = SeededGenerator(seed: part)
    var compared = (patterns: 0, allowed: 0, needed: 0)
    for (position, (pattern, letters)) in try Self.publishedPatterns().enumerated() where position % 4 == part {
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { continue }
      let schema = JSONWriter.text(
        .object([
          .init(name: "type", value: .string("string")), .init(name: "pattern", value: .string(pattern)),
        ]))
      guard let guide = try? Guide(schema: schema, index: index) else { continue }
      compared.patterns += 1
      let texts = (0..<40).map { _ in
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? "" }
          .joined()
      }
      for text in texts {
        let isMatch = Self.matches(regex, text)
        let document = JSONWriter.bytes(.string(text))
        try #require(
          try guide.accepts(document: document) == isMatch, "\(pattern.debugDescription) in \(text.debugDescription)")
      }
      // Along a text, every allowed token must lead to a match, and every token of the text must be allowed.
      for text in texts.prefix(3) where Self.matches(regex, text) {
        let document = JSONWriter.bytes(.string(text))
        var matcher = guide.makeMatcher()
        for offset in document.indices {
          let mask = matcher.mask()
          var allowed: [TokenID] = []
          for token in 0..<index.vocabulary.count where index.vocabulary.kind(of: token) == .normal {
            let piece = index.vocabulary.piece(of: token)
            if document[offset...].starts(with: piece) {
              compared.needed += 1
              try #require(
                mask.contains(token), "\(pattern.debugDescription): \(piece) at \(offset) of \(text.debugDescription)")
            }
            if mask.contains(token) { allowed.append(token) }
          }
          for token in allowed.shuffled(using: &generator).prefix(4) {
            var ending = matcher
            try ending.accept(token)
            for token in ending.shortestCompletion() { try ending.accept(token) }
            let made = try #require(try JSONValue.read(ending.text).string)
            compared.allowed += 1
            try #require(Self.matches(regex, made), "\(pattern.debugDescription) in \(made.debugDescription)")
          }
          try matcher.accept(TokenID(document[offset]))
        }
      }
    }
    #expect(compared.patterns > 20 && compared.allowed > 400 && compared.needed > 150, "\(compared)")
  }
}
