import Foundation
import FoundationModels

func contents(_ content: GeneratedContent, _ pairs: [(String, any ConvertibleToGeneratedContent)]) throws {
  variable(\GeneratedContent.id, GenerationID?.self)
  property(\GeneratedContent.jsonString, String.self)
  property(\GeneratedContent.isComplete, Bool.self)
  property(\GeneratedContent.kind, GeneratedContent.Kind.self)
  property(\GeneratedContent.debugDescription, String.self)
  property(\GeneratedContent.generatedContent, GeneratedContent.self)
  let _: GenerationSchema = GeneratedContent.generationSchema
  let _: [GeneratedContent] = [
    try GeneratedContent(content), GeneratedContent("text"), GeneratedContent("text", id: GenerationID()),
    GeneratedContent(properties: ["city": "Oslo", "people": 709_000]),
    GeneratedContent(properties: ["city": "Oslo"], id: GenerationID()),
    GeneratedContent(properties: pairs, uniquingKeysWith: { first, _ in first }),
    try GeneratedContent(properties: pairs, id: nil) { _, _ -> Int in throw CancellationError() },
    GeneratedContent(elements: pairs.map(\.1)), GeneratedContent(elements: pairs.map(\.1), id: GenerationID()),
    try GeneratedContent(json: "[1, 2"), GeneratedContent(kind: .null),
    GeneratedContent(kind: .structure(properties: ["a": content], orderedKeys: ["a"]), id: nil),
  ]
}

func readings(_ content: GeneratedContent) throws {
  let _: Int = try content.value()
  let _ = try content.value([Leg].self)
  let _: String = try content.value(forProperty: "city")
  let _ = try content.value(Int.self, forProperty: "people")
  let _: String? = try content.value(forProperty: "nickname")
  let _: Leg? = try content.value(Leg?.self, forProperty: "leg")
}

func kinds(_ kind: GeneratedContent.Kind) -> String {
  switch kind {
  case .null: "null"
  case .bool(let value): "\(value)"
  case .number(let value): "\(value.isFinite)"
  case .string(let value): value.lowercased()
  case .array(let elements): "\(elements.map(\.kind))"
  case .structure(let properties, let orderedKeys): "\(orderedKeys.compactMap { properties[$0]?.jsonString })"
  @unknown default: "unknown"
  }
}

func parsingErrors(_ underlying: any Swift.Error) {
  typealias Failure = GeneratedContent.ParsingError
  variable(\Failure.rawContent, String.self)
  variable(\Failure.underlyingError, (any Swift.Error)?.self)
  variable(\Failure.debugDescription, String.self)
  property(\Failure.errorDescription, String?.self)
  let _ = Failure(rawContent: "x", debugDescription: "y")
  let _ = Failure(rawContent: "x", underlyingError: underlying, debugDescription: "y")
}
