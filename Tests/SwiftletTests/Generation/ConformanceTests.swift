import Foundation
import Swiftlet
import Testing

struct ConformanceTests {
  /// True if a value survives the way through content and through JSON.
  private func survives<Value: Generable & Equatable>(_ value: Value) throws -> Bool {
    let content = value.generatedContent
    let read = try GeneratedContent(json: content.jsonString)
    return try read == content && Value(content) == value && Value(read) == value
  }

  @Test("Values of the library's types survive the way through content")
  func roundTrips() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      #expect(try survives(Int.random(in: .min ... .max, using: &random)))
      #expect(try survives(Bool.random(using: &random)))
      #expect(try survives(random.text()))
      let double = Double(bitPattern: random.next())
      if double.isFinite { #expect(try survives(double)) }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if float.isFinite { #expect(try survives(float)) }
      let significand = Decimal(Int.random(in: .min ... .max, using: &random))
      let exponent = Int.random(in: -100...90, using: &random)
      let decimal = Decimal(sign: .plus, exponent: exponent, significand: significand)
      #expect(try survives(decimal), "\(decimal)")
      #expect(try survives([[random.text()], []]))
    }
    #expect(try survives(Trip(city: "Oslo", days: 3, note: nil, legs: [Leg(to: "Bergen")])))
  }

  @Test("Content of any kind survives the way through JSON")
  func contentRoundTrips() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3000 {
      let content = random.content(depth: 5)
      let json = content.jsonString
      let read = try GeneratedContent(json: json)
      #expect(read == content)
      #expect(read.jsonString == json)
      #expect(GeneratedContent(kind: content.kind).kind == content.kind)
    }
  }

  @Test("2.4 Scalars and content are their own partial form")
  func partialForms() throws {
    let text: String.PartiallyGenerated = "a"
    let content: GeneratedContent.PartiallyGenerated = GeneratedContent(text)
    let optional: Int?.PartiallyGenerated = 1
    #expect(text.asPartiallyGenerated() == "a")
    #expect(content.asPartiallyGenerated() == content)
    #expect(optional.asPartiallyGenerated() == 1)
    #expect([1, 2].asPartiallyGenerated() == [1, 2])
    let trip = Trip(city: "Oslo", days: 3, note: "x", legs: [Leg(to: "Bergen")]).asPartiallyGenerated()
    #expect(trip.city == "Oslo" && trip.days == 3 && trip.note == "x" && trip.legs?.map(\.to) == ["Bergen"])
  }

  @Test("8.4, 8.6 A partial structure fills as its text arrives, and knows its identity")
  func growingStructure() throws {
    let text = #"{"city": "Oslo", "days": 12, "legs": [{"to": "Bergen"}, {"to": "Voss"}]}"#
    var seen: [String] = []
    for end in text.indices.dropFirst() {
      var content = try GeneratedContent(json: String(text[..<end]))
      content.id = GenerationID()
      let trip = try Trip.PartiallyGenerated(content)
      #expect(trip.id == content.id)
      #expect(trip.note == nil)
      let line = "\(trip.city ?? "-") \(trip.days ?? 0) \(trip.legs?.map { $0.to ?? "-" } ?? ["none"])"
      if seen.last != line { seen.append(line) }
    }
    #expect(seen.first == #"- 0 ["none"]"#)
    #expect(seen.contains(#"Os 0 ["none"]"#))
    #expect(!seen.contains { $0.hasPrefix("Oslo 1 ") }, "half of a number has been shown")
    #expect(seen.contains(#"Oslo 12 ["-"]"#))
    #expect(seen.last == #"Oslo 12 ["Bergen", "Voss"]"#)
    #expect(throws: GeneratedContent.ParsingError.self) { try Trip(GeneratedContent(json: String(text.prefix(20)))) }
  }

  @Test("8.7 A missing property throws if its type is not optional")
  func missingProperties() throws {
    let trip = try Trip(GeneratedContent(json: #"{"city": "Oslo", "days": 3, "legs": []}"#))
    #expect(trip.note == nil)
    let error = #expect(throws: GeneratedContent.ParsingError.self) {
      try Trip(GeneratedContent(json: #"{"city": "Oslo", "days": 3}"#))
    }
    #expect(error?.debugDescription.hasPrefix("GeneratedContent does not contain a property 'legs'.") == true)
  }

  @Test("8.8 Properties are written in the order of their declaration, and nil is left out")
  func writtenStructures() {
    let trip = Trip(city: "Oslo", days: 3, note: nil, legs: [Leg(to: "Bergen")])
    #expect(trip.generatedContent.jsonString == #"{"city": "Oslo", "days": 3, "legs": [{"to": "Bergen"}]}"#)
    #expect(GeneratedContent(trip) == trip.generatedContent)
  }

  @Test("8.9 An enum's value that is none of its cases throws")
  func unknownCase() throws {
    #expect(try Colour(GeneratedContent("red")) == .red)
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try Colour(GeneratedContent("green")) }
    #expect(error?.debugDescription == #"Unexpected value "green" for Colour"#)
  }

  @Test("8.10 An enum with payloads names its case")
  func payloads() throws {
    let shape = Shape.group(name: "a", parts: [.circle(1.5)])
    let json = #"{"type": "group", "name": "a", "parts": [{"type": "circle", "value": 1.5}]}"#
    #expect(shape.generatedContent.jsonString == json)
    #expect(try Shape(GeneratedContent(json: json)).generatedContent == shape.generatedContent)
  }

  @Test("Optional values are null or their value")
  func optionals() {
    #expect(Int?.none.generatedContent.kind == .null)
    #expect(Int?.some(3).generatedContent == GeneratedContent(3))
    #expect([1, nil].generatedContent.jsonString == "[1, null]")
  }
}
