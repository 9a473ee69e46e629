import Foundation
import Swiftlet
import Testing

@Generable
private struct Measurements {
  var real: Double
  var short: Float
  var exact: Decimal
  var several: [Double]
  var maybe: Double?
  var inner: Inner
  var kind: Kind

  @Generable
  struct Inner {
    var real: Double
    var exact: Decimal?
  }

  @Generable
  enum Kind {
    case none
    case measured(Double, exact: Decimal)
  }
}

struct NotFiniteTests {
  @Test(
    "Values with numbers that JSON cannot write have a partial form with the same numbers",
    arguments: [Double.nan, -.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func partialForm(number: Double) throws {
    let value = Measurements(
      real: number, short: Float(number), exact: .nan, several: [1, number], maybe: number,
      inner: .init(real: number, exact: .nan), kind: .measured(number, exact: .nan))
    let partial = value.asPartiallyGenerated()
    func isSame(_ other: Double?) -> Bool { other == number || number.isNaN && other?.isNaN == true }
    #expect(isSame(partial.real) && isSame(partial.maybe) && isSame(partial.inner?.real))
    #expect(partial.short == Float(number) || number.isNaN && partial.short?.isNaN == true)
    #expect(partial.several?.first == 1 && isSame(partial.several?.last))
    #expect(partial.exact?.isNaN == true && partial.inner?.exact?.isNaN == true)
    guard case .measured(let measured, exact: let exact)? = partial.kind else {
      Issue.record("\(partial)")
      return
    }
    #expect(isSame(measured) && exact?.isNaN == true)
  }

  @Test("Content keeps such numbers, and its JSON has null in their place")
  func content() throws {
    let content = GeneratedContent(properties: ["a": Double.nan, "b": -Double.infinity, "c": Decimal.nan])
    #expect(content.jsonString == #"{"a": null, "b": null, "c": null}"#)
    #expect(try content.value(Double.self, forProperty: "a").isNaN)
    #expect(try content.value(Float.self, forProperty: "b") == -.infinity)
    #expect(try content.value(Decimal.self, forProperty: "c").isNaN)
    #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Decimal.self, forProperty: "b") }
    #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Int.self, forProperty: "a") }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: content.jsonString).value(Double.self, forProperty: "a")
    }
  }
}
