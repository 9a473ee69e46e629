import Foundation
import Swiftlet
import Testing

struct DynamicSchemaTests {
  private typealias Part = DynamicGenerationSchema

  private func json(_ root: DynamicGenerationSchema, _ dependencies: DynamicGenerationSchema...) throws -> String {
    let text = try SchemaTests.sortedJSON(GenerationSchema(root: root, dependencies: dependencies))
    // What is written can be read, and says the same.
    let read = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
    #expect(try SchemaTests.sortedJSON(read) == text)
    return text
  }

  @Test("7.1, 7.2, 7.6 The menu of the documentation")
  func menu() throws {
    let soup = Part(name: "Soup", anyOf: ["Tomato", "Chicken noodle"])
    let menu = Part(
      name: "Menu",
      properties: [
        .init(name: "dailySoup", description: "Soup of the day", schema: soup),
        .init(name: "price", schema: .init(type: Int.self, guides: [.range(1...5)]), isOptional: true),
      ])
    let schema = try GenerationSchema(root: menu, dependencies: [])
    #expect(schema.name == "Menu")
    #expect(
      try json(menu)
        == #"{"additionalProperties":false,"properties":{"dailySoup":{"description":"Soup of the day","#
        + #""enum":["Tomato","Chicken noodle"],"type":"string"},"price":{"maximum":5,"minimum":1,"type":"integer"}},"#
        + #""required":["dailySoup"],"title":"Menu","type":"object","x-order":["dailySoup","price"]}"#)
  }

  @Test("7.10 Parts within parts need not be listed, and listed parts are referred to by name")
  func references() throws {
    let item = Part(name: "Item", properties: [.init(name: "n", schema: .init(type: Int.self))])
    let nested = Part(
      name: "Root",
      properties: [
        .init(name: "one", schema: item),
        .init(name: "many", schema: .init(arrayOf: item, minimumElements: 1, maximumElements: 3)),
      ])
    let named = Part(
      name: "Root",
      properties: [
        .init(name: "one", schema: .init(referenceTo: "Item")),
        .init(name: "many", schema: .init(arrayOf: .init(referenceTo: "Item"), minimumElements: 1, maximumElements: 3)),
      ])
    let expected =
      ##"{"$defs":{"Item":{"additionalProperties":false,"properties":{"n":{"type":"integer"}},"required":["n"],"##
      + ##""title":"Item","type":"object","x-order":["n"]}},"additionalProperties":false,"properties":{"many":{"items":"##
      + ##"{"$ref":"#/$defs/Item"},"maxItems":3,"minItems":1,"type":"array"},"one":{"$ref":"#/$defs/Item"}},"##
      + ##""required":["one","many"],"title":"Root","type":"object","x-order":["one","many"]}"##
    #expect(try json(nested) == expected)
    #expect(try json(named, item) == expected)
    #expect(try json(.init(referenceTo: "Root"), item, named) == expected)
  }

  @Test("7.3 A part may refer to the whole, or two parts to each other")
  func recursion() throws {
    let list = Part(
      name: "List",
      properties: [.init(name: "next", schema: .init(referenceTo: "List"), isOptional: true)])
    #expect(try json(list).contains(##""properties":{"next":{"$ref":"#"}}"##))
    let even = Part(name: "Even", properties: [.init(name: "o", schema: .init(referenceTo: "Odd"), isOptional: true)])
    let odd = Part(name: "Odd", properties: [.init(name: "e", schema: .init(referenceTo: "Even"), isOptional: true)])
    let pair = try json(.init(arrayOf: .init(referenceTo: "Even")), even, odd)
    #expect(pair.contains(##""o":{"$ref":"#/$defs/Odd"}"##) && pair.contains(##""e":{"$ref":"#/$defs/Even"}"##))
  }

  @Test("7.6 A choice of types, null among them")
  func unions() throws {
    let a = Part(name: "A", properties: [])
    let choice = Part(name: "Choice", description: "One of them", anyOf: [a, .init(type: Int.self), .null])
    #expect(
      try json(choice)
        == ##"{"$defs":{"A":{"additionalProperties":false,"properties":{},"required":[],"title":"A","type":"object","##
        + ##""x-order":[]}},"anyOf":[{"$ref":"#/$defs/A"},{"type":"integer"},{"type":"null"}],"##
        + ##""description":"One of them","title":"Choice"}"##)
    let holder = Part(name: "Holder", properties: [.init(name: "c", schema: choice)])
    #expect(try json(holder).contains(##""properties":{"c":{"$ref":"#/$defs/Choice"}}"##))
  }

  @Test("7.11 A part whose nil is written as null")
  func explicitNil() throws {
    let part = Part(
      name: "P", representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "a", schema: .init(type: String.self), isOptional: true)])
    #expect(try json(part).contains(#""properties":{"a":{"type":"string"}},"required":[]"#))
  }

  @Test("Types of the program are parts like others")
  func programTypes() throws {
    #expect(try json(.init(type: Trip.self)) == SchemaTests.trip)
    #expect(try GenerationSchema(root: .init(type: Trip.self), dependencies: []).name == "Trip")
    #expect(
      try json(.init(type: [Int].self, guides: [.count(2)]))
        == #"{"items":{"type":"integer"},"maxItems":2,"minItems":2,"type":"array"}"#)
    #expect(try json(.null) == #"{"type":"null"}"#)
    #expect(try json(.init(type: Colour.self)) == #"{"enum":["red","blue"],"type":"string"}"#)
    let holder = Part(
      name: "Holder",
      properties: [
        .init(name: "tree", schema: .init(type: Tree.self)), .init(name: "other", schema: .init(referenceTo: "Tree")),
      ])
    #expect(
      try json(holder).contains(##""properties":{"other":{"$ref":"#/$defs/Tree"},"tree":{"$ref":"#/$defs/Tree"}}"##))
    let content = try JSONEncoder().encode(GeneratedContent.generationSchema)
    let read = try JSONDecoder().decode(GenerationSchema.self, from: content)
    #expect(read.name == "GeneratedContent")
    #expect(try SchemaTests.sortedJSON(read) == SchemaTests.sortedJSON(GeneratedContent.generationSchema))
  }
}

// MARK: - Errors

extension DynamicSchemaTests {
  private func error(
    _ root: DynamicGenerationSchema, _ dependencies: DynamicGenerationSchema...
  ) -> GenerationSchema.SchemaError? {
    #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(root: root, dependencies: dependencies) }
  }

  @Test("7.10 Two types of one name")
  func duplicateTypes() {
    let one = Part(name: "A", properties: [])
    let other = Part(name: "A", anyOf: ["x"])
    let root = Part(name: "R", properties: [.init(name: "a", schema: one), .init(name: "b", schema: other)])
    for failure in [error(.init(name: "R", anyOf: ["x"]), one, one), error(root), error(one, other)] {
      guard case .duplicateType(let schema, "A", let context) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(schema == "R" || schema == "A")
      #expect(!context.debugDescription.isEmpty)
      #expect(failure?.errorDescription == "Two types are named 'A'.")
      #expect(failure?.recoverySuggestion != nil)
    }
    let leg = Part(name: "Leg", properties: [.init(name: "l", schema: .init(type: Leg.self))])
    guard case .duplicateType("Leg", "Leg", _) = error(leg) else {
      Issue.record("a type of the program has the name of a part")
      return
    }
  }

  @Test("7.10 Two properties of one name")
  func duplicateProperties() {
    let text = Part(type: String.self)
    let inner = Part(name: "D", properties: [.init(name: "p", schema: text), .init(name: "p", schema: text)])
    for failure in [error(inner), error(.init(arrayOf: inner)), error(text, inner)] {
      guard case .duplicateProperty("D", "p", _) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(failure?.errorDescription == "'D' has two properties named 'p'.")
    }
  }

  @Test("7.10 A choice without anything to choose")
  func emptyChoices() {
    for failure in [error(.init(name: "E", anyOf: [String]())), error(.init(name: "E", anyOf: [Part]()))] {
      guard case .emptyTypeChoices("E", _) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(failure?.errorDescription == "'E' is a choice without alternatives.")
    }
  }

  @Test("7.10 References to what nobody defines")
  func undefinedReferences() {
    let missing = Part(referenceTo: "Missing")
    let root = Part(
      name: "R",
      properties: [
        .init(name: "a", schema: missing), .init(name: "b", schema: .init(arrayOf: .init(referenceTo: "Gone"))),
        .init(name: "c", schema: missing),
      ])
    let failure = error(root)
    guard case .undefinedReferences("R", ["Missing", "Gone"], _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.errorDescription == "Nothing is named 'Missing' or 'Gone'.")
    guard case .undefinedReferences(nil, ["Missing"], _) = error(missing) else {
      Issue.record("the root is a reference to nothing")
      return
    }
  }
}
