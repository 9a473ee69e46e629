import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// The work of masks that used to take long, in steps of the automaton, which are the same on every machine.
struct CountedWorkTests {
  private static func state(_ builder: inout MaskBuilder, after text: String) throws -> Int32 {
    var state = builder.machine.start()
    for byte in text.utf8 where state >= 0 { state = builder.machine.step(state, byte) }
    try #require(state >= 0)
    return state
  }

  @Test("costs within a string that must differ from others do not ask the automaton about each token")
  func costsOfElementsTakeFewSteps() throws {
    let words = (0..<300).map { MaskSteps.word($0) }
    let more = words + words.map { $0 + "\"" } + words.map { $0 + "\"]" }
    let index = TokenIndex(try SmallIndex.tokenizer(more).vocabulary)
    let items = #"{"type":"array","uniqueItems":true,"items":{"type":"string","maxLength":1820}}"#
    let guide = try Guide(schema: #"{"type":"array","items":\#(items)}"#, index: index)
    var builder = MaskBuilder(machine: PushdownAutomaton(guide.grammar), index: index, endsAtDelimiter: true)
    let state = try Self.state(&builder, after: #"[["ab","cd"],["ab","x "#)
    let (steps, states) = (builder.machine.stepCount, builder.machine.states.count)
    let tokens = builder.costs(state).reduce(0) { $0 + $1.tokens.count }
    #expect(tokens > 3 * words.count)
    #expect(builder.machine.stepCount - steps < words.count, "\(builder.machine.stepCount - steps)")
    #expect(builder.machine.states.count - states < words.count, "\(builder.machine.states.count - states)")
  }

  @Test("costs at the start of a string that must differ from others are bounded, however many others there are")
  func costsBesideManyElementsAreBounded() throws {
    let words = (0..<4000).map { "w\($0)" }
    let index = TokenIndex(try SmallIndex.tokenizer(words).vocabulary)
    let guide = try Guide(
      schema: #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#, index: index)
    var builder = MaskBuilder(machine: PushdownAutomaton(guide.grammar), index: index, endsAtDelimiter: true)
    let state = try Self.state(&builder, after: "[\"\(words.joined(separator: "\",\""))\",\"")
    let steps = builder.machine.stepCount
    let tokens = builder.costs(state).reduce(0) { $0 + $1.tokens.count }
    #expect(tokens > 100)
    #expect(builder.machine.stepCount - steps < 2000, "\(builder.machine.stepCount - steps)")
  }

  @Test(
    "the costs of tokens that extend beyond a string are those of the shortest completions after them",
    arguments: [
      #"{"type":"string"}"#, #"{"type":"string","minLength":2,"maxLength":4}"#, #"{"type":["string","integer"]}"#,
      #"{"type":"string","pattern":"^[abé]{0,3}$","maxLength":9}"#,
    ])
  func costsBeyondStringsAreExact(items: String) throws {
    let more = [
      #"a" ,"#, #"a" ,""#, #"" ]"#, #"","a"#, #"","""#, #"ab","a""#, #"\u00e9""#, #"b", "b"#, #"bb",""#, #"a", 1"#,
      #"" , "#, #"","",""#, #"é","#, "bbb",
    ]
    let index = TokenIndex(try SmallIndex.tokenizer(more).vocabulary)
    for minimum in [0, 2] {
      let schema = #"{"type":"array","items":\#(items),"uniqueItems":true,"minItems":\#(minimum)}"#
      let guide = try Guide(schema: schema, index: index)
      for start in ["\"", #""a"#, #""ab","a"#, #""ab","aa",""#, #""ab","aa","bb","b"#, #""aa","é"#] {
        var matcher = guide.makeMatcher()
        let isAllowed = matcher.accept(bytes: Array("[\(start)".utf8))
        try #require(isAllowed)
        var counted = 0
        for (count, tokens) in guide.costs(&matcher.position) {
          for token in 0..<index.vocabulary.count where tokens.contains(token) {
            var next = matcher
            try next.accept(token)
            let completion = next.shortestCompletion()
            #expect(completion.count == count, "token \(token) after \(start)")
            counted += 1
          }
        }
        let count = matcher.mask().count
        #expect(counted == count)
      }
    }
  }

  @Test("bytes that none of many alternatives allows take no steps")
  func impossibleBytesTakeNoSteps() throws {
    let schema = MaskSteps.anyOf(100) { number in
      #"{"type":"array","items":{"type":"integer","maximum":\#(number + 9)},"minItems":\#(number % 50)}"#
    }
    var builder = try MaskSteps.builder(schema)
    for text in ["[", "[1", "[1,"] {
      let state = try Self.state(&builder, after: text)
      let steps = builder.machine.stepCount
      for byte in "xyz\"{\u{e9}".utf8 { #expect(builder.machine.step(state, byte) < 0) }
      #expect(builder.machine.stepCount == steps)
      #expect(builder.machine.step(state, UInt8(ascii: "2")) >= 0)
    }
  }

  @Test("a joint walk asks its lexemes only about bytes that they have")
  func jointWalksSkipImpossibleBytes() throws {
    let index = try SmallIndex.index.get()
    let numbers = try (0..<50).map { number in
      let guide = try Guide(schema: #"{"type":"integer","minimum":\#(number)}"#, index: index)
      let lexeme = try #require(guide.grammar.lexemes.first { !$0.decoder.isQuoted })
      return (lexeme: lexeme, state: lexeme.start)
    }
    let walk = JointWalk(numbers, index.trie, vocabularyCount: index.vocabulary.count, endsAtDelimiter: true)
    #expect(walk.stepCount < 50 * numbers.count, "\(walk.stepCount)")
  }
}
