import Foundation
import Swiftlet
import Testing

struct SchemaTests {
  /// A schema as the text that sorted keys make of it.
  static func sortedJSON(_ schema: GenerationSchema) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(schema), as: UTF8.self)
  }

  /// The schema that the documentation of the dialect shows for `Trip`.
  static let trip = """
    {"$defs":{"Leg":{"additionalProperties":false,"properties":{"to":{"type":"string"}},"required":["to"],\
    "title":"Leg","type":"object","x-order":["to"]}},"additionalProperties":false,\
    "properties":{"city":{"type":"string"},"days":{"maximum":9,"minimum":1,"type":"integer"},\
    "legs":{"items":{"$ref":"#/$defs/Leg"},"maxItems":3,"type":"array"},"note":{"type":"string"}},\
    "required":["city","days","legs"],"title":"Trip","type":"object","x-order":["city","days","note","legs"]}
    """

  @Test("7.1, 7.2, 7.3, 7.7 A structure's schema is byte for byte what is published")
  func structure() throws {
    #expect(try Self.sortedJSON(Trip.generationSchema) == Self.trip)
  }

  @Test("7.3 A type that contains itself refers to the root, or to its definition if it is not the root")
  func recursion() throws {
    let properties = """
      "additionalProperties":false,"description":"A tree","properties":{"branches":{"description":"Its parts",\
      "items":{"$ref":"REF"},"type":"array"},"label":{"description":"Its label","type":"string"}},\
      "required":["label","branches"],"title":"Tree","type":"object","x-order":["label","branches"]}
      """
    #expect(
      try Self.sortedJSON(Tree.generationSchema) == "{" + properties.replacingOccurrences(of: "REF", with: "#"))
    let inside = "{" + properties.replacingOccurrences(of: "REF", with: "#/$defs/Tree")
    #expect(
      try Self.sortedJSON([Tree].generationSchema)
        == ##"{"$defs":{"Tree":\##(inside)},"items":{"$ref":"#/$defs/Tree"},"type":"array"}"##)
  }

  @Test("7.4 Scalars have the type that JSON Schema has for them")
  func scalars() throws {
    #expect(try Self.sortedJSON(String.generationSchema) == #"{"type":"string"}"#)
    #expect(try Self.sortedJSON(Int.generationSchema) == #"{"type":"integer"}"#)
    #expect(try Self.sortedJSON(Bool.generationSchema) == #"{"type":"boolean"}"#)
    for schema in [Float.generationSchema, Double.generationSchema, Decimal.generationSchema] {
      #expect(try Self.sortedJSON(schema) == #"{"type":"number"}"#)
    }
    #expect(
      try Self.sortedJSON([[Int]].generationSchema)
        == #"{"items":{"items":{"type":"integer"},"type":"array"},"type":"array"}"#)
  }

  @Test("7.6 A choice of texts is written out, a choice of types refers to them")
  func choices() throws {
    #expect(try Self.sortedJSON(Colour.generationSchema) == #"{"enum":["red","blue"],"type":"string"}"#)
    #expect(
      try Self.sortedJSON([Colour].generationSchema)
        == #"{"items":{"enum":["red","blue"],"type":"string"},"type":"array"}"#)
    let shape = try Self.sortedJSON(Shape.generationSchema)
    #expect(
      shape.contains(##""anyOf":[{"$ref":"#/$defs/DiscriminatedCircle"},{"$ref":"#/$defs/DiscriminatedGroup"}]"##))
    #expect(shape.contains(#""type":{"const":"circle"}"#))
    #expect(shape.contains(##""parts":{"items":{"$ref":"#"},"type":"array"}"##))
    #expect(shape.hasSuffix(#""title":"Shape"}"#))
  }

  @Test("7.8 A description stands on the property or on the type that it describes")
  func descriptions() throws {
    struct Holder: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, description: "Holds",
          properties: [
            .init(name: "tree", description: "One tree", type: Tree.self),
            .init(name: "other", type: Tree?.self),
            .init(name: "shade", description: "Its shade", type: Shade.self),
            .init(name: "light", type: Shade.self),
          ])
      }
      init(_ content: GeneratedContent) {}
      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }
    struct Shade: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, description: "How dark", anyOf: ["a"])
      }
      init(_ content: GeneratedContent) {}
      var generatedContent: GeneratedContent { GeneratedContent("a") }
    }
    let json = try Self.sortedJSON(Holder.generationSchema)
    #expect(json.contains(##""tree":{"$ref":"#/$defs/Tree","description":"One tree"}"##))
    #expect(json.contains(##""other":{"$ref":"#/$defs/Tree"}"##))
    #expect(json.contains(#""additionalProperties":false,"description":"A tree""#))
    #expect(json.contains(#""additionalProperties":false,"description":"Holds""#))
    #expect(json.contains(#""shade":{"description":"Its shade","enum":["a"],"type":"string"}"#))
    #expect(json.contains(#""light":{"description":"How dark","enum":["a"],"type":"string"}"#))
  }

  @Test("7.11 A property whose nil is written as null is no more required than others")
  func explicitNil() throws {
    let schema = GenerationSchema(
      type: Leg.self, representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "to", type: String?.self)])
    #expect(
      try Self.sortedJSON(schema)
        == #"{"additionalProperties":false,"properties":{"to":{"type":"string"}},"required":[],"title":"Leg","#
        + #""type":"object","x-order":["to"]}"#)
  }

  @Test("7.13 A schema has the name of its type, or the one that it is given")
  func names() throws {
    #expect(Trip.generationSchema.name == "Trip")
    #expect(Colour.generationSchema.name == "Colour")
    #expect(Shape.generationSchema.name == "Shape")
    #expect(Int.generationSchema.name == "Int")
    #expect([Trip].generationSchema.name == "Array<Trip>")
    #expect(GeneratedContent.generationSchema.name == "GeneratedContent")
    let renamed = Trip.generationSchema._named("Journey")
    #expect(renamed.name == "Journey")
    #expect(try Self.sortedJSON(renamed) == Self.trip.replacingOccurrences(of: "Trip", with: "Journey"))
  }

  @Test("7.14 The description for developers is the JSON, indented and with sorted keys")
  func debugDescription() throws {
    #expect(
      Leg.generationSchema.debugDescription == """
        {
          "additionalProperties" : false,
          "properties" : {
            "to" : {
              "type" : "string"
            }
          },
          "required" : [
            "to"
          ],
          "title" : "Leg",
          "type" : "object",
          "x-order" : [
            "to"
          ]
        }
        """)
    #expect(Trip.generationSchema.debugDescription.contains("\"#/$defs/Leg\""))
  }

  private enum First {
    struct Item: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "a", type: Int.self)])
      }
      init(_ content: GeneratedContent) {}
      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }
  }

  private enum Second {
    struct Item: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "b", type: First.Item.self)])
      }
      init(_ content: GeneratedContent) {}
      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }
  }

  @Test("Two types of one name are kept apart")
  func equalNames() throws {
    let first =
      #"{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"title":"Item2","type":"object","x-order":["a"]}"#
    #expect(
      try Self.sortedJSON(Second.Item.generationSchema)
        == ##"{"$defs":{"Item2":\##(first)},"additionalProperties":false,"properties":{"b":{"$ref":"#/$defs/Item2"}},"required":["b"],"title":"Item","type":"object","x-order":["b"]}"##
    )
  }

  /// A type whose schema is made at run time, as is that of a type within it.
  private struct Loose: Generable {
    static var generationSchema: GenerationSchema {
      let node = DynamicGenerationSchema(
        name: "Node",
        properties: [
          .init(name: "next", schema: .init(referenceTo: "Node"), isOptional: true),
          .init(name: "leg", schema: .init(type: Leg.self)),
        ])
      return (try? GenerationSchema(root: node, dependencies: [])) ?? String.generationSchema
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  @Test("The definitions of a schema within a schema move to the root")
  func documentsWithinDocuments() throws {
    let schema = GenerationSchema(
      type: Trip.self,
      properties: [
        .init(name: "a", type: Loose.self), .init(name: "b", type: [Loose].self), .init(name: "c", type: Leg.self),
      ])
    let json = try Self.sortedJSON(schema)
    #expect(json.contains(##""a":{"$ref":"#/$defs/Node"},"b":{"items":{"$ref":"#/$defs/Node"},"type":"array"}"##))
    #expect(json.contains(##""properties":{"leg":{"$ref":"#/$defs/Leg"},"next":{"$ref":"#/$defs/Node"}}"##))
    let read = try JSONDecoder().decode(GenerationSchema.self, from: Data(json.utf8))
    #expect(try Self.sortedJSON(read) == json)
  }

  /// A type whose schema has a definition that depends on the type's parameter.
  private struct Wrapped<Inner: Generable>: Generable {
    static var generationSchema: GenerationSchema {
      let inner = DynamicGenerationSchema(
        name: "Inner", properties: [.init(name: "v", schema: .init(type: Inner.self))])
      let holder = DynamicGenerationSchema(name: "Holder", properties: [.init(name: "inner", schema: inner)])
      let root = DynamicGenerationSchema(name: "\(Inner.self)Root", properties: [.init(name: "holder", schema: holder)])
      return (try? GenerationSchema(root: root, dependencies: [])) ?? String.generationSchema
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  @Test("Definitions that only look alike, as they refer to different types of one name, are kept apart")
  func likeDefinitions() throws {
    let schema = GenerationSchema(
      type: Trip.self,
      properties: [
        .init(name: "a", type: Wrapped<Int>.self), .init(name: "b", type: Wrapped<Bool>.self),
        .init(name: "c", type: [Wrapped<Int>].self),
      ])
    let json = try Self.sortedJSON(schema)
    #expect(json.contains(##""a":{"$ref":"#/$defs/IntRoot"},"b":{"$ref":"#/$defs/BoolRoot"}"##))
    #expect(json.contains(##""holder":{"$ref":"#/$defs/Holder"}},"required":["holder"],"title":"IntRoot""##))
    #expect(json.contains(##""holder":{"$ref":"#/$defs/Holder2"}},"required":["holder"],"title":"BoolRoot""##))
    #expect(json.contains(##""inner":{"$ref":"#/$defs/Inner2"}"##))
    #expect(json.contains(##""v":{"type":"integer"}"##) && json.contains(##""v":{"type":"boolean"}"##))
    #expect(json.components(separatedBy: "\"v\":").count == 3)
  }
}
