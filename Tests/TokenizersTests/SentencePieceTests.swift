import SwiftletGGUF
import SwiftletTokenizers
import Testing

/// The peculiarities of SentencePiece vocabularies: spaces, byte fallback, and tokens that text must not give.
struct SentencePieceTests {
  @Test("a space comes before the text, and again after a special token")
  func addsSpacePrefix() throws {
    var vocabulary = SmallVocabulary.sentencePiece(["▁a", "▁", "a"])
    vocabulary.add("[X]", .userDefined)
    #expect(try vocabulary.tokenizer().pieces("a a[X]a") == ["▁a", "▁a", "[X]", "▁a"])
    #expect(try vocabulary.tokenizer().pieces("") == [])
    vocabulary.values["tokenizer.ggml.add_space_prefix"] = .bool(false)
    #expect(try vocabulary.tokenizer().pieces("a a[X]a") == ["a", "▁a", "[X]", "a"])
  }

  @Test("characters without a token are taken apart into bytes")
  func fallsBackToBytes() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁"]).tokenizer()
    #expect(tokenizer.pieces("é") == ["▁", "<0xC3>", "<0xA9>"])
    let illFormed: [UInt8] = [0xFF, 0xE2, 0x96, 0x41, 0xF0, 0x9F]
    #expect(try tokenizer.decode(tokenizer.encode(bytes: illFormed, addingBOSAndEOS: false)) == illFormed)
  }

  @Test("without byte tokens, the unknown token stands in for a run of characters")
  func fallsBackToUnknown() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁a"], bytes: false).tokenizer()
    #expect(tokenizer.pieces("azé漢 aé") == ["▁a", "<unk>", "▁a", "<unk>"])
  }

  @Test("byte tokens that are marked as normal ones are recognised, with a warning")
  func recognisesUnmarkedByteTokens() throws {
    var vocabulary = SmallVocabulary.sentencePiece(["▁"])
    vocabulary.kinds = vocabulary.kinds.map { $0 == .byte ? .normal : $0 }
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.warnings.count == 1)
    #expect(try tokenizer.decode(tokenizer.encode("é\n"), skippingControlTokens: true) == Array("é\n".utf8))
  }

  @Test("texts that look like byte tokens but are none", arguments: ["<0x-1>", "<0x1>", "<0xGG>", "<0x123>", "<0x 1>"])
  func parsesByteTokensStrictly(text: String) throws {
    var vocabulary = SmallVocabulary.sentencePiece()
    let id = vocabulary.add(text, .byte)
    #expect(try vocabulary.tokenizer().decode([id]) == Array(text.utf8))
  }

  @Test("text does not merge into control, unknown or byte tokens")
  func mergesIntoPlainTokensOnly() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁", "<", "s", ">", "<s", "s>", "▁<s"]).tokenizer()
    #expect(tokenizer.pieces("<s>") == ["▁<s", ">"])
    #expect(tokenizer.pieces("<s>", parsingSpecialTokens: true) == ["<s>"])
  }

  @Test("scores order merges, whatever their sign")
  func ordersScores() throws {
    for (scores, expected): ([Float], [String]) in [
      ([1, 2], ["a", "ba"]), ([-1, -2], ["ab", "a"]), ([0, -0.0], ["ab", "a"]), ([-.infinity, .nan], ["ab", "a"]),
      ([-1, 1], ["a", "ba"]),
    ] {
      var vocabulary = SmallVocabulary.sentencePiece(["a", "b"])
      vocabulary.values["tokenizer.ggml.add_space_prefix"] = .bool(false)
      vocabulary.add("ab", score: scores[0])
      vocabulary.add("ba", score: scores[1])
      #expect(try vocabulary.tokenizer().pieces("aba") == expected, "\(scores)")
    }
  }
}
