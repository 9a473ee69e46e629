import SwiftletGGUF
import Testing

@testable import SwiftletTokenizers

/// Pieces and tokens, compared with those of the reference tokenizers for difficult texts.
struct ReferenceFixtureTests {
  private func ends(_ name: String, _ text: [UInt8]) throws -> [Int] {
    let preTokenizer = PreTokenizer(stages: try #require(PreTokenizer.profile(named: name)).stages)
    var progress = PreTokenizer.Progress(preTokenizer)
    var ends: [Int] = []
    while (ends.last ?? 0) < text.count {
      ends.append(preTokenizer.pieceEnd(text.span, from: ends.last ?? 0, limit: text.count, &progress))
    }
    return ends
  }

  @Test("every name cuts where the regular expressions do that it stands for")
  func cutsLikeTheExpressions() throws {
    let splits = try TokenizerFixtures.splits()
    #expect(splits.rules.count > 25 && splits.texts.count == 80)
    for rule in splits.rules {
      #expect(rule.ends.count == splits.texts.count && !rule.names.isEmpty)
      for name in rule.names {
        for (text, expected) in zip(splits.texts, rule.ends) {
          #expect(try ends(name, Array(text.utf8)) == expected, "\(name): \(text.debugDescription)")
        }
      }
    }
  }

  @Test("tokens of unigram, character-pair and WordPiece vocabularies", arguments: ["unigram", "characters", "words"])
  func encodesLikeTheOriginal(name: String) throws {
    let tokens = try TokenizerFixtures.tokens()
    let tokenizer = try Tokenizer(metadata: TokenizerFixtures.metadata(name))
    #expect(tokenizer.warnings.isEmpty)
    let expected = try #require(tokens.ids[name])
    #expect(expected.count == tokens.texts.count)
    var count = 0
    for (text, ids) in zip(tokens.texts, expected) {
      guard let ids else { continue }
      count += 1
      #expect(tokenizer.encode(text, addingBOSAndEOS: false) == ids, "\(text.debugDescription)")
    }
    #expect(count > 120)
  }

  @Test("what is put before and after texts")
  func addsBorders() throws {
    let unigram = try Tokenizer(metadata: TokenizerFixtures.metadata("unigram"))
    #expect(unigram.encode("") == [1] && unigram.encode("the").last == 1)
    let characters = try Tokenizer(metadata: TokenizerFixtures.metadata("characters"))
    #expect(characters.encode("the").first == 2 && characters.vocabulary.addsBOS)
    let words = try Tokenizer(metadata: TokenizerFixtures.metadata("words"))
    let ids = words.encode("the")
    #expect(ids.first == words.vocabulary.id(of: "[CLS]") && ids.last == words.vocabulary.id(of: "[SEP]"))
    #expect(words.vocabulary.separatorID == ids.last && words.vocabulary.maskID == words.vocabulary.id(of: "[MASK]"))
  }

  @Test("decoding gives back the text, as far as it was not simplified")
  func decodes() throws {
    for (name, text, expected) in [
      ("unigram", "The  ﬁrst of\tthem", "The first of them"), ("characters", "The  ﬁrst\n\n🦙 ▁", "The  ﬁrst\n\n🦙  "),
      ("words", "The Father", "the father"),
    ] {
      let tokenizer = try Tokenizer(metadata: TokenizerFixtures.metadata(name))
      let ids = tokenizer.encode(text)
      #expect(try tokenizer.decode(ids, skippingControlTokens: true) == Array(expected.utf8), "\(name)")
      var detokenizer = tokenizer.makeDetokenizer()
      var parts = ""
      for id in ids { parts += try detokenizer.append(id) }
      #expect(Array((parts + detokenizer.finish()).utf8) == Array(expected.utf8), "\(name)")
    }
  }
}
