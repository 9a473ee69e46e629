import RegexBuilder
import Testing

@testable import Swiftlet

struct GuideMacroTests {
  @Generable struct Guided {
    static let names = ["ada", "grace"]
    static var code: Regex<Substring> { /[A-Z]{2}/ }

    @Guide(description: "One of two", .anyOf(Guided.names)) var name: String
    @Guide(.constant("v1")) var version: String
    @Guide(/[a-z]+-\d{2}/) var literal: String
    @Guide(description: "Built", Regex { OneOrMore(.digit) }) var built: String
    @Guide(Guided.code) var code: String?
    @Guide(.pattern(/x+/)) var pattern: String
    @Guide(#/[/]/#) var slash: String
    @Guide(.minimum(-3), .maximum(3)) var both: Int
    @Guide(description: "Stacked") @Guide(.minimum(0.5)) @Guide(.maximum(1.5)) var stacked: Double
    @Guide(description: "First.") @Guide(description: "Second.") var described: Bool
    @Guide(.count(3)) var three: [Int]
    @Guide(.count(1...2)) var few: [Int]?
    @Guide(.minimumCount(1), .maximumCount(4), .element(.range(0...9))) var digits: [Int]
    @Guide(.element(.count(2))) var pairs: [[Float]]
    @Guide(
      description: """
        Text over
          two lines
        """) var text: String
    @Guide(description: "Only described") var inner: Inner

    @Generable struct Inner { var value: Int }
  }

  @Test(arguments: [
    ("name", #"{"type": "string", "description": "One of two", "enum": ["ada", "grace"]}"#),
    ("version", #"{"const": "v1"}"#),
    ("pattern", #"{"type": "string", "pattern": "x+"}"#),
    ("both", #"{"type": "integer", "minimum": -3, "maximum": 3}"#),
    ("stacked", #"{"type": "number", "description": "Stacked", "minimum": 0.5, "maximum": 1.5}"#),
    ("described", #"{"type": "boolean", "description": "First.\nSecond."}"#),
    ("three", #"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "maxItems": 3}"#),
    ("few", #"{"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}"#),
    (
      "digits",
      #"{"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "minItems": 1, "maxItems": 4}"#
    ),
    (
      "pairs",
      #"{"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}"#
    ),
    ("text", #"{"type": "string", "description": "Text over\n  two lines"}"#),
    ("inner", ##"{"$ref": "#/$defs/Inner", "description": "Only described"}"##),
  ])
  func guidesReachTheSchema(property: String, expected: String) throws {
    let schema = try GeneratedContent(json: json(of: Guided.self))
    let properties = try schema.value(GeneratedContent.self, forProperty: "properties")
    #expect(try properties.value(GeneratedContent.self, forProperty: property).jsonString == expected)
  }

  @Test(arguments: ["literal", "built", "code", "slash"])
  func regularExpressionsBecomePatterns(_ property: String) throws {
    let schema = try GeneratedContent(json: json(of: Guided.self))
    let properties = try schema.value(GeneratedContent.self, forProperty: "properties")
    let pattern = try properties.value(GeneratedContent.self, forProperty: property)
      .value(String.self, forProperty: "pattern")
    let regex = try Regex(pattern)
    let examples = ["literal": ("ab-12", "ab-1"), "built": ("42", "a"), "code": ("AB", "A"), "slash": ("/", "a")]
    let (match, other) = try #require(examples[property])
    #expect(match.wholeMatch(of: regex) != nil)
    #expect(other.wholeMatch(of: regex) == nil)
  }

  @Test func guidesFitTheirTypes() {
    #expect(Guided.generationSchema.graph.defects.isEmpty)
  }
}
