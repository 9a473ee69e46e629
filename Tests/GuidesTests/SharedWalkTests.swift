import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Shared walks: tokens of many strings and names that are constrained by different patterns.
struct SharedWalkTests {
  /// Kinds of alternatives, each with a number of its own.
  enum Kind: String, CaseIterable {
    case strings, anchored, bounded, objects, names, required, arrays, lengths

    func schema(_ number: Int) -> String {
      let word = MaskSteps.word(number)
      return switch self {
      case .strings: #"{"type":"string","pattern":"(\#(word)|\#(MaskSteps.word(number + 500))).*x\#(number)"}"#
      case .anchored:
        #"{"type":"object","properties":{"a":{"pattern":"^[a-z ]*\#(word)[a-z ]*$"},"v\#(number)":true}}"#
      case .bounded: #"{"type":"string","pattern":"^[a-z]+\#(number)$","maxLength":\#(number % 7 + 6)}"#
      case .objects:
        #"{"type":"object","properties":{"a":\#(Kind.strings.schema(number)),"v\#(number)":true},"required":["a"]}"#
      case .names: #"{"type":"object","propertyNames":{"pattern":"^[a-z0-9]*\#(word)|k"}}"#
      case .required:
        #"{"type":"object","required":["k\#(number)"],"propertyNames":{"pattern":"^[a-z0-9]*\#(word)|k"}}"#
      case .arrays: #"{"type":"array","prefixItems":[{"const":"a\#(number)"},{"type":"string"}],"minItems":2}"#
      case .lengths:
        #"{"type":"array","items":{"type":"integer","maximum":\#(number + 9)},"minItems":\#(number % 50)}"#
      }
    }
  }

  @Test(
    "a mask of four times as many alternatives takes about four times as many steps",
    arguments: [
      (Kind.strings, "\""), (.strings, #""ab"#), (.strings, #""ab\"#), (.anchored, #"{"a":"ab"#), (.bounded, #""ab"#),
      (.objects, #"{"a":"ab"#), (.names, "{"), (.names, #"{"ab"#), (.required, #"{"ab"#), (.arrays, "["),
      (.arrays, #"["a"#), (.lengths, "[1,2"),
    ])
  func stepsAreLinear(kind: Kind, text: String) throws {
    let few = try MaskSteps.count(MaskSteps.anyOf(50, kind.schema), after: text)
    let many = try MaskSteps.count(MaskSteps.anyOf(200, kind.schema), after: text)
    #expect(few > 0 && many <= 6 * few, "\(few) and \(many) steps")
  }

  @Test("a string that refuses nothing is followed only on the way to closing quotes")
  func freeStringsAreSkipped() throws {
    let index = try SmallIndex.index.get()
    let guide = try Guide(schema: #"{"type":"string","pattern":"(ab|foo).*b"}"#, index: index)
    let lexeme = try #require(guide.grammar.lexemes.first { $0.decoder.isQuoted })
    let start = TextPosition(state: lexeme.automaton.start)
    let free = index.freeNodes(lexeme.decoder, 0)
    let walk = try #require(
      SharedWalk(
        [(SharedString(lexeme: lexeme), start)], lexeme.decoder, 0, index.trie, free,
        vocabularyCount: index.vocabulary.count))
    #expect(free.paths.count * 4 < index.trie.nodes.count)
    #expect(walk.stepCount <= 2 * free.paths.count)
    let alone = index.walk(lexeme, LexemeState(state: start.state), endsAtDelimiter: true)
    #expect(walk.whole == alone.whole)
  }

  /// Patterns, some of which refuse nothing, some of which are bounded, with characters of all lengths and escapes.
  private static let patterns = [
    "a", "(ab|foo).*b", "^[a-z]*$", "^[a-z0-9]{2,5}$", "^a", "b$", "^[^b]*$", "é", "^[é日a-f]+$", "^.{0,3}$",
    #"^\\w+[\"\\\\]?$"#, #"^[ab\\n]*$"#, "^(ab)*$", "[^a]{2}", "^x-", "日", "^[^é]{1,4}$", "^(?i)FOO", "12|0", "^$|a.$",
  ]
  private static let texts = ["ab", "foob", "é日a", "a\\n", "\\\"a", "\\u00e9b", ""]

  private static func schema(_ generator: inout SeededGenerator, _ count: Int) -> String {
    MaskSteps.anyOf(count) { number in
      let pattern = patterns.randomElement(using: &generator) ?? ""
      let other = patterns.randomElement(using: &generator) ?? ""
      let length = generator.once(in: 3) ? #","maxLength":\#(Int.random(in: 1...6, using: &generator))"# : ""
      let string = #"{"type":"string","pattern":"\#(pattern)"\#(length)}"#
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: return string
      case 1: return #"{"type":"array","items":\#(string)}"#
      case 2: return #"{"type":"object","properties":{"a":\#(string),"v\#(number)":true}}"#
      case 3: return #"{"type":"object","propertyNames":{"pattern":"\#(pattern)"\#(length)},"minProperties":2}"#
      case 4:
        return #"""
          {"type":"object","patternProperties":{"\#(pattern)":{"type":"integer"},"\#(other)":{"maximum":9}},
          "additionalProperties":\#(string),"properties":{"ab\#(number % 3)":{"const":\#(number)}}}
          """#
      default:
        return #"""
          {"type":"object","propertyNames":{"pattern":"\#(pattern)|ab"},"required":["ab\#(number % 4)"],
          "properties":{"ab\#(number % 4)":\#(string)}}
          """#
      }
    }
  }

  @Test("masks of random alternatives have exactly the tokens that are allowed one by one", arguments: 0..<16)
  func masksAreExact(seed: Int) throws {
    let index = try SmallIndex.index.get()
    var generator = SeededGenerator(seed: seed)
    let schema = Self.schema(&generator, 4 + seed % 9)
    guard let guide = try? Guide(schema: schema, index: index) else { return }
    var compared = 0
    for text in Self.texts {
      for document in ["\"\(text)\"", "[\"\(text)\",\"\(text)\"]", #"{"\#(text)":1,"ab1":"\#(text)"}"#] {
        var matcher = guide.makeMatcher()
        for byte in document.utf8 {
          let mask = matcher.mask()
          let wrong = (0..<index.vocabulary.count).first { mask.contains($0) != matcher.allows($0) }
          try #require(wrong == nil, "after \(String(decoding: matcher.text, as: UTF8.self)) in \(schema)")
          compared += 1
          guard matcher.accept(bytes: [byte]) else { break }
        }
      }
    }
    #expect(compared > 30)
  }
}
