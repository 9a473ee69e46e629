import SwiftletGGUF
import SwiftletTokenizers
import TestSupport
import Testing

/// Texts that are one long run, for which naive scanners and mergers take quadratic time.
struct LongTextTests {
  private static let units = [
    "a", " ", "\n", "7", "🦙", "\u{301}", "漢", "!", "ab", "Aa", " \n", "\t ", "½1", "'s", "\u{1}",
  ]

  /// The largest ratio of processor times for four times the text: linear work gives 4, quadratic work 16.
  private static let limit = 9.0

  @Test(
    "no pre-tokenizer takes quadratic time",
    arguments: [
      "default", "llama-bpe", "qwen35", "jais-2", "exaone-moe", "laguna", "gpt-4o", "tiny_aya", "kimi-k2", "youtu",
      "deepseek-llm", "deepseek-coder", "deepseek-v3", "spark2_5", "afmoe", "bloom", "superbpe", "chameleon",
    ])
  func cutsInLinearTime(name: String) throws {
    let tokenizer = try SmallVocabulary.bytePair(merges: ["a a", "aa aa", "7 7"], preTokenizer: name).tokenizer()
    for unit in Self.units {
      let text = String(repeating: unit, count: 8_000)
      let ids = tokenizer.encode(text, addingBOSAndEOS: false)
      #expect(try tokenizer.decode(ids) == Array(text.utf8))
      let ratio = Scaling.ratio(from: 4_000, below: Self.limit) {
        _ = tokenizer.encode(String(repeating: unit, count: $0), addingBOSAndEOS: false)
      }
      #expect(ratio < Self.limit, "\(unit.debugDescription)")
    }
  }

  @Test("no algorithm takes quadratic time", arguments: ["unigram", "characters", "words"])
  func encodesInLinearTime(name: String) throws {
    let tokenizer = try Tokenizer(metadata: TokenizerFixtures.metadata(name))
    for unit in Self.units {
      let text = String(repeating: unit, count: 8_000)
      let ids = tokenizer.encode(text, addingBOSAndEOS: false)
      // The character map makes one character of the longest unit two.
      #expect(ids.count <= 2 * text.utf8.count)
      let ratio = Scaling.ratio(from: 4_000, below: Self.limit) {
        _ = tokenizer.encode(String(repeating: unit, count: $0), addingBOSAndEOS: false)
      }
      #expect(ratio < Self.limit, "\(unit.debugDescription)")
    }
  }

  @Test("pieces beyond the limit are cut between characters", arguments: [("characters", "é"), ("unigram", "the ")])
  func cutsLongPieces(name: String, unit: String) throws {
    let tokenizer = try Tokenizer(metadata: TokenizerFixtures.metadata(name))
    let text = Array(("x" + String(repeating: unit, count: 1_200_000 / unit.utf8.count) + "x").utf8)
    #expect(try tokenizer.decode(tokenizer.encode(bytes: text), skippingControlTokens: true) == text)
  }
}
