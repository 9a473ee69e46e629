import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Regression tests for schemas that were reported as validated incorrectly.
struct ReportedSchemaTests {
  private func accepts(
    _ schema: String, _ documents: [String], _ options: GuideOptions = .validating
  ) throws(GuideError) -> [Bool] {
    let guide = try Guide(schema: schema, options: options, index: TokenIndex(.bytes))
    var verdicts: [Bool] = []
    for document in documents { verdicts.append(try guide.accepts(document: Array(document.utf8))) }
    return verdicts
  }

  /// Alternatives multiply with each level, so redundant ones must be avoided; too many are an error.
  @Test("Exactly one of several open objects that refer to themselves", arguments: 1...4)
  func exclusiveRecursion(_ count: Int) throws {
    let leaves = (0..<count).map { number in
      #""leaf\#(number)":{"type":"object","properties":{"leaf\#(number)":{"type":"object"}},"required":["leaf\#(number)"]}"#
    }
    let names = (0..<count).map { "leaf\($0)" } + ["inner"]
    let references = names.map { ##"{"$ref":"#/$defs/\##($0)"}"## }.joined(separator: ",")
    let inner =
      #""inner":{"type":"object","properties":{"inner":{"oneOf":[\#(references)]}},"required":["inner"]}"#
    let schema = #"{"$defs":{\#((leaves + [inner]).joined(separator: ","))},"oneOf":[\#(references)]}"#
    let leaf = #"{"leaf0":{}}"#
    let nested = (1...20).reduce(leaf) { text, _ in #"{"inner":\#(text)}"# }
    #expect(
      try accepts(schema, [leaf, #"{"inner":\#(leaf)}"#, #"{"inner":{"leaf0":1}}"#, "{}"]) == [
        true, true, false, false,
      ])
    do throws(GuideError) {
      #expect(try accepts(schema, [nested]) == [true])
    } catch {
      if case .tooComplex = error {} else { Issue.record("\(error)") }
    }
    if count > 1 {
      #expect(try accepts(schema, [#"{"leaf0":{},"leaf1":{}}"#, #"{"leaf0":{},"leaf1":1}"#]) == [false, true])
    }
  }

  /// A schema's own numbers are allowed with all their digits, whatever limit there is for others.
  @Test func constantsHaveAsManyDigitsAsTheyHave() throws {
    var options = GuideOptions.generating
    for allowsExponents in [true, false] {
      options.allowsExponents = allowsExponents
      for number in ["1234567890123456789", "12345678901234567", "0.1234567890123456", "100000000000000000000"] {
        #expect(
          try accepts(#"{"enum":[\#(number),5]}"#, [number, "5", "6"], options) == [true, true, false], "\(number)")
        #expect(try accepts(#"{"const":\#(number)}"#, [number], options) == [true], "\(number)")
      }
      #expect(try accepts(#"{"const":1e20}"#, ["100000000000000000000"], options) == [true])
      #expect(try accepts(#"{"const":{"id":12345678901234567}}"#, [#"{"id":12345678901234567}"#], options) == [true])
    }
  }

  /// Bounds of many digits do not multiply the states of an automaton.
  @Test func boundsOfManyDigitsAreNotTooComplex() throws {
    let bound = "9007199254740991"
    let documents = [
      (bound, true, true), ("9007199254740992", false, false), ("9.007199254740991e15", true, true),
      ("9.0071992547409911e15", false, true), ("-1e300", true, false), ("1e16", false, false), ("0.5", true, true),
    ]
    #expect(
      try accepts(#"{"type":"number","maximum":\#(bound)}"#, documents.map(\.0)) == documents.map(\.1))
    #expect(
      try accepts(#"{"exclusiveMinimum":-\#(bound),"maximum":\#(bound).25}"#, documents.map(\.0))
        == documents.map(\.2))
  }

  @Test func ofRepeatedKeywordsTheLastCounts() throws {
    #expect(try accepts(#"{"type":"integer","type":"string"}"#, ["1", #""a""#]) == [false, true])
    #expect(
      try accepts(
        #"{"properties":{"a":{"type":"integer"},"a":{"type":"string"}}}"#, [#"{"a":1}"#, #"{"a":"b"}"#])
        == [false, true])
  }

  @Test(
    arguments: [
      (#"{"properties":{"a":[]}}"#, "/properties/a"), (#"{"allOf":[{},5]}"#, "/allOf/1"),
      (#"{"properties":{"a":{"properties":{"b/c~d":1}}}}"#, "/properties/a/properties/b~1c~0d"),
      (#"{"patternProperties":{"a":1}}"#, "/patternProperties/a"),
    ])
  func pointersNameTheChild(_ schema: String, _ expected: String) throws {
    do throws(GuideError) {
      _ = try Guide(schema: schema, options: .validating, index: TokenIndex(.bytes))
      Issue.record("accepted")
    } catch {
      guard case .invalidSchema(let pointer, _) = error else { throw error }
      #expect(pointer == expected)
    }
  }

  @Test func hostNamesMayHaveLabelsInPunycode() throws {
    #expect(
      try accepts(
        #"{"format":"hostname"}"#,
        [#""xn--mnchen-3ya.example""#, #""www.XN--4GBWDL.xn--wgbh1c""#, #""xn--""#, #""xn--a-""#, #""ab--c.example""#])
        == [true, true, false, false, false])
  }

  @Test func integersHave64Bits() throws {
    let integers = ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809"]
    #expect(try accepts(#"{"type":"integer"}"#, integers, .generating) == [true, true, false, false])
    #expect(try accepts(#"{"type":"integer","minimum":0}"#, integers, .generating) == [true, false, false, false])
    #expect(
      try accepts(#"{"type":"integer","maximum":9223372036854775808}"#, integers, .generating) == [
        true, true, true, false,
      ])
    #expect(try accepts(#"{"type":"integer"}"#, integers) == [true, true, true, true])
    #expect(
      try accepts(#"{"minimum":18446744073709551615,"type":"integer"}"#, ["18446744073709551616"], .generating) == [
        true
      ])
    let unsigned = ["18446744073709551615", "18446744073709551616", "0", "-1"]
    let verdicts = try accepts(
      #"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#, unsigned, .generating)
    #expect(verdicts == [true, false, true, false])
    // Other numbers have as many digits as a `Double` distinguishes.
    #expect(try accepts(#"{"type":"number"}"#, ["123456789012345", "1234567890123456"], .generating) == [true, false])
  }
}
