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
    // Other numbers have as many digits as a `Double` distinguishes.
    #expect(try accepts(#"{"type":"number"}"#, ["123456789012345", "1234567890123456"], .generating) == [true, false])
  }
}
