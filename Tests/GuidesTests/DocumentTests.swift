import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Validation of documents by their values.
struct DocumentTests {
  private func accepts(_ document: String, _ schema: String) throws -> Bool {
    let guide = try Guide(schema: schema, options: .validating, index: TokenIndex(.bytes))
    return try guide.accepts(document: Array(document.utf8))
  }

  @Test("the spelling of a document does not matter")
  func ignoresSpelling() throws {
    #expect(
      try accepts(" { \"a\\u0062\" :\n\"\\u00e9\" }\t", #"{"properties":{"ab":{"const":"é"}},"required":["ab"]}"#))
    #expect(try accepts("1.50e1", #"{"type":"integer","minimum":15,"maximum":15}"#))
    #expect(try accepts("-0.0", #"{"const":0}"#))
    #expect(try accepts("0.000001e6", #"{"type":"integer"}"#))
    #expect(try accepts("12300000000000000000000e-20", #"{"multipleOf":0.5,"const":123}"#) == true)
    #expect(try accepts("1000e200", #"{"type":"number","minimum":1}"#))
    #expect(try !accepts("0.1e-200", #"{"type":"number","minimum":1}"#))
    #expect(try accepts(#"{"a":1,"a":"x"}"#, #"{"properties":{"a":{"type":"string"}},"maxProperties":1}"#))
    #expect(try !accepts(#"{"b":1,"a":"x","a":1}"#, #"{"properties":{"a":{"type":"string"}}}"#))
  }

  @Test(
    "large multiples and integers are decided exactly, whatever their exponents",
    arguments: [
      ("1e300", #"{"multipleOf":0.01}"#, true), ("1e999999999", #"{"multipleOf":0.01}"#, true),
      ("-123.45e300", #"{"multipleOf":0.01}"#, true), ("1e300", #"{"multipleOf":7}"#, false),
      ("7e300", #"{"multipleOf":7}"#, true), ("1.4e300", #"{"multipleOf":7}"#, true),
      ("1e300", #"{"multipleOf":2}"#, true), ("1e40", #"{"multipleOf":100}"#, true),
      ("1e-999999999", #"{"multipleOf":0.01}"#, false), ("1e-300", #"{"multipleOf":0.01}"#, false),
      ("1e300", #"{"multipleOf":0.01,"maximum":5}"#, false), ("1e300", #"{"multipleOf":0.01,"minimum":5}"#, true),
      ("1e300", #"{"type":"integer"}"#, true), ("1.5e308", #"{"type":"integer","multipleOf":0.5}"#, true),
      ("1e300", #"{"type":"integer","const":1e300}"#, true), ("1e301", #"{"type":"integer","const":1e300}"#, false),
      ("1e300", #"{"type":"number","not":{"type":"integer"}}"#, false), ("1e-300", #"{"type":"integer"}"#, false),
      ("12e500", #"{"type":"number","minimum":5}"#, true), ("1e-9223372036854775808", #"{"minimum":1}"#, false),
    ])
  func decidesLargeNumbers(_ document: String, _ schema: String, _ expected: Bool) throws {
    #expect(try accepts(document, schema) == expected)
  }

  @Test("generated multiples and integers have no exponents")
  func generatesPlainMultiples() throws {
    for schema in [#"{"type":"number","multipleOf":0.01}"#, #"{"type":"integer"}"#] {
      var matcher = try Guide(schema: schema, options: .generating, index: TokenIndex(.bytes)).makeMatcher()
      let (digit, exponent) = (matcher.accept(bytes: "1".utf8), matcher.accept(bytes: "e".utf8))
      #expect(digit && !exponent)
    }
  }

  @Test("invalid JSON is an error")
  func rejectsInvalidJSON() throws {
    for text in ["", "[1,]", "{\"a\"}", "01", "[1] 2", "\"\\ud800\"", String(repeating: "[", count: 1000)] {
      let error = #expect(throws: GuideError.self) { try accepts(text, "true") }
      if case .malformedJSON? = error {} else { Issue.record("\(text.prefix(20)): \(String(describing: error))") }
    }
  }
}
