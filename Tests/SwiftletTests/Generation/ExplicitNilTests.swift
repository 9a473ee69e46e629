import Foundation
import SwiftletGuides
import SwiftletJSON
import SwiftletTokenizers
import Testing

@testable import Swiftlet

@Generable(representNilExplicitlyInGeneratedContent: true)
private struct Reading: Equatable {
  var first: Int?
  var unit: String
  var last: Note?
  var notes: [Note]
  var nested: [Reading]?

  /// A type that leaves out what is nil.
  @Generable struct Note: Equatable {
    var text: String?
    @Guide(.range(0...9)) var count: Int
  }
}

@Generable(representNilExplicitlyInGeneratedContent: true)
private enum Figure: Equatable {
  case circle(radius: Double?)
  case square(side: Double, colour: String?)
}

/// The representation of nil in answers, which is that of the type.
struct ExplicitNilTests {
  private func answer<Value: Generable>(
    _ text: String, _ type: Value.Type
  ) async throws -> LanguageModelSession.Response<Value> {
    let model = ScriptedModel(text).able(to: .guidedGeneration)
    return try await LanguageModelSession(model: model).respond(to: "x", generating: type)
  }

  @Test(
    "The raw content of an answer has null where the type writes it, and nothing where it does not",
    arguments: [
      (
        #"{"unit": "m", "notes": [{"text": null, "count": 1}]}"#,
        #"{"first": null, "unit": "m", "last": null, "notes": [{"count": 1}], "nested": null}"#
      ),
      (
        #"{"first": null, "unit": "m", "last": {"count": 2}, "notes": [], "nested": [{"unit": "s", "notes": []}]}"#,
        #"""
        {"first": null, "unit": "m", "last": {"count": 2}, "notes": [], "nested": [{"first": null, "unit": "s", \#
        "last": null, "notes": [], "nested": null}]}
        """#
      ),
      (
        #"{"notes": [], "unit": "m", "first": 3}"#,
        #"{"notes": [], "last": null, "nested": null, "unit": "m", "first": 3}"#
      ),
    ])
  func structures(text: String, expected: String) async throws {
    let response = try await answer(text, Reading.self)
    let content = try GeneratedContent(json: expected)
    #expect(try normalised(response.rawContent) == normalised(content))
    #expect(try Reading(response.rawContent) == response.content && response.rawContent.isComplete)
    #expect(try normalised(response.content.generatedContent) == normalised(content))
    guard case .response(let entry)? = response.transcriptEntries.last,
      case .structure(let segment)? = entry.segments.last
    else {
      Issue.record("no structure")
      return
    }
    #expect(segment.content == response.rawContent)
  }

  /// The content without the order of keys.
  private func normalised(_ content: GeneratedContent) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(CodableContent(content)), as: UTF8.self)
  }

  @Test("A missing property stands after the one that precedes it in the type")
  func order() async throws {
    let response = try await answer(#"{"unit": "m", "notes": []}"#, Reading.self)
    #expect(
      response.rawContent.jsonString
        == #"{"first": null, "unit": "m", "last": null, "notes": [], "nested": null}"#)
  }

  @Test("A case with a payload is told by its name")
  func unions() async throws {
    let circle = try await answer(#"{"type": "circle"}"#, Figure.self)
    #expect(circle.rawContent.jsonString == #"{"type": "circle", "radius": null}"#)
    let squares = try await answer(#"[{"type": "square", "side": 2}, {"type": "circle", "radius": 1}]"#, [Figure].self)
    #expect(
      squares.rawContent.jsonString
        == #"[{"type": "square", "side": 2, "colour": null}, {"type": "circle", "radius": 1}]"#)
    #expect(squares.content == [.square(side: 2, colour: nil), .circle(radius: 1)])
  }

  @Test("Null stays where the schema itself allows it")
  func dynamicSchemas() async throws {
    let value = DynamicGenerationSchema(name: "Value", anyOf: [DynamicGenerationSchema(type: Int.self), .null])
    let properties: [DynamicGenerationSchema.Property] = [
      .init(name: "a", schema: value, isOptional: true),
      .init(name: "b", schema: DynamicGenerationSchema(type: Int.self), isOptional: true),
      .init(name: "c", schema: DynamicGenerationSchema(type: GeneratedContent.self), isOptional: true),
    ]
    let model = ScriptedModel(#"{"a": null, "b": null, "c": null}"#).able(to: .guidedGeneration)
    let plain = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Plain", properties: properties), dependencies: [])
    let answer = try await LanguageModelSession(model: model).respond(to: "x", schema: plain)
    #expect(answer.content.jsonString == #"{"a": null, "c": null}"# && answer.rawContent == answer.content)
    let explicit = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Explicit", representNilExplicitlyInGeneratedContent: true, properties: properties), dependencies: [])
    let empty = ScriptedModel("{}").able(to: .guidedGeneration)
    let other = try await LanguageModelSession(model: empty).respond(to: "x", schema: explicit)
    #expect(other.content.jsonString == #"{"a": null, "b": null, "c": null}"#)
  }

  @Test("A stream ends with the same content")
  func streams() async throws {
    let model = ScriptedModel(#"{"unit""#, #": "m", "notes": ["#, "]}").able(to: .guidedGeneration)
    let stream = LanguageModelSession(model: model).streamResponse(to: "x", generating: Reading.self)
    for try await snapshot in stream { #expect(snapshot.content.first == nil) }
    let whole = try await stream.collect()
    #expect(whole.rawContent.jsonString.hasPrefix(#"{"first": null, "unit": "m""#))
  }

  @Test("The guide and the prompt allow null for such a type only; the encoded schema is Apple's")
  func schemas() throws {
    let index = TokenIndex(try CallVocabulary.tokenizer().vocabulary)
    func allows(_ text: String, _ schema: GenerationSchema) throws -> Bool {
      var matcher = try Guide(.schema(schema.graph.json(.guide)), options: .generating, index: index).makeMatcher()
      return matcher.accept(bytes: Array(text.utf8)) && matcher.isAccepting
    }
    let reading = Reading.generationSchema
    #expect(try allows(#"{"first":null,"unit":"m","last":null,"notes":[],"nested":null}"#, reading))
    #expect(try allows(#"{"unit":"m","notes":[]}"#, reading))
    #expect(try !allows(#"{"first":null,"unit":null,"notes":[]}"#, reading))
    #expect(try !allows(#"{"text":null,"count":1}"#, Reading.Note.generationSchema))
    #expect(try allows(#"{"type":"circle","radius":null}"#, Figure.generationSchema))
    #expect(reading.graph.json(.model).text.contains(#""first": {"anyOf": [{"type": "integer"}, {"type": "null"}]}"#))
    #expect(reading.json.text.contains(#""first": {"type": "integer"}"#))
    #expect(reading.json.text.contains(#""required": ["unit", "notes"]"#))
  }

  @Test(
    "Answers of a model have every property", .enabled(if: SystemLanguageModel.default.isAvailable, "no default model"),
    arguments: 0..<6)
  func model(seed: UInt64) async throws {
    let options = GenerationOptions(
      samplingMode: .random(top: 1000, seed: seed), temperature: 1.5, maximumResponseTokens: 120)
    let response = try await LanguageModelSession().respond(to: "Anything.", generating: Figure.self, options: options)
    let content = response.rawContent
    let isCircle = if case .circle = response.content { true } else { false }
    #expect(try content.value(GeneratedContent.self, forProperty: isCircle ? "radius" : "colour").isComplete)
  }
}
