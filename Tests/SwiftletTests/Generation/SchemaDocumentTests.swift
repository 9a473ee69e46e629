import SwiftletJSON
import Testing

@testable import Swiftlet

struct SchemaDocumentTests {
  @Test("7.1, 8.2 A document has properties in order, with their guides")
  func structure() {
    let document = Trip.generationSchema.graph
    guard case .object(let trip) = document.root.shape else {
      Issue.record("no object")
      return
    }
    #expect(trip.name == "Trip")
    #expect(trip.properties.map(\.name) == ["city", "days", "note", "legs"])
    #expect(trip.properties.map(\.isOptional) == [false, false, true, false])
    #expect(trip.properties[1].node.shape == .integer(NumericBounds(minimum: JSONNumber(1), maximum: JSONNumber(9))))
    #expect(
      trip.properties[3].node.shape
        == .array(items: SchemaNode(.reference(.definition("Leg"))), count: CountBounds(maximum: 3)))
    #expect(document.definitionNames == ["Leg"])
    #expect(document.node(.definition("Leg"))?.name == "Leg")
    #expect(document.node(.definition("x")) == nil)
    #expect(document.defects.isEmpty)
  }

  @Test("7.11 A document remembers whether nil is written as null")
  func explicitNil() {
    for explicit in [true, false] {
      let schema = GenerationSchema(
        type: Leg.self, representNilExplicitlyInGeneratedContent: explicit,
        properties: [.init(name: "to", type: String?.self)])
      guard case .object(let object) = schema.graph.root.shape else {
        Issue.record("no object")
        continue
      }
      #expect(object.representsNilExplicitly == explicit)
    }
  }

  private struct Endless: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, properties: [.init(name: "next", type: [Endless].self, guides: [.count(1...2)])])
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  private struct Circular: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, anyOf: [Leg.self, Circular.self])
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  @Test("8.11 Recursion that cannot end is a defect, recursion that can is none")
  func recursion() {
    #expect(Tree.generationSchema.graph.defects.isEmpty)
    #expect(Shape.generationSchema.graph.defects.isEmpty)
    #expect([Shape].generationSchema.graph.defects.isEmpty)
    #expect(
      Endless.generationSchema.graph.defects.map(\.description) == ["Endless: no value of the type is finite"])
    #expect(
      Circular.generationSchema.graph.defects.map(\.description) == ["Circular: the type is a choice of itself"])
  }

  @Test("Types without anything in them to choose are defects")
  func emptyTypes() {
    let noTexts = GenerationSchema(type: Leg.self, anyOf: [String]())
    #expect(noTexts.graph.defects.first?.description == "Leg: there is no text to choose")
    let noTypes = GenerationSchema(type: Leg.self, anyOf: [any Generable.Type]())
    #expect(noTypes.graph.defects.first?.description == "Leg: there is no type to choose")
    let twice = GenerationSchema(
      type: Leg.self, properties: [.init(name: "a", type: Int.self), .init(name: "a", type: Int.self)])
    #expect(twice.graph.defects.map(\.description) == ["Leg.a: two properties have this name"])
  }

  @Test(
    "Names with any characters are written into references and read from them",
    arguments: ["a/b", "~", "~1/~0", "é", ""])
  func pointers(name: String) throws {
    let reference = SchemaReference.definition(name)
    #expect(SchemaReference(pointer: reference.pointer) == reference)
    #expect(!reference.pointer.dropFirst(8).contains("/"))
  }

  @Test(
    "References to elsewhere are not understood",
    arguments: ["", "Leg", "#/definitions/Leg", "#/$defs/a/b", "#/$defs/~2", "#/$defs/~", "x#"])
  func foreignPointers(pointer: String) {
    #expect(SchemaReference(pointer: pointer) == nil)
  }
}
