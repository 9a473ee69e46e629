import SwiftletTokenizers
import Testing

/// Text from tokens, at once and bit by bit.
struct DetokenizerTests {
  @Test("characters come out whole, however their bytes are spread over tokens")
  func holdsBackHalfCharacters() throws {
    let tokenizer = try SmallVocabulary.bytePair().tokenizer()
    var detokenizer = tokenizer.makeDetokenizer()
    let texts = try tokenizer.encode("a🦙é").map { try detokenizer.append($0) }
    #expect(texts == ["a", "", "", "", "🦙", "", "é"])
    #expect(detokenizer.finish() == "")
  }

  @Test("what never gets complete is replaced")
  func replacesIllFormedBytes() throws {
    let tokenizer = try SmallVocabulary.bytePair().tokenizer()
    var detokenizer = tokenizer.makeDetokenizer()
    var text = ""
    for id in tokenizer.encode(bytes: [0x61, 0xFF, 0xF0, 0x9F, 0x62, 0xE2, 0x96]) { text += try detokenizer.append(id) }
    #expect(text == "a\u{FFFD}\u{FFFD}b")
    #expect(detokenizer.finish() == "\u{FFFD}")
    #expect(detokenizer.finish() == "")
  }

  @Test("the parts put together are the text as a whole", arguments: 0..<200)
  func agreesWithDecoding(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let tokenizer = try SmallVocabulary.sentencePiece(["▁", "a", "▁a", "é"]).tokenizer()
    let bytes = seed % 2 == 0 ? RandomText.bytes(&generator) : Array(RandomText.mixed(&generator).utf8)
    let ids = tokenizer.encode(bytes: bytes)
    var detokenizer = tokenizer.makeDetokenizer()
    var text = ""
    for id in ids { text += try detokenizer.append(id) }
    text += detokenizer.finish()
    let whole = try tokenizer.decode(ids, skippingControlTokens: true)
    #expect(Array(text.utf8) == Array(String(decoding: whole, as: UTF8.self).utf8))
  }

  @Test("the one space that encoding adds is dropped, at the start only")
  func dropsTheAddedSpace() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁a", "▁▁a", "▁"]).tokenizer()
    for text in ["a a", "  a", " a", " ", "▁a"] {
      let plain = text.split(separator: "▁", omittingEmptySubsequences: false).joined(separator: " ")
      #expect(try tokenizer.decode(tokenizer.encode(text), skippingControlTokens: true) == Array(plain.utf8))
    }
    let id = try #require(tokenizer.vocabulary.id(of: "▁a"))
    var detokenizer = tokenizer.makeDetokenizer(isStart: false)
    #expect(try detokenizer.append(id) == " a")
    var first = tokenizer.makeDetokenizer()
    #expect(try [1, id, id].map { try first.append($0) } == ["", "a", " a"])
  }

  @Test("control tokens are written out or left out")
  func skipsControlTokens() throws {
    let tokenizer = try SmallVocabulary.sentencePiece(["▁a"]).tokenizer()
    let ids = tokenizer.encode("a") + [2]
    #expect(try tokenizer.decode(ids) == Array("<s>a</s>".utf8))
    #expect(try tokenizer.decode(ids, skippingControlTokens: true) == Array("a".utf8))
  }

  @Test("ids that are no tokens are refused", arguments: [-1, 256, Int.max, Int.min])
  func refusesUnknownTokens(id: Int) throws {
    let tokenizer = try SmallVocabulary.bytePair().tokenizer()
    #expect(throws: TokenizerError.unknownToken(id: id, count: 256)) { try tokenizer.decode([65, id]) }
    var detokenizer = tokenizer.makeDetokenizer()
    #expect(throws: TokenizerError.unknownToken(id: id, count: 256)) { try detokenizer.append(id) }
    #expect(tokenizer.vocabulary.bytes(of: id).isEmpty && tokenizer.vocabulary.piece(of: id).isEmpty)
    #expect(tokenizer.vocabulary.kind(of: id) == .undefined)
  }
}
