import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletGuides

/// The caches stay within the limits documented at ``Guide``.
struct MemoryTests {
  private static let limit = (24 + 16 + 8 + 8) << 20

  @Test(
    "the caches of a long-used guide stay within their limits",
    .enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"),
    arguments: [
      // A different mask after each character, and after each set of names.
      #"{"type":"string","pattern":"^[a-z ]*[A-Z]?$","maxLength":3000}"#,
      #"{"type":"string","maxLength":100000}"#,
      "{\"type\":\"object\",\"properties\":{"
        + (0..<3000).map { "\"property\($0)\":{\"type\":\"integer\"}" }.joined(separator: ",") + "}}",
    ])
  func keepsToItsLimits(schema: String) throws {
    let index = try LlamaVocabulary.index.get()
    let guide = try Guide(schema: schema, index: index)
    var generator = SeededGenerator(seed: 1)
    var most = 0
    var masks = 0
    var matcher = guide.makeMatcher()
    while masks < 4000 {
      let mask = masks % 50 == 49 ? try matcher.mask(remaining: 200_000) : matcher.mask()
      masks += 1
      // Short tokens create many states.
      let token =
        mask.sparseTokens?.randomElement(using: &generator)
        ?? (0..<256).map { _ in Int.random(in: 0..<index.vocabulary.count, using: &generator) }.first(
          where: mask.contains)
      guard let token, (try? matcher.accept(token)) != nil, !matcher.isFinished else {
        matcher = guide.makeMatcher()
        continue
      }
      if masks % 100 == 0 { most = max(most, guide.cachedByteCount) }
    }
    #expect(most > 1 << 16 && most < Self.limit + 4 << 20)
    #expect(index.cachedByteCount <= TokenIndex.capacity)
  }

  @Test("cached walks are released with the guide")
  func releasesWalks() throws {
    // Masks after each byte of one of two long texts.
    func use(_ number: Int, _ index: TokenIndex) throws -> Guide {
      let texts = ["left", "right"].map { "\"\($0) \(number) \(number * number)\"" }
      let guide = try Guide(schema: "{\"enum\":[\(texts.joined(separator: ","))]}", index: index)
      var matcher = guide.makeMatcher()
      for byte in texts[number % 2].utf8 {
        #expect(matcher.mask().contains(Int(byte)))
        try matcher.accept(Int(byte))
      }
      return guide
    }
    let (index, other) = (TokenIndex(.bytes), TokenIndex(.bytes))
    // The size of the walks of a hundred live guides.
    var guides = try (0..<100).map { try use($0, index) }
    let kept = index.cachedByteCount
    #expect(kept > 0)
    for number in 100..<1000 {
      _ = try use(number, index)
      // Occupies the address of the released automaton, so that a stale entry would be detected.
      guides.append(try use(number, other))
    }
    #expect(guides.count == 1000 && index.cachedByteCount < 4 * kept)
  }
}
