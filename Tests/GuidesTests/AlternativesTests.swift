import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Schemas with more alternatives at a time than a guide follows.
struct AlternativesTests {
  /// Exactly one of several open objects of which one refers to all: the alternatives multiply with each level.
  private static let schema: String = {
    let names = (0..<4).map { "leaf\($0)" }
    let references = (names + ["inner"]).map { ##"{"$ref":"#/$defs/\##($0)"}"## }.joined(separator: ",")
    var definitions = names.map { name in
      #""\#(name)":{"type":"object","properties":{"\#(name)":{"type":"object"}},"required":["\#(name)"]}"#
    }
    definitions.append(
      #""inner":{"type":"object","properties":{"inner":{"oneOf":[\#(references)]}},"required":["inner"]}"#)
    return #"{"$defs":{\#(definitions.joined(separator: ","))},"oneOf":[\#(references)]}"#
  }()

  private static let leaf = #"{"leaf0":{}}"#
  private static let deep = (1...20).reduce(leaf) { text, _ in #"{"inner":\#(text)}"# }

  private func expectTooComplex(_ error: GuideError?) {
    if case .tooComplex? = error { return }
    Issue.record("\(String(describing: error))")
  }

  @Test("49.A4 no allowed token is missing from a mask in a budget: it is an error that there are too many to follow")
  func masksAreCompleteOrErrors() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    var matcher = guide.makeMatcher()
    var failure: GuideError?
    for byte in Self.deep.utf8 where failure == nil {
      do throws(GuideError) {
        let mask = try matcher.mask(remaining: 500)
        let isInMask = mask.contains(Int(byte))
        let isAllowed = matcher.accept(bytes: [byte])
        #expect(isInMask && isAllowed)
      } catch {
        failure = error
      }
    }
    expectTooComplex(failure)
    #expect(!matcher.text.isEmpty)
  }

  @Test("49.A4 a document with too many alternatives is an error, and others are judged as before")
  func documentsAreJudgedOrErrors() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    let failure = #expect(throws: GuideError.self) { try guide.accepts(document: Array(Self.deep.utf8)) }
    expectTooComplex(failure)
    let verdicts = try [Self.leaf, #"{"inner":\#(Self.leaf)}"#, "{}"].map { text in
      try guide.accepts(document: Array(text.utf8))
    }
    #expect(verdicts == [true, true, false])
  }
}
