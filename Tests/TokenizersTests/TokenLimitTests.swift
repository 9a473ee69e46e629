import SwiftletTokenizers
import Testing

/// Encoding may stop once there are more tokens than anybody can use.
@Suite struct TokenLimitTests {
  private static let text = String(
    repeating: "The quick brown fox, aged 42, jumps over thé lazy dog.\nIt's 3 o'clock!  漢字 ", count: 300)

  private func check(_ tokenizer: Tokenizer, slack: Int) {
    let whole = tokenizer.encode(Self.text)
    for limit in [0, 1, 7, 100, 1000, whole.count - 1] {
      let found = tokenizer.encode(Self.text, stoppingAfter: limit)
      #expect(found.count > limit)
      #expect(found.count <= max(limit, 1) + slack || found == whole, "\(limit): \(found.count)")
      let start = whole.first == found.first ? 0 : 1
      #expect(whole.dropFirst(start).starts(with: found.prefix(limit)), "\(limit)")
    }
    for limit in [whole.count, whole.count + 1, .max] {
      #expect(tokenizer.encode(Self.text, stoppingAfter: limit) == whole)
    }
  }

  @Test(arguments: ["characters"])
  func fixturesStopWithTheBeginning(_ name: String) throws {
    check(try Tokenizer(metadata: TokenizerFixtures.metadata(name)), slack: 200)
  }

  @Test func bytePairsStopWithTheBeginning() throws {
    let tokenizer = try SmallVocabulary.bytePair(merges: ["t h", "th e"], preTokenizer: "llama-bpe").tokenizer()
    check(tokenizer, slack: 64)
  }

  @Test(arguments: ["unigram", "words"])
  func aLimitNeverChangesWhatFits(_ name: String) throws {
    let tokenizer = try Tokenizer(metadata: TokenizerFixtures.metadata(name))
    let whole = tokenizer.encode(Self.text)
    #expect(tokenizer.encode(Self.text, stoppingAfter: whole.count) == whole)
    #expect(tokenizer.encode(Self.text, stoppingAfter: 10).count > 10)
  }

  /// Parts end between pieces, between special tokens, and within pieces that are long.
  @Test(arguments: [0, 1, 7, 1000])
  func partsAreTheTokensOfTheWhole(_ partCount: Int) throws {
    var vocabulary = SmallVocabulary.bytePair(merges: ["t h", "th e"], preTokenizer: "qwen2")
    vocabulary.add("<|end|>", .control)
    let tokenizers = try [
      vocabulary.tokenizer(), Tokenizer(metadata: TokenizerFixtures.metadata("characters")),
      Tokenizer(metadata: TokenizerFixtures.metadata("unigram")),
      Tokenizer(metadata: TokenizerFixtures.metadata("words")),
    ]
    let marked = String(repeating: "the fox<|end|> 12345  \n\n", count: 500)
    for (index, tokenizer) in tokenizers.enumerated() {
      for text in ["", "a", Self.text, marked, "x" + String(repeating: "the", count: index == 0 ? 500_000 : 500)] {
        for flag in [true, false] {
          let bytes = Array(text.utf8)
          var ids: [TokenID] = []
          var largest = 0
          tokenizer.encode(
            bytes: bytes, parsingSpecialTokens: flag, addingBOSAndEOS: flag, partCount: partCount
          ) { (part: [TokenID]) throws(Never) in
            ids += part
            largest = max(largest, part.count)
          }
          #expect(ids == tokenizer.encode(bytes: bytes, parsingSpecialTokens: flag, addingBOSAndEOS: flag))
          if index == 0, text.utf8.count < 1 << 20 { #expect(largest <= partCount + 64, "\(largest)") }
        }
      }
    }
  }

  @Test func textsThatAreRefusedAreNotEncodedWhole() throws {
    let tokenizer = try SmallVocabulary.bytePair(merges: ["t h", "th e"], preTokenizer: "llama-bpe").tokenizer()
    let text = Array(String(repeating: "the fox ", count: 100_000).utf8)
    for parses in [true, false] {
      let ids = tokenizer.encode(bytes: text, parsingSpecialTokens: parses, stoppingAfter: 1000)
      #expect(ids.count > 1000 && ids.count < 1100)
    }
  }
}
