import SwiftletGGUF
import TestSupport
import Testing

@testable import SwiftletTokenizers

/// The matcher of special tokens, compared with a naive search for each token at each position.
struct SpecialTokenMatcherTests {
  private static let texts = ["a", "ab", "abab", "b", "bba", "aaa", "cab", "c", "aabbc", "<|x|>"]

  private func vocabulary(_ generator: inout SeededGenerator) -> SmallVocabulary {
    var vocabulary = SmallVocabulary.bytePair()
    for text in Self.texts.shuffled(using: &generator).prefix(Int.random(in: 1...10, using: &generator)) {
      vocabulary.add(text + "~", Bool.random(using: &generator) ? .control : .userDefined)
      vocabulary.add(text, Bool.random(using: &generator) ? .control : .userDefined)
    }
    return vocabulary
  }

  /// The longest token at each position, control tokens only inside a trusted range.
  private func expected(_ vocabulary: SmallVocabulary, _ text: [UInt8], _ trusted: [Range<Int>]) -> [[Int]] {
    text.indices.reversed().compactMap { start in
      var best: [Int]?
      for (id, token) in vocabulary.texts.enumerated() where id >= 256 && text[start...].starts(with: token.utf8) {
        let end = start + token.utf8.count
        let isAllowed =
          vocabulary.kinds[id] == .userDefined || trusted.contains { $0.lowerBound <= start && end <= $0.upperBound }
        if isAllowed, end > best?[1] ?? 0 { best = [start, end, id] }
      }
      return best
    }
  }

  @Test("the longest match at each position, in trusted ranges and outside", arguments: 0..<300)
  func findsLongest(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let vocabulary = vocabulary(&generator)
    let matcher = try SpecialTokenMatcher(vocabulary.tokenizer().vocabulary)
    let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      Array("aabbc~<|x>".utf8).randomElement(using: &generator) ?? 0
    }
    let borders = (0..<4).map { _ in Int.random(in: 0...text.count, using: &generator) }.sorted()
    let apart = borders[1] < borders[2] ? [borders[0]..<borders[1], borders[2]..<borders[3]] : []
    for trusted in [[], [0..<text.count], apart.filter { !$0.isEmpty }] {
      let matches = matcher.matches(text.span, trusted: trusted).map { [$0.start, $0.end, $0.id] }
      #expect(matches == expected(vocabulary, text, trusted), "\(trusted)")
    }
  }

  @Test("long tokens that nearly occur everywhere take no quadratic time")
  func isLinear() throws {
    var vocabulary = SmallVocabulary.bytePair()
    for length in [1, 1000, 50_000] { vocabulary.add(String(repeating: "a", count: length) + "b", .control) }
    vocabulary.add("aa", .control)
    let text = String(repeating: "a", count: 300_000)
    let tokenizer = try vocabulary.tokenizer()
    let ids = tokenizer.encode(text, parsingSpecialTokens: true, addingBOSAndEOS: false)
    #expect(ids == Array(repeating: 259, count: 150_000))
    // Four times the text: quadratic work gives 16.
    let ratio = Scaling.ratio(from: 75_000, below: 9) {
      _ = tokenizer.encode(String(repeating: "a", count: $0), parsingSpecialTokens: true, addingBOSAndEOS: false)
    }
    #expect(ratio < 9)
  }

  @Test("more special tokens than can be real are refused")
  func refusesTooMany() throws {
    var vocabulary = SmallVocabulary.bytePair()
    vocabulary.add(String(repeating: "x", count: 5 << 20), .control)
    #expect(throws: TokenizerError.specialTokensTooLong(bytes: 5 << 20, limit: 4 << 20)) { try vocabulary.tokenizer() }
  }

  @Test("tokens that strip the whitespace before them")
  func stripsBefore() throws {
    var vocabulary = SmallVocabulary.bytePair(preTokenizer: "jina-v2-code")
    vocabulary.add("<mask>", .control)
    #expect(try vocabulary.tokenizer().pieces("a \n<mask> b", parsingSpecialTokens: true) == ["a", "<mask>", "Ġ", "b"])
    vocabulary.preTokenizer = "gpt-2"
    #expect(try vocabulary.tokenizer().pieces("a <mask>", parsingSpecialTokens: true) == ["a", "Ġ", "<mask>"])
  }
}
