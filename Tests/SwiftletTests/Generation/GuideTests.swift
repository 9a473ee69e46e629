import Foundation
import RegexBuilder
import SwiftletJSON
import Testing

@testable import Swiftlet

struct GuideTests {
  /// The JSON of a property with guides.
  private func json<Value: Generable>(_ type: Value.Type = Value.self, _ guides: GenerationGuide<Value>...) -> String {
    let node = SchemaGraph.property(.init(name: "p", type: type, guides: guides))
    return node.document.json(.native).text
  }

  @Test("7.5 Guides become keywords of JSON Schema")
  func keywords() {
    #expect(json(String.self, .constant("a")) == #"{"const": "a"}"#)
    #expect(json(String.self, .anyOf(["a", "b"])) == #"{"type": "string", "enum": ["a", "b"]}"#)
    #expect(
      json(String.self, .pattern(/[A-Z]{3}\-[0-9]{4}/)) == #"{"type": "string", "pattern": "[A-Z]{3}\\-[0-9]{4}"}"#)
    #expect(json(Int.self, .range(0...120)) == #"{"type": "integer", "minimum": 0, "maximum": 120}"#)
    #expect(json(Int.self, .minimum(1)) == #"{"type": "integer", "minimum": 1}"#)
    #expect(json(Int.self, .maximum(9)) == #"{"type": "integer", "maximum": 9}"#)
    #expect(json(Double.self, .range(0...1)) == #"{"type": "number", "minimum": 0, "maximum": 1}"#)
    #expect(json(Double.self, .minimum(0.5), .maximum(1)) == #"{"type": "number", "minimum": 0.5, "maximum": 1}"#)
    #expect(json(Float.self, .minimum(0.1)) == #"{"type": "number", "minimum": 0.1}"#)
    #expect(json(Float.self, .maximum(2), .range(0...3)) == #"{"type": "number", "minimum": 0, "maximum": 2}"#)
    #expect(
      json(Decimal.self, .range(Decimal(1) / 100...10), .minimum(0), .maximum(20))
        == #"{"type": "number", "minimum": 0.01, "maximum": 10}"#)
  }

  @Test("7.5 Guides of arrays count elements or limit each of them")
  func arrays() {
    let item = #""items": {"type": "integer"#
    #expect(json([Int].self, .minimumCount(1)) == #"{"type": "array", \#(item)"}, "minItems": 1}"#)
    #expect(json([Int].self, .maximumCount(4)) == #"{"type": "array", \#(item)"}, "maxItems": 4}"#)
    #expect(json([Int].self, .count(2)) == #"{"type": "array", \#(item)"}, "minItems": 2, "maxItems": 2}"#)
    #expect(json([Int].self, .count(0...3)) == #"{"type": "array", \#(item)"}, "minItems": 0, "maxItems": 3}"#)
    #expect(
      json([Int].self, .element(.range(1...5))) == #"{"type": "array", \#(item)", "minimum": 1, "maximum": 5}}"#)
    #expect(
      json([[String]].self, .element(.element(.anyOf(["a"]))), .element(.count(1)))
        == #"{"type": "array", "items": {"type": "array", "items": {"type": "string", "enum": ["a"]}, "#
        + #""minItems": 1, "maxItems": 1}}"#)
  }

  @Test("Several guides hold together")
  func together() {
    #expect(json(Int.self, .range(1...9), .range(3...20)) == #"{"type": "integer", "minimum": 3, "maximum": 9}"#)
    #expect(
      json(String.self, .anyOf(["a", "b", "c"]), .anyOf(["c", "b"])) == #"{"type": "string", "enum": ["b", "c"]}"#)
    #expect(
      json(String.self, .anyOf(["a", "b"]), .pattern(/a|b/))
        == #"{"type": "string", "enum": ["a", "b"], "pattern": "a|b"}"#)
    #expect(
      json([Int].self, .count(1...5), .maximumCount(3), .minimumCount(2)).hasSuffix(#""minItems": 2, "maxItems": 3}"#))
  }

  @Test("8.13 Guides of arrays type-check where the elements' type is unknown")
  func inference() {
    // The requirements of the macro's declaration on its arguments.
    func guide<T: Generable>(description: String? = nil, _ guides: GenerationGuide<T>...) -> [GuideConstraint] {
      guides.flatMap(\.constraints)
    }
    #expect(guide(.count(3)) == [.minimumCount(3), .maximumCount(3)])
    #expect(guide(.count(1...3)) == [.minimumCount(1), .maximumCount(3)])
    #expect(guide(.minimumCount(1), .maximumCount(2)) == [.minimumCount(1), .maximumCount(2)])
    #expect(guide(description: "d", .range(1...5)) == [.minimum(JSONNumber(1)), .maximum(JSONNumber(5))])
    #expect(guide(.range(0.5...1)) == [.minimum(JSONNumber(0.5)), .maximum(JSONNumber(1))])
    #expect(guide(.anyOf(["a"])) == [.anyOf(["a"])])
    #expect(guide(.element(.anyOf(["a"]))) == [.element(.anyOf(["a"]))])
  }

  @Test("A regular expression keeps its meaning as text, with options and the parts of the builder")
  func patterns() {
    func text<Output>(_ regex: Regex<Output>) -> GuideConstraint { .pattern(of: regex) }
    #expect(text(/[A-Z]{2}-\d{4}/) == .pattern(#"[A-Z]{2}\-\d{4}"#))
    #expect(text(/abc/.ignoresCase()) == .pattern("(?i:abc)"))
    #expect(
      text(
        Regex {
          "a-b"; OneOrMore(.digit); Optionally { "x" }
        }) == .pattern(#"\Qa-b\E\d+x?"#))
    #expect(
      text(
        Regex {
          Capture {
            OneOrMore(.word)
          } transform: {
            Int($0)
          }
        }) == .pattern(nil))
  }

  @Test(
    "7.12 A guide that does not fit is no error of the schema, but is there to be found at request time",
    arguments: [
      (
        GenerationSchema.Property(name: "p", type: Int.self, guides: [.minimum(3), .maximum(2)]),
        "Holder.p: no number is at least 3 and at most 2"
      ),
      (.init(name: "p", type: Double.self, guides: [.minimum(.nan)]), "Holder.p: nan is no bound"),
      (.init(name: "p", type: [Int].self, guides: [.count(-1)]), "Holder.p: a count of -1 is negative"),
      (
        .init(name: "p", type: [Int].self, guides: [.minimumCount(3), .maximumCount(2)]),
        "Holder.p: no array has at least 3 and at most 2 elements"
      ),
      (.init(name: "p", type: String.self, guides: [.anyOf([])]), "Holder.p: there is no text to choose"),
      (
        .init(name: "p", type: String.self, guides: [.anyOf(["a"]), .constant("b")]),
        "Holder.p: there is no text to choose"
      ),
      (
        .init(name: "p", type: String?.self, guides: [/a/, /b/]),
        "Holder.p: two regular expressions cannot be held together"
      ),
      (
        .init(
          name: "p", type: String.self,
          guides: [
            Regex {
              Capture {
                "a"
              } transform: {
                Int($0)
              }
            }
          ]),
        "Holder.p: the regular expression has parts that are Swift code, and so no text"
      ),
      (.init(name: "p", type: [String].self, guides: [.element(.anyOf([]))]), "Holder.p: there is no text to choose"),
    ])
  func defects(property: GenerationSchema.Property, expected: String) {
    let schema = SchemaGraph.property(property).schema
    #expect(schema.graph.defects.map(\.description) == [expected])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(schema) }
    #expect(schema.debugDescription.contains("x-order"))
  }

  @Test("7.12 What a guide says of an array it says of each element, and truth values have no guides")
  func applicability() {
    var list = SchemaNode(.array(items: SchemaNode(.string(StringShape())), count: CountBounds()))
    #expect(list.apply(.anyOf(["a"])) == nil)
    #expect(list.shape == .array(items: SchemaNode(.string(StringShape(choices: ["a"]))), count: CountBounds()))
    var truth = SchemaNode(.boolean)
    #expect(truth.apply(.anyOf(["a"])) == nil)
    #expect(truth == SchemaNode(.boolean))
    var text = SchemaNode(.string(StringShape()))
    #expect(text.apply(.minimum(JSONNumber(1))) == "the guide minimum does not apply to a string")
    var number = SchemaNode(.number(NumericBounds()))
    #expect(number.apply(.element(.constant("a"))) == "the guide element does not apply to a number")
  }
}

extension SchemaGraph {
  /// A schema with one property, and that property's form alone.
  fileprivate static func property(
    _ property: GenerationSchema.Property
  ) -> (schema: GenerationSchema, document: SchemaGraph) {
    struct Holder: Generable {
      static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
      init(_ content: GeneratedContent) {}
      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }
    let schema = GenerationSchema(type: Holder.self, properties: [property])
    var document = SchemaGraph(root: SchemaNode(.null))
    if case .object(let shape) = schema.graph.root.shape { document.root = shape.properties[0].node }
    return (schema, document)
  }
}
