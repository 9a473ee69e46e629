import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletGuides

struct MatcherTests {
  private func guide(_ source: GuideSource, _ options: GuideOptions = GuideOptions()) throws -> Guide {
    try Guide(source, options: options, index: SmallIndex.index.get())
  }

  @Test("properties are in declared order or in any order")
  func keepsOrder() throws {
    let schema = try GuideSource.schema(
      parsing:
        #"{"type":"object","x-order":["b","a"],"properties":{"a":{},"b":{}},"required":["a"]}"#)
    let ordered = try self.guide(schema, .generating)
    #expect(ordered.accepts(#"{"b":1,"a":2}"#) && ordered.accepts(#"{"a":2,"c":3}"#))
    #expect(!ordered.accepts(#"{"a":1,"b":2}"#) && !ordered.accepts(#"{"c":3,"a":2}"#))
    let free = try self.guide(schema)
    #expect(free.accepts(#"{"a":1,"b":2}"#) && free.accepts(#"{"c":3,"a":2}"#) && !free.accepts(#"{"b":1}"#))
  }

  @Test("white space follows the options")
  func keepsSpacing() throws {
    let schema = try GuideSource.schema(parsing: #"{"type":"object","properties":{"a":{"type":"array"}}}"#)
    var options = GuideOptions()
    #expect(try !self.guide(schema, options).accepts(#"{"a": [1]}"#))
    options.whitespace = .natural
    let natural = try self.guide(schema, options)
    #expect(natural.accepts(#"{"a": [1, 2], "b": 1}"#) && natural.accepts(#"{"a":[1,2]}"#))
    #expect(!natural.accepts(#"{"a":  [1]}"#) && !natural.accepts(#"{ "a":[]}"#) && !natural.accepts("{}\n"))
    options.whitespace = .free
    #expect(try self.guide(schema, options).accepts(" { \"a\" :\n\t[ 1 , 2 ] } \n"))
  }

  @Test("sequences of patterns, choices and texts up to a tag")
  func composes() throws {
    let call = try GuideSource.sequence([
      .textUntil(tag: "<call>"),
      .schema(
        parsing:
          #"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#),
      .choice(["</call>", "</end>"]),
    ])
    let guide = try self.guide(.anyOf([.repeated(call), .pattern("no(pe)?")]))
    #expect(guide.accepts("no") && guide.accepts("nope") && guide.accepts(""))
    #expect(guide.accepts("let me <see> <call>{\"n\":12}</call>"))
    #expect(guide.accepts("a<call>{\"n\":1}</end><<call>{\"n\":2}</call>"))
    #expect(!guide.accepts("a<call>{\"n\":1}") && !guide.accepts("nop") && !guide.accepts("a<call>x</call>"))
    let plain = try self.guide(.text(without: ["<a>", "<b>"]))
    #expect(plain.accepts("x <c> <") && !plain.accepts("x <a> y") && !plain.accepts("<b>"))
  }

  /// Returns a matcher after some text, nil if the text is not allowed.
  private func matcher(_ guide: Guide, after text: String) -> GuideMatcher? {
    var matcher = guide.makeMatcher()
    return matcher.accept(bytes: Array(text.utf8)) ? matcher : nil
  }

  @Test("a token that leaves too few for completion changes nothing")
  func keepsStateOfRejectedTokens() throws {
    let guide = try self.guide(.sequence([.choice(["x"]), .choice(["a", "bcdefghijklmnop"])]))
    var matcher = try #require(self.matcher(guide, after: "x"))
    var tokens: [String: TokenID] = [:]
    matcher.mask().forEach { tokens[String(decoding: guide.index.vocabulary.piece(of: $0), as: UTF8.self)] = $0 }
    let (short, long) = (try #require(tokens["a"]), try #require(tokens["b"]))
    let mask = matcher.mask()
    let completion = matcher.shortestCompletion()
    for _ in 0..<2 {
      let isAccepted = try matcher.accept(long, leaving: 0)
      let (after, completionAfter) = (matcher.mask(), matcher.shortestCompletion())
      #expect(!isAccepted && matcher.text == Array("x".utf8) && after == mask && completionAfter == completion)
    }
    #expect(throws: GuideError.self) { try matcher.accept(0, leaving: 100) }
    #expect(matcher.text == Array("x".utf8))
    var other = matcher
    let isLongAccepted = try other.accept(long, leaving: 100)
    #expect(isLongAccepted && other.text == Array("xb".utf8))
    let isShortAccepted = try matcher.accept(short, leaving: 0)
    let isComplete = matcher.isAccepting
    #expect(isShortAccepted && isComplete && matcher.text == Array("xa".utf8))
  }

  @Test("control tokens are allowed only where the answer may end")
  func keepsControlTokensOut() throws {
    let end = try #require(try SmallIndex.index.get().vocabulary.eosID)
    let guide = try self.guide(.schema(parsing: #"{"type":"string"}"#))
    for text in ["", "\"", "\"<end>"] {
      var matcher = try #require(self.matcher(guide, after: text))
      let mask = matcher.mask()
      #expect(!mask.contains(end) && !mask.contains(end + 1))
    }
    var matcher = try #require(self.matcher(guide, after: "\"<end>\""))
    let mask = matcher.mask()
    #expect(mask.sparseTokens == [end])
    #expect(throws: GuideError.tokenNotAllowed(id: 97)) { try matcher.accept(97) }
    try matcher.accept(end)
    #expect(matcher.isFinished)
  }

  @Test("copies are independent")
  func copies() throws {
    var first = try self.guide(.choice(["ab", "ac"])).makeMatcher()
    try first.accept(97)
    var second = first
    try second.accept(98)
    let isAccepting = second.isAccepting
    #expect(isAccepting && first.text == [97])
    try first.accept(99)
    #expect(first.text == [97, 99] && second.text == [97, 98])
  }

  @Test(
    "forced text is tokenised as by the tokenizer",
    .enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"))
  func forcesTokens() throws {
    let tokenizer = try LlamaVocabulary.tokenizer.get()
    let schema =
      #"{"type":"object","properties":{"temperature":{"type":"integer"},"location":{"type":"string"}},"required":["temperature","location"],"additionalProperties":false}"#
    let guide = try Guide(schema: schema, options: .generating, index: LlamaVocabulary.index.get())
    var matcher = guide.makeMatcher()
    let bytes = matcher.forcedBytes()
    #expect(String(decoding: bytes, as: UTF8.self) == ##"{"temperature":"##)
    let expected = tokenizer.encode(#"{"temperature":21,"location":"x"}"#, addingBOSAndEOS: false)
    let forced = matcher.forcedTokens(tokenizer)
    #expect(forced.count >= 2 && expected.starts(with: forced))
    for token in forced { try matcher.accept(token) }
    #expect(##"{"temperature":"##.utf8.starts(with: matcher.text))
    var later = try #require(self.matcher(guide, after: ##"{"temperature":21,"##))
    let rest = later.forcedBytes()
    #expect(String(decoding: rest, as: UTF8.self) == ##""location":""##)
  }

  @Test("clearing the caches does not change the masks")
  func survivesClearedCaches() throws {
    // Every number of characters is a state of its own, which exceeds the capacity of the cache.
    let guide = try self.guide(.schema(parsing: #"{"type":"string","maxLength":200000}"#))
    let long = "\"" + String(repeating: "a", count: 199_999)
    var matcher = try #require(self.matcher(guide, after: long))
    var mask = matcher.mask()
    #expect(mask.contains(97))
    try matcher.accept(97)
    mask = matcher.mask()
    #expect(!mask.contains(97) && mask.contains(TokenID(UInt8(ascii: "\""))))
  }
}
