import SwiftletGGUF
import SwiftletTokenizers
import TestSupport
import Testing

/// Merging, compared with a literal implementation of the definition.
struct MergingTests {
  private static let merges = [
    "a b", "b c", "ab c", "c a", "aa a", "a a", "bc a", "abc abc", "ca b", "Ġ a", "Ġa b", "b b", "bb bb", "aa b",
  ]

  /// Merges the leftmost pair of the lowest rank, found by looking at all pairs, until there is none.
  private func mergedLiterally(_ text: String, _ rank: (String, String) -> Int?) -> [String] {
    var symbols = text.map { String($0) }
    while true {
      let ranked = symbols.indices.dropLast().compactMap { index in
        rank(symbols[index], symbols[index + 1]).map { (rank: $0, index: index) }
      }
      guard let best = ranked.min(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) else { return symbols }
      symbols[best.index] += symbols.remove(at: best.index + 1)
    }
  }

  @Test("byte-pair merges", arguments: [1, 2, 3, 10, 39, 40, 41, 42, 100, 300])
  func mergesBytePairs(length: Int) throws {
    let tokenizer = try SmallVocabulary.bytePair(merges: Self.merges).tokenizer()
    var generator = SeededGenerator(seed: length)
    for _ in 0..<200 / length + 2 {
      let text = String((0..<length).map { _ in "abc".randomElement(using: &generator) ?? "a" })
      #expect(tokenizer.pieces(text) == mergedLiterally(text) { Self.merges.firstIndex(of: $0 + " " + $1) })
    }
  }

  @Test("merges by score", arguments: [1, 2, 3, 10, 39, 40, 41, 42, 100, 300])
  func mergesByScore(length: Int) throws {
    // A token that spans words keeps the tokenizer from splitting between them, so both code paths are tested.
    for spanning in [[], ["b▁a", "c▁"]] {
      let pieces = ["ab", "bc", "▁a", "aa", "▁ab", "abc", "aab", "▁▁", "bb", "cab", "▁", "a", "b"] + spanning
      let tokenizer = try SmallVocabulary.sentencePiece(pieces).tokenizer()
      var generator = SeededGenerator(seed: length)
      for _ in 0..<200 / length + 2 {
        let text = String((0..<length).map { _ in "aabbc ".randomElement(using: &generator) ?? "a" })
        let marked = "▁" + text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "▁")
        let expected = mergedLiterally(marked) { pieces.firstIndex(of: $0 + $1) }
        #expect(tokenizer.pieces(text) == expected.map { $0 == "c" ? "<0x63>" : $0 })
      }
    }
  }

  @Test("a piece that is a token is taken whole only where merges are ignored")
  func takesWholePieces() throws {
    for (name, expected) in [("gpt-2", ["ab", "ca"]), ("llama-bpe", ["abca"])] {
      var vocabulary = SmallVocabulary.bytePair(merges: Self.merges, preTokenizer: name)
      vocabulary.add("abca")
      vocabulary.add("ca")
      vocabulary.merges = ["a b", "c a"]
      #expect(try vocabulary.tokenizer().pieces("abca") == expected)
    }
  }

  @Test("merges with a space in front, without a token, or malformed")
  func toleratesOddMerges() throws {
    var vocabulary = SmallVocabulary.bytePair()
    vocabulary.add("ab")
    vocabulary.merges = ["", " ", "x", "  ", "a b", "a c", "ab zz", "a b"]
    #expect(try vocabulary.tokenizer().pieces("abac") == ["ab", "a", "c"])
  }

  @Test("long words take no quadratic time")
  func isFastOnLongWords() throws {
    let text = String(repeating: "abcab", count: 100_000)
    let bytePair = try SmallVocabulary.bytePair(merges: Self.merges).tokenizer()
    #expect(bytePair.encode(text).count < text.utf8.count)
    let sentencePiece = try SmallVocabulary.sentencePiece(["ab", "abc", "ca"]).tokenizer()
    #expect(sentencePiece.encode(text).count < text.utf8.count)
    for tokenizer in [bytePair, sentencePiece] {
      // Four times the text: quadratic work gives 16.
      let ratio = Scaling.ratio(from: 20_000, below: 9) {
        _ = tokenizer.encode(String(repeating: "abcab", count: $0))
      }
      #expect(ratio < 9)
    }
  }
}
