import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// `uniqueItems` over scalars that are not enumerated.
struct DifferentElementsTests {
  private static func guide(_ schema: String, _ options: GuideOptions = GuideOptions()) throws -> Guide {
    try Guide(schema: schema, options: options, index: SmallIndex.index.get())
  }

  static let cases: [(schema: String, allowed: [String], forbidden: [String])] = [
    (
      #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#,
      ["[]", #"["a"]"#, #"["a","b","ab",""]"#, #"["é","e\u0301"]"#, #"["a\"","a"]"#],
      [#"["a","a"]"#, #"["a","b","a"]"#, #"["","b",""]"#, #"["a","\u0061"]"#, #"["😀","\ud83d\ude00"]"#]
    ),
    (
      #"{"type":"array","items":{"type":"number"},"uniqueItems":true}"#,
      ["[1,2,1.5,-1]", "[0,1e1,1e-1]", "[1,10,100]"],
      ["[1,1]", "[1,1.0]", "[10,1e1]", "[0,-0]", "[0,0.0]", "[2.50,2.5]", "[1e999,1.0e999]"]
    ),
    (
      #"{"type":"array","items":{"type":"integer","minimum":1,"maximum":3},"uniqueItems":true,"minItems":2}"#,
      ["[1,2]", "[3,2,1]"], ["[1]", "[1,1]", "[1,2,3,1]", "[1,2,3,4]"]
    ),
    (
      #"{"type":"array","items":{"type":["string","number","null","boolean"]},"uniqueItems":true}"#,
      [#"[1,"1",null,"null",true,false]"#], ["[null,null]", "[true,true]", #"["1",1,1.0]"#]
    ),
    (
      #"{"type":"array","items":{"type":"string","pattern":"^[ab]{1,2}$"},"uniqueItems":true,"minItems":6}"#,
      [#"["a","b","aa","ab","ba","bb"]"#], [#"["a","b","aa","ab","ba"]"#, #"["a","b","aa","ab","ba","ba"]"#]
    ),
    (
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"string"},"uniqueItems":true}"#,
      [#"["a",1,"b"]"#], [#"["a",1,"a"]"#, #"["a",1,"b","b"]"#, #"["a","b"]"#]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","minLength":1},"uniqueItems":true}}}"#,
      [#"{"a":["x","y"]}"#, #"{"a":[]}"#], [#"{"a":["x","x"]}"#, #"{"a":[""]}"#]
    ),
  ]

  @Test("equal values are forbidden, whatever their spelling", arguments: cases.indices)
  func forbidsEqualValues(caseIndex: Int) throws {
    let (schema, allowed, forbidden) = Self.cases[caseIndex]
    let guide = try Self.guide(schema)
    for text in allowed { #expect(guide.accepts(text), "\(text) for \(schema)") }
    for text in forbidden { #expect(!guide.accepts(text), "\(text) for \(schema)") }
  }

  @Test("an array of few values ends when all are used up")
  func endsWhenAllAreUsed() throws {
    var matcher = try Self.guide(Self.cases[2].schema).makeMatcher()
    let isAccepted = matcher.accept(bytes: Array("[2,1,3".utf8))
    #expect(isAccepted)
    #expect(matcher.forcedBytes() == Array("]".utf8))
  }

  @Test("the last value of few is forced")
  func forcesTheLastValue() throws {
    let schema = #"{"type":"array","items":{"type":"string","pattern":"^(ab|ac|b)$"},"uniqueItems":true,"minItems":3}"#
    var matcher = try Self.guide(schema).makeMatcher()
    let isAccepted = matcher.accept(bytes: Array(#"["ab","b""#.utf8))
    #expect(isAccepted)
    #expect(matcher.forcedBytes() == Array(#","ac"]"#.utf8))
  }

  @Test("more different elements than there are values are unsatisfiable")
  func findsTooFewValues() {
    #expect(throws: GuideError.unsatisfiable(pointer: "")) {
      try Self.guide(
        #"{"type":"array","items":{"type":"string","pattern":"^[a-z]$"},"uniqueItems":true,"minItems":27}"#)
    }
  }

  @Test("shortest completions have different elements")
  func completesWithDifferentElements() throws {
    let schema =
      #"{"type":"array","items":{"type":["string","integer"],"maxLength":1},"uniqueItems":true,"minItems":12}"#
    let guide = try Self.guide(schema)
    for prefix in ["", "[", "[1", "[\"", "[\"a\",", "[1,2,\"a\",3"] {
      var matcher = guide.makeMatcher()
      var isAccepted = matcher.accept(bytes: Array(prefix.utf8))
      #expect(isAccepted)
      for token in matcher.shortestCompletion() { try matcher.accept(token) }
      isAccepted = try guide.accepts(document: matcher.text)
      #expect(isAccepted && matcher.isAccepting, "\(String(decoding: matcher.text, as: UTF8.self))")
    }
  }

  @Test("arrays, objects and a prefix that uses up what follows are refused")
  func refusesComposites() {
    for schema in [
      #"{"type":"array","items":{"type":"object"},"uniqueItems":true}"#, #"{"type":"array","uniqueItems":true}"#,
      #"{"prefixItems":[{"type":"integer","minimum":0,"maximum":99}],"items":{"type":"integer","minimum":0,"maximum":99},"uniqueItems":true,"minItems":101,"type":"array"}"#,
    ] {
      let error = #expect(throws: GuideError.self) { try Self.guide(schema) }
      guard case .unsupported(_, let reason)? = error, reason.contains("uniqueItems") else {
        Issue.record("\(schema): \(String(describing: error))")
        continue
      }
    }
  }
}
