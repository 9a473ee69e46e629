import Foundation
import SwiftletGuides
import SwiftletJSON
import SwiftletTokenizers
import Testing

@testable import Swiftlet

/// Schemas that come from outside: files, tools, servers.
struct VerbatimSchemaTests {
  private static let texts = [
    #"{}"#, "true", "false", #"{"type":["string","null"],"minLength":3}"#,
    #"{"oneOf":[{"type":"string"},{"const":5}],"$comment":"x"}"#,
    ##"{"type":"object","properties":{"zeta":{"enum":["a",1,null]},"alpha":{"$ref":"#/$defs/P"}},"additionalProperties":{"type":"integer","multipleOf":3},"minProperties":1,"$defs":{"P":{"prefixItems":[{"type":"string","format":"date"},true],"items":false}}}"##,
  ]

  @Test("Schemas are kept as they are written", arguments: texts)
  func keeps(_ text: String) throws {
    let schema = try GenerationSchema(jsonSchema: text)
    let written = try JSONSchema(parsing: text)
    #expect(schema.json == written)
    for dialect in [SchemaDialect.guide, .strict] { #expect(schema.graph.json(dialect) == written) }
    #expect(!schema.graph.isStrict)
  }

  /// Coders lose the order of keys, which is the order of generation.
  @Test("Schemas are encoded and decoded without a loss", arguments: texts)
  func isCoded(_ text: String) throws {
    let schema = try GenerationSchema(jsonSchema: text, name: "Named")
    let read = try JSONDecoder().decode(GenerationSchema.self, from: JSONEncoder().encode(schema))
    #expect(read.debugDescription == schema.debugDescription && read.name == schema.name)
    let names = schema.json.root["properties"]?.members?.map(\.name)
    #expect(read.json.root["properties"]?.members?.map(\.name) == names)
  }

  @Test("Transcripts with such schemas are coded")
  func isCodedInTranscripts() throws {
    let definition = Transcript.ToolDefinition(
      name: "t", description: "d",
      parameters: try GenerationSchema(argumentsOf: "t", JSONSchema(parsing: Self.texts[5])))
    let transcript = Transcript(entries: [.instructions(.init(segments: [], toolDefinitions: [definition]))])
    let read = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
    guard case .instructions(let instructions)? = read.first else {
      Issue.record("\(read)")
      return
    }
    #expect(instructions.toolDefinitions == [definition])
  }

  /// Templates look for keywords in each of them.
  @Test("Models are shown objects where schemas are Booleans")
  func showsObjects() throws {
    let schema = try GenerationSchema(
      jsonSchema:
        #"{"properties":{"a":true,"b":{"items":false}},"additionalProperties":false,"anyOf":[true,{}],"const":true}"#)
    #expect(
      schema.graph.json(.model).text
        == #"{"properties": {"a": {}, "b": {"items": {"not": {}}}}, "additionalProperties": false, "anyOf": [{}, {}], "const": true}"#
    )
  }

  @Test("What is no schema is refused")
  func refuses() {
    #expect(throws: GeneratedContent.ParsingError.self) { try GenerationSchema(jsonSchema: "{") }
    for text in ["1", "null", "[]", "\"a\""] {
      #expect(throws: DecodingError.self) { try GenerationSchema(jsonSchema: text) }
    }
  }

  @Test("Arguments are an object, and nothing said is no arguments")
  func arguments() throws {
    func json(_ text: String?) throws -> String {
      try GenerationSchema(argumentsOf: "t", text.map { try JSONSchema(parsing: $0) }).json.text
    }
    let nothing = #"{"type": "object", "properties": {}, "additionalProperties": false}"#
    for text in [nil, "{}", "null"] { #expect(try json(text) == nothing) }
    #expect(try json("true") == #"{"type": "object"}"#)
    #expect(try json(#"{"properties":{"x":true}}"#) == #"{"type": "object", "properties": {"x": true}}"#)
    #expect(try json(#"{"type":"object"}"#) == #"{"type": "object"}"#)
  }

  private struct Wrapper: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [.init(name: "inner", type: Inner.self)])
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  private struct Inner: Generable {
    static var generationSchema: GenerationSchema {
      let text =
        ##"{"type":"array","items":{"$ref":"#/$defs/even"},"$defs":{"even":{"type":"integer","multipleOf":2}}}"##
      return (try? GenerationSchema(jsonSchema: text)) ?? String.generationSchema
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  @Test("References within a part lead to that part")
  func embeds() throws {
    let guide = try Guide(.schema(Wrapper.generationSchema.graph.json(.guide)), index: TokenIndex(.bytes))
    #expect(try guide.accepts(document: Array(#"{"inner":[2,4]}"#.utf8)))
    #expect(try !guide.accepts(document: Array(#"{"inner":[2,3]}"#.utf8)))
  }

  @Test("Patterns of Swift's types are about whole texts, those of JSON Schema are not")
  func patterns() throws {
    let typed = GenerationSchema(
      type: Inner.self, properties: [.init(name: "p", type: String.self, guides: [.pattern(/a|b/)])])
    let written = try GenerationSchema(jsonSchema: #"{"properties":{"p":{"pattern":"a|b"}}}"#)
    for (schema, isWhole) in [(typed, true), (written, false)] {
      let guide = try Guide(.schema(schema.graph.json(.guide)), index: TokenIndex(.bytes))
      #expect(try guide.accepts(document: Array(#"{"p":"b"}"#.utf8)))
      #expect(try guide.accepts(document: Array(#"{"p":"xbx"}"#.utf8)) != isWhole)
    }
  }
}
