import Foundation
import Swiftlet
import Testing

struct GeneratedContentTests {
  private let person = GeneratedContent(properties: ["name": "Ada", "age": 36, "email": String?.none])

  @Test("9.3 Numbers are doubles in kind, integers on request, and fractions are no integers")
  func numbers() throws {
    #expect(GeneratedContent(3).kind == .number(3))
    #expect(try GeneratedContent(json: "3.0").value(Int.self) == 3)
    #expect(try GeneratedContent(json: "12e3").value(Int.self) == 12_000)
    #expect(try GeneratedContent(json: "1200e-2").value(Int.self) == 12)
    #expect(try GeneratedContent(json: "-0").value(Int.self) == 0)
    #expect(try GeneratedContent(json: "0e99999999999999999999").value(Int.self) == 0)
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "3.5").value(Int.self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "1e19").value(Int.self) }
    #expect(try GeneratedContent(json: "2").value(Double.self) == 2)
  }

  @Test("9.3 Integers and decimals that a double would change keep all digits")
  func exactNumbers() throws {
    for value in [Int.max, Int.min, 9_007_199_254_740_993] {
      let content = GeneratedContent(value)
      #expect(try content.value(Int.self) == value)
      #expect(try GeneratedContent(json: content.jsonString).value(Int.self) == value)
    }
    let decimal = try #require(Decimal(string: "12345678901234567890.123456789"))
    #expect(decimal.generatedContent.jsonString == "12345678901234567890.123456789")
    #expect(try GeneratedContent(json: "12345678901234567890.123456789").value(Decimal.self) == decimal)
    #expect(GeneratedContent(Float(0.1)).jsonString == "0.1")
    #expect(try GeneratedContent(Float(0.1)).value(Float.self) == 0.1)
  }

  @Test("9.4 Of a repeated key the last value counts, or what the closure makes of both")
  func repeatedKeys() throws {
    #expect(GeneratedContent(properties: ["a": 1, "b": 2, "a": 3]).jsonString == #"{"a": 3, "b": 2}"#)
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
    let summed = try GeneratedContent(properties: pairs) { try $0.value(Int.self) + $1.value(Int.self) }
    #expect(summed.jsonString == #"{"a": 4, "b": 2}"#)
    struct Failure: Error {}
    func fail(_: GeneratedContent, _: GeneratedContent) throws -> GeneratedContent { throw Failure() }
    #expect(throws: Failure.self) { try GeneratedContent(properties: pairs, uniquingKeysWith: fail) }
  }

  @Test("9.5 A property that is absent throws, or is nil if the type is optional")
  func properties() throws {
    #expect(try person.value(String.self, forProperty: "name") == "Ada")
    let age: Int = try person.value(forProperty: "age")
    let year: Int? = try person.value(forProperty: "year")
    #expect(age == 36)
    #expect(year == nil)
    #expect(try person.value(String?.self, forProperty: "email") == nil)
    #expect(try person.value(Int?.self, forProperty: "age") == 36)
    let missing = #expect(throws: GeneratedContent.ParsingError.self) { try person.value(Int.self, forProperty: "x") }
    #expect(
      missing?.debugDescription
        == #"GeneratedContent does not contain a property 'x'. Content: {"name": "Ada", "age": 36, "email": null}"#)
    #expect(missing?.rawContent == person.jsonString)
    #expect(throws: GeneratedContent.ParsingError.self) { try person.value(Int?.self, forProperty: "name") }
    #expect(throws: GeneratedContent.ParsingError.self) { try person.value(String.self, forProperty: "email") }
  }

  @Test("9.5 What is no structure has no properties, not even optional ones")
  func propertiesOfScalars() {
    for content in [GeneratedContent("a"), GeneratedContent([1]), GeneratedContent(kind: .null)] {
      #expect(throws: GeneratedContent.ParsingError.self) { try content.value(String.self, forProperty: "a") }
      #expect(throws: GeneratedContent.ParsingError.self) { try content.value(String?.self, forProperty: "a") }
    }
  }

  @Test("9.6 Equality includes the identity")
  func equality() throws {
    let id = GenerationID()
    #expect(GeneratedContent("a", id: id) == GeneratedContent("a", id: id))
    #expect(GeneratedContent("a", id: id) != GeneratedContent("a"))
    #expect(GeneratedContent("a", id: id) != GeneratedContent("a", id: GenerationID()))
    #expect(try GeneratedContent(json: "[1.0, 2]") == GeneratedContent(elements: [1, 2.0]))
    #expect(try GeneratedContent(json: "100") == GeneratedContent(json: "1e2"))
    #expect(try GeneratedContent(json: "0.10") == GeneratedContent(json: "1e-1"))
    #expect(try GeneratedContent(json: "0") == GeneratedContent(json: "-0.0e9"))
    #expect(try GeneratedContent(json: "-1") != GeneratedContent(json: "1"))
    #expect(GeneratedContent(Int.max) != GeneratedContent(Int.max - 1))
    #expect(try GeneratedContent(json: #"{"a": 1, "b": 2}"#) != GeneratedContent(json: #"{"b": 2, "a": 1}"#))
    #expect(try GeneratedContent(json: "[1") != GeneratedContent(json: "[]"))
  }

  @Test("2.7 Content made by hand has no identity unless it is given one")
  func identities() {
    let id = GenerationID()
    #expect(person.id == nil)
    #expect(GeneratedContent(properties: ["a": 1], id: id).id == id)
    #expect(GeneratedContent(elements: [1], id: id).id == id)
    #expect(GeneratedContent(kind: .null, id: id).id == id)
    #expect(GeneratedContent(GeneratedContent(1, id: id), id: GenerationID()).id != id)
    #expect(Set((0..<1000).map { _ in GenerationID() }).count == 1000)
    var content = person
    content.id = id
    #expect(content.id == id && content.generatedContent == content)
  }

  @Test("Content and its kind are made from each other")
  func kinds() throws {
    let content = try GeneratedContent(json: #"{"a": [null, true, 1.5, "x"], "b": {}}"#)
    #expect(GeneratedContent(kind: content.kind) == content)
    guard case .structure(let properties, let keys) = content.kind else { throw Failure() }
    #expect(keys == ["a", "b"])
    #expect(properties["a"]?.kind == .array([.init(kind: .null), .init(true), .init(1.5), .init("x")]))
    let uneven = GeneratedContent(
      kind: .structure(properties: ["a": .init(1), "b": .init(2)], orderedKeys: ["c", "b", "b"]))
    #expect(uneven.jsonString == #"{"b": 2}"#)
    #expect(uneven == GeneratedContent(properties: ["b": 2]))
  }

  private struct Failure: Error {}

  @Test("Values of the wrong kind throw an error that names both")
  func mismatches() {
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent("a").value(Bool.self) }
    #expect(error?.debugDescription == #"Expected true or false, found a string. Content: "a""#)
    #expect(throws: GeneratedContent.ParsingError.self) { try person.value(String.self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try person.value([Int].self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent([1, 2]).value([String].self) }
    #expect(throws: GeneratedContent.ParsingError.self) { try person.value(Never.self) }
    let long = GeneratedContent(String(repeating: "x", count: 10_000))
    let shortened = #expect(throws: GeneratedContent.ParsingError.self) { try long.value(Int.self) }
    #expect((shortened?.debugDescription.count ?? 0) < 600)
    #expect(shortened?.rawContent == long.jsonString)
  }
}
