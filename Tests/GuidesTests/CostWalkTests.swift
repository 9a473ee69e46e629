import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Costs of tokens near the end of a budget.
struct CostWalkTests {
  @Test(
    "the costs of tokens are those of the shortest completions after them",
    arguments: [
      (#"{"type":"string"}"#, #""é\n"#), (#"{"type":"string","pattern":"^[aé]*(ab|日)$"}"#, #""aéab"#),
      (#"{"type":"object","required":["ab","foo"],"properties":{"ab":{"type":"string"}}}"#, #"{"ab":"日","x":{"#),
      (#"{"type":"object","patternProperties":{"^[aé]":{"minimum":3}},"additionalProperties":false}"#, #"{"aé":12"#),
      (#"{"type":"object","minProperties":3}"#, #"{"é":1,"a":[],""#),
      (#"{"anyOf":[{"type":"array","items":{"type":"string","minLength":3}},{"const":{"a":"日"}}]}"#, #"["é"#),
    ])
  func costsAreExact(schema: String, text: String) throws {
    let index = try SmallIndex.index.get()
    let guide = try Guide(schema: schema, index: index)
    var matcher = guide.makeMatcher()
    for byte in Array(text.utf8) {
      var counted = 0
      for (count, tokens) in guide.costs(&matcher.position) {
        for token in 0..<index.vocabulary.count where tokens.contains(token) {
          var next = matcher
          try next.accept(token)
          let completion = next.shortestCompletion()
          #expect(completion.count == count, "token \(token) after \(String(decoding: matcher.text, as: UTF8.self))")
          counted += 1
        }
      }
      let mask = matcher.mask()
      let ends = index.vocabulary.endOfGeneration.filter { mask.contains($0) }.count
      #expect(counted == mask.count - ends)
      let isAllowed = matcher.accept(bytes: [byte])
      try #require(isAllowed)
    }
  }

  @Test("many alternatives take a bounded amount of work, and the answer still ends within the budget")
  func workIsBounded() throws {
    let index = try SmallIndex.index.get()
    let schema = MaskSteps.anyOf(400) { number in
      #"{"type":"object","required":["k\#(number)"],"propertyNames":{"pattern":"^[a-z\#(number % 10)]*\#(number)"}}"#
    }
    let guide = try Guide(schema: schema, index: index)
    var builder = try MaskSteps.builder(schema)
    var state = builder.machine.start()
    for byte in #"{"k"#.utf8 { state = builder.machine.step(state, byte) }
    var walk = CostWalk(index.trie, vocabularyCount: index.vocabulary.count)
    walk.run(below: 0, state, &builder.machine)
    #expect(walk.work < 60_000)
    var matcher = guide.makeMatcher()
    var remaining = guide.minimumTokenCount + 3
    var generator = SeededGenerator(seed: 1)
    while !matcher.isFinished {
      var tokens: [TokenID] = []
      try matcher.mask(remaining: remaining).forEach { tokens.append($0) }
      try matcher.accept(try #require(tokens.randomElement(using: &generator)))
      remaining -= 1
    }
    #expect(remaining >= 0)
  }
}
