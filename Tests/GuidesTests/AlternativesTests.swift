import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Schemas with more alternatives at a time than a guide follows.
struct AlternativesTests {
  /// Many objects with some values that are not the same as each of four: a value can differ from any of these.
  private static let schema: String = {
    let different = (0..<4).map { #"{"not":{"additionalProperties":{"const":\#($0)}}}"# }.joined(separator: ",")
    let objects = (0..<150).map { #"{"type":"object","required":["k\#($0)"],"allOf":[\#(different)]}"# }
    return #"{"anyOf":[{"type":"integer"},{"type":"array"},\#(objects.joined(separator: ","))]}"#
  }()

  /// A document that lacks what each of the objects requires.
  private static let object = #"{"a":1,"b":2}"#

  private func expectTooComplex(_ error: GuideError?) {
    if case .tooComplex? = error { return }
    Issue.record("\(String(describing: error))")
  }

  @Test("49.4 no allowed token is missing from a mask in a budget: it is an error that there are too many to follow")
  func masksAreCompleteOrErrors() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    var matcher = guide.makeMatcher()
    var failure: GuideError?
    for byte in Self.object.utf8 where failure == nil {
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

  @Test("49.4 a document with too many alternatives is an error, and others are judged as before")
  func documentsAreJudgedOrErrors() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    let failure = #expect(throws: GuideError.self) { try guide.accepts(document: Array(Self.object.utf8)) }
    expectTooComplex(failure)
    let verdicts = try ["7", "[7]", "{}"].map { text in
      try guide.accepts(document: Array(text.utf8))
    }
    #expect(verdicts == [true, true, false])
  }
  @Test("an accepted document with too many alternatives does not make the next one an error")
  func verdictsAreIndependent() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    // Some of the alternatives are dropped, but not the first ones.
    let verdicts = try [#"{"a":9,"b":9,"k0":9}"#, #""text""#, "7"].map { text in
      try guide.accepts(document: Array(text.utf8))
    }
    #expect(verdicts == [true, false, true])
  }

  @Test("a matcher with too many alternatives does not make a document an error, nor a document hide its error")
  func matchersAndDocumentsAreIndependent() throws {
    let guide = try Guide(schema: Self.schema, options: .validating, index: TokenIndex(.bytes))
    var matcher = guide.makeMatcher()
    let isAllowed = matcher.accept(bytes: #"{"a":9,"b":9,"#.utf8)
    let isAccepted = try guide.accepts(document: Array(#""text""#.utf8))
    #expect(isAllowed && !isAccepted)
    let failure = #expect(throws: GuideError.self) { try matcher.checkCompleteness() }
    expectTooComplex(failure)
  }
}
