import Foundation
import Swiftlet
import Testing

/// Declarations as other sources use them: what these say about labels, types and effects is checked by the compiler.
struct GenerationInterfaceTests {
  @Test("Initializers of schemas have their published types")
  func schemas() throws {
    let structure: (any Generable.Type, String?, [GenerationSchema.Property]) -> GenerationSchema =
      GenerationSchema.init(type:description:properties:)
    let explicit: (any Generable.Type, String?, Bool, [GenerationSchema.Property]) -> GenerationSchema =
      GenerationSchema.init(type:description:representNilExplicitlyInGeneratedContent:properties:)
    let texts: (any Generable.Type, String?, [String]) -> GenerationSchema =
      GenerationSchema.init(type:description:anyOf:)
    let types: (any Generable.Type, String?, [any Generable.Type]) -> GenerationSchema =
      GenerationSchema.init(type:description:anyOf:)
    let dynamic: (DynamicGenerationSchema, [DynamicGenerationSchema]) throws -> GenerationSchema =
      GenerationSchema.init(root:dependencies:)
    let property: (String, String?, Int.Type, [GenerationGuide<Int>]) -> GenerationSchema.Property =
      GenerationSchema.Property.init(name:description:type:guides:)
    let optional: (String, String?, Int?.Type, [GenerationGuide<Int>]) -> GenerationSchema.Property =
      GenerationSchema.Property.init(name:description:type:guides:)
    let matched: (String, String?, String?.Type, [Regex<Substring>]) -> GenerationSchema.Property =
      GenerationSchema.Property.init(name:description:type:guides:)
    let properties = [
      property("a", nil, Int.self, [.minimum(1)]), optional("b", nil, Int?.self, []),
      matched("c", nil, String?.self, [/x/]),
    ]
    let names = [
      structure(Leg.self, nil, properties), explicit(Leg.self, "d", true, properties), texts(Leg.self, nil, ["a"]),
      types(Leg.self, nil, [Int.self, Trip.self]), try dynamic(.init(name: "Leg", properties: []), []),
    ].map(\.name)
    #expect(names == Array(repeating: "Leg", count: 5))
    let context = GenerationSchema.SchemaError.Context(debugDescription: "d")
    let error: any LocalizedError & Sendable = GenerationSchema.SchemaError.undefinedReferences(
      schema: nil, references: ["a"], context: context)
    #expect(error.errorDescription == "Nothing is named 'a'.")
    #expect(error.recoverySuggestion?.contains("dependencies") == true)
    let described: any Sendable & Codable & CustomDebugStringConvertible = Leg.generationSchema
    #expect(described.debugDescription == Leg.generationSchema.debugDescription)
  }

  @Test("Content and its errors have their published types")
  func content() throws {
    let read: (String) throws -> GeneratedContent = GeneratedContent.init(json:)
    let make: (GeneratedContent.Kind, GenerationID?) -> GeneratedContent = GeneratedContent.init(kind:id:)
    let listed: ([any ConvertibleToGeneratedContent], GenerationID?) -> GeneratedContent =
      GeneratedContent.init(elements:id:)
    let one = try read("[1]")
    #expect(one == make(.array([GeneratedContent(1)]), nil))
    #expect(one == listed([1], nil))
    #expect(try GeneratedContent(one) == one)
    let inferred: [Int] = try one.value()
    #expect(inferred == [1])
    let error = GeneratedContent.ParsingError(rawContent: "x", debugDescription: "d")
    let general: any LocalizedError & Sendable & CustomDebugStringConvertible = error
    #expect(general.errorDescription == "d" && error.underlyingError == nil && error.rawContent == "x")
    // A closure that does not throw makes an initializer that does not throw.
    let pairs = KeyValuePairs<String, any ConvertibleToGeneratedContent>(dictionaryLiteral: ("a", 1), ("a", 2))
    let merged = GeneratedContent(properties: pairs.map { ($0.key, $0.value) }) { old, _ in old }
    #expect(merged.jsonString == #"{"a": 1}"#)
    #expect(GeneratedContent(properties: pairs).jsonString == #"{"a": 2}"#)
  }

  @Test("Generic code can use what the protocols promise")
  func generics() throws {
    func partial<Value: Generable>(_ value: Value) throws -> Value.PartiallyGenerated {
      try Value.PartiallyGenerated(value.generatedContent)
    }
    #expect(try partial([1, 2]) == [1, 2])
    #expect(try partial(Trip(city: "a", days: 1, note: nil, legs: [])).city == "a")
    // A task may hold the type of any value that can be read.
    func named<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type) -> any Sendable { type }
    #expect(named(Trip.self) is Trip.Type)
    let types: [any Generable.Type] = [
      Bool.self, String.self, Int.self, Float.self, Double.self, Decimal.self, [String].self, Never.self,
      GeneratedContent.self,
    ]
    #expect(types.map { $0.generationSchema.name }.last == "GeneratedContent")
  }
}
