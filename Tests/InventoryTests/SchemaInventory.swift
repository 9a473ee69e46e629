import Foundation
import FoundationModels

func guides(_ regex: Regex<Substring>) {
  let _: [GenerationGuide<String>] = [.constant("a"), .anyOf(["a", "b"]), .pattern(regex), .pattern(/(a)(b)/)]
  let _: [GenerationGuide<Int>] = [.minimum(1), .maximum(2), .range(1...2)]
  let _: [GenerationGuide<Float>] = [.minimum(1), .maximum(2), .range(1...2)]
  let _: [GenerationGuide<Double>] = [.minimum(1), .maximum(2), .range(1...2)]
  let _: [GenerationGuide<Decimal>] = [.minimum(1), .maximum(2), .range(1...2)]
  let _: [GenerationGuide<[Int]>] = [
    .minimumCount(1), .maximumCount(2), .count(1...2), .count(2), .element(.range(1...2)),
  ]
  let _: GenerationGuide<[[String]]> = .element(.element(.anyOf(["a"])))
  // What the macro's parameter is inferred to be, where the property's type cannot be seen.
  let _: [() -> GenerationGuide<[Never]>] = [
    { .minimumCount(1) }, { .maximumCount(2) }, { .count(1...2) }, { .count(2) },
  ]
}

func schemas(_ coder: any Decoder, _ encoder: any Encoder) throws {
  let properties: [GenerationSchema.Property] = [
    GenerationSchema.Property(name: "a", type: Int.self),
    GenerationSchema.Property(name: "b", description: "b", type: Int.self, guides: [.minimum(1)]),
    GenerationSchema.Property(name: "c", description: nil, type: [Leg]?.self, guides: [.count(2)]),
    GenerationSchema.Property(name: "d", description: "d", type: String.self, guides: [/x/]),
    GenerationSchema.Property(name: "e", type: String?.self, guides: [/x/]),
  ]
  let schemas: [GenerationSchema] = [
    GenerationSchema(type: Leg.self, properties: properties),
    GenerationSchema(type: Leg.self, description: "A leg", properties: properties),
    GenerationSchema(
      type: Leg.self, description: "A leg", representNilExplicitlyInGeneratedContent: true, properties: properties),
    GenerationSchema(type: Comfort.self, description: "A class", anyOf: ["first", "second"]),
    GenerationSchema(type: Plan.self, anyOf: [Leg.self, Ticket.self] as [any Generable.Type]),
    try GenerationSchema(root: DynamicGenerationSchema(type: Leg.self), dependencies: []),
    try GenerationSchema(from: coder),
  ]
  try schemas[0].encode(to: encoder)
  property(\GenerationSchema.debugDescription, String.self)
  property(\GenerationSchema.name, String.self)
}

func dynamicSchemas() {
  let text = DynamicGenerationSchema(type: String.self)
  let properties = [
    DynamicGenerationSchema.Property(name: "a", schema: text),
    DynamicGenerationSchema.Property(name: "b", description: "b", schema: text, isOptional: true),
  ]
  let _: [DynamicGenerationSchema] = [
    .null, DynamicGenerationSchema(name: "a", properties: properties),
    DynamicGenerationSchema(name: "a", description: "a", properties: properties),
    DynamicGenerationSchema(
      name: "a", description: "a", representNilExplicitlyInGeneratedContent: true, properties: properties),
    DynamicGenerationSchema(name: "a", description: "a", anyOf: [text, .null]),
    DynamicGenerationSchema(name: "a", anyOf: ["x", "y"]), DynamicGenerationSchema(arrayOf: text),
    DynamicGenerationSchema(arrayOf: text, minimumElements: 1, maximumElements: 2),
    DynamicGenerationSchema(type: Int.self, guides: [.range(1...5)]), DynamicGenerationSchema(referenceTo: "a"),
  ]
}

func schemaErrors(_ error: GenerationSchema.SchemaError) -> String {
  let _: String? = error.errorDescription
  let _: String? = error.recoverySuggestion
  property(\GenerationSchema.SchemaError.Context.debugDescription, String.self)
  let context = GenerationSchema.SchemaError.Context(debugDescription: "d")
  let _: [GenerationSchema.SchemaError] = [
    .duplicateType(schema: nil, type: "A", context: context),
    .duplicateProperty(schema: "A", property: "b", context: context),
    .emptyTypeChoices(schema: "A", context: context),
    .undefinedReferences(schema: nil, references: ["B"], context: context),
  ]
  switch error {
  case .duplicateType(let schema, let type, _): return "\(schema ?? "") \(type)"
  case .duplicateProperty(let schema, let property, _): return "\(schema) \(property)"
  case .emptyTypeChoices(let schema, let context): return "\(schema) \(context.debugDescription)"
  case .undefinedReferences(_, let references, _): return references.joined()
  @unknown default: return "unknown"
  }
}

func identities() {
  let _: Set<GenerationID> = [GenerationID(), GenerationID()]
}
