import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Negated rules for properties, each of which demands a property, and counts of undeclared properties.
struct NegatedRuleTests {
  private static func guide(_ schema: String) throws -> Guide {
    try Guide(schema: schema, index: SmallIndex.index.get())
  }

  static let cases: [(schema: String, allowed: [String], forbidden: [String])] = [
    (
      #"{"type":"object","allOf":[{"not":{"patternProperties":{"^a":{"type":"string"}}}},{"not":{"additionalProperties":{"type":"integer"}}}]}"#,
      [#"{"a":null}"#, #"{"a":1,"b":"x"}"#, #"{"b":null,"ab":2}"#], ["{}", #"{"a":1}"#, #"{"a":"x"}"#, #"{"b":null}"#]
    ),
    (
      #"{"type":"object","maxProperties":1,"allOf":[{"not":{"patternProperties":{"a":false}}},{"not":{"patternProperties":{"b":false}}}]}"#,
      [#"{"ab":1}"#, #"{"foobar":null}"#], ["{}", #"{"a":1}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"foo":1}"#]
    ),
    (
      #"{"type":"object","not":{"propertyNames":{"not":{"pattern":"^x"}}},"maxProperties":2}"#,
      [#"{"x":1}"#, #"{"a":1,"xy":2}"#], ["{}", #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2,"x":3}"#]
    ),
    (
      #"{"type":"object","not":{"propertyNames":{"maxLength":2}}}"#, [#"{"abc":1}"#], ["{}", #"{"ab":1,"a":2}"#]
    ),
    // The same name cannot serve twice, although a parser would keep one of its values.
    (
      #"{"type":"object","patternProperties":{"^c$":true},"additionalProperties":false,"allOf":[{"not":{"additionalProperties":{"type":"integer"}}}]}"#,
      [#"{"c":"x"}"#], [#"{"c":1}"#, #"{"c":1,"c":"x"}"#, "{}"]
    ),
    (
      #"{"type":"object","minProperties":3}"#, [#"{"a":1,"b":2,"ab":3}"#, #"{"a":1,"b":2,"c":3,"d":4}"#],
      ["{}", #"{"a":1,"b":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2,"b":3}"#]
    ),
    (
      #"{"type":"object","patternProperties":{"^[a-c]$":{"type":"integer"}},"additionalProperties":false,"minProperties":2}"#,
      [#"{"a":1,"c":2}"#, #"{"c":1,"b":2,"a":3}"#], [#"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"a":1,"d":2}"#]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":{"type":"string"},"minProperties":3,"maxProperties":4}"#,
      [#"{"a":1,"b":"x","foo":"y"}"#],
      [#"{"a":1,"b":"x"}"#, #"{"a":1,"b":"x","b":"y"}"#, #"{"b":"x","c":"x","d":"x"}"#]
    ),
    // Some names of the class are few, others not.
    (
      #"{"type":"object","propertyNames":{"pattern":"^(ab|x.*)$"},"minProperties":2}"#,
      [#"{"ab":1,"x":2}"#, #"{"x":1,"xx":2}"#], [#"{"ab":1}"#, #"{"ab":1,"ab":2}"#, #"{"ab":1,"a":2}"#]
    ),
  ]

  @Test("allows what the validator of the specification allows", arguments: cases.indices)
  func judges(caseIndex: Int) throws {
    let (schema, allowed, forbidden) = Self.cases[caseIndex]
    let guide = try Self.guide(schema)
    for text in allowed { #expect(guide.accepts(text), "\(text) for \(schema)") }
    for text in forbidden { #expect(!guide.accepts(text), "\(text) for \(schema)") }
  }

  @Test("every beginning can be completed to a document that the schema allows", arguments: cases.indices)
  func completes(caseIndex: Int) throws {
    let (schema, allowed, _) = Self.cases[caseIndex]
    let guide = try Self.guide(schema)
    for text in allowed {
      for count in 0..<text.utf8.count {
        var matcher = guide.makeMatcher()
        let isAccepted = matcher.accept(bytes: Array(text.utf8.prefix(count)))
        #expect(isAccepted)
        for token in matcher.shortestCompletion() { try matcher.accept(token) }
        let isValid = try guide.accepts(document: matcher.text)
        #expect(isValid, "\(String(decoding: matcher.text, as: UTF8.self)) for \(schema)")
      }
    }
  }

  @Test("rules that no property satisfies together are unsatisfiable")
  func findsContradictions() {
    #expect(throws: GuideError.unsatisfiable(pointer: "")) {
      try Self.guide(
        #"{"type":"object","maxProperties":1,"propertyNames":{"maxLength":1},"allOf":[{"not":{"patternProperties":{"a":false}}},{"not":{"patternProperties":{"b":false}}}]}"#
      )
    }
  }

  /// Without the removal of redundant alternatives, their number is exponential in that of the branches.
  @Test("oneOf of many objects with an optional discriminator compiles and is exact")
  func manyOptionalDiscriminators() throws {
    let branches = (0..<40).map { number in
      #"{"properties":{"kind":{"enum":["k\#(number)"]},"text":{"type":"string"}}}"#
    }
    let guide = try Self.guide(#"{"type":"object","oneOf":[\#(branches.joined(separator: ","))]}"#)
    for text in [#"{"kind":"k7","text":"x"}"#, #"{"kind":"k39"}"#, #"{"a":1,"kind":"k0"}"#] {
      #expect(guide.accepts(text), "\(text)")
    }
    for text in ["{}", #"{"text":"x"}"#, #"{"kind":"k40"}"#, #"{"kind":"k1","text":1}"#] {
      #expect(!guide.accepts(text), "\(text)")
    }
  }

  @Test("a chain of conditions on the same property compiles and is exact")
  func manyConditions() throws {
    let conditions = (0..<14).map { number in
      #"{"if":{"properties":{"type":{"const":"t\#(number)"}}},"then":{"properties":{"v\#(number)":{"type":"integer"}},"required":["v\#(number)"]}}"#
    }
    let guide = try Self.guide(
      #"{"type":"object","properties":{"type":{"type":"string"}},"required":["type"],"allOf":[\#(conditions.joined(separator: ","))]}"#
    )
    #expect(guide.accepts(#"{"type":"t3","v3":1}"#) && guide.accepts(#"{"type":"other"}"#))
    #expect(!guide.accepts(#"{"type":"t3"}"#) && !guide.accepts(#"{"type":"t3","v3":"x"}"#))
    #expect(guide.accepts(#"{"type":"t3","v3":1,"v4":"x"}"#))
  }
}
