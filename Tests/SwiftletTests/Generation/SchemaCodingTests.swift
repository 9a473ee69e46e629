import Foundation
import Swiftlet
import Testing

struct SchemaCodingTests {
  private func decode(_ json: String) throws -> GenerationSchema {
    try JSONDecoder().decode(GenerationSchema.self, from: Data(json.utf8))
  }

  @Test("18.10 What is encoded can be decoded and says the same")
  func roundTrips() throws {
    let schemas = [
      Trip.generationSchema, Tree.generationSchema, Shape.generationSchema, [Shape].generationSchema,
      Colour.generationSchema, Int.generationSchema, GeneratedContent.generationSchema,
    ]
    for schema in schemas {
      let json = try SchemaTests.sortedJSON(schema)
      let read = try decode(json)
      #expect(try SchemaTests.sortedJSON(read) == json)
      #expect(read.debugDescription == schema.debugDescription)
    }
    #expect(try decode(SchemaTests.trip).name == "Trip")
  }

  @Test("7.5 A constant is read in the form of either release")
  func constants() throws {
    #expect(try SchemaTests.sortedJSON(decode(#"{"const":"a"}"#)) == #"{"const":"a"}"#)
    #expect(
      try SchemaTests.sortedJSON(decode(#"{"type":"string","enum":["a"]}"#)) == #"{"enum":["a"],"type":"string"}"#)
  }

  @Test("7.11 The form that release 26 had for a nil that is written as null can be read")
  func explicitNil() throws {
    let json =
      #"{"additionalProperties":false,"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"],"#
      + #""title":"P","type":"object","x-order":["a"]}"#
    #expect(try SchemaTests.sortedJSON(decode(json)) == json)
  }

  @Test("7.9 Keywords without a counterpart are dropped")
  func droppedKeywords() throws {
    #expect(
      try SchemaTests.sortedJSON(decode(#"{"type":"string","minLength":1,"maxLength":2,"format":"date"}"#))
        == #"{"type":"string"}"#)
    #expect(
      try SchemaTests.sortedJSON(decode(#"{"type":"integer","multipleOf":2,"minimum":1}"#))
        == #"{"minimum":1,"type":"integer"}"#)
  }

  @Test(
    "7.9 An object needs all of its keys",
    arguments: ["title", "properties", "required", "additionalProperties", "x-order"])
  func missingKeys(key: String) throws {
    let data = Data(SchemaTests.trip.utf8)
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    object[key] = nil
    let rest = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(GenerationSchema.self, from: rest) }
    guard case .keyNotFound(let missing, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(missing.stringValue == key)
  }

  @Test(
    "7.9 Values of the wrong type, with the path to them",
    arguments: [
      (#"{"type":["string","null"]}"#, "type"),
      (#"{"type":"array","items":{"type":"string","enum":["a",1]}}"#, "items.enum.Index 1"),
      (#"{"type":"array","items":{"type":"integer","minimum":"1"}}"#, "items.minimum"),
      (#"{"type":"string","description":1}"#, "description"),
      (#"{"anyOf":[{"type":"string"},"x"]}"#, "anyOf.Index 1"),
      ("[]", ""), ("7", ""), (#"{"const":1}"#, "const"), (#"{"$ref":1}"#, "$ref"),
      (#"{"type":"string","$defs":[]}"#, "$defs"), (#"{"type":"string","$defs":{"a":1}}"#, "$defs.a"),
    ])
  func wrongTypes(json: String, path: String) {
    let error = #expect(throws: DecodingError.self) { try decode(json) }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
  }

  @Test(
    "7.9 Schemas that say nothing usable",
    arguments: [
      (#"{"allOf":[]}"#, "A schema needs one of the keys 'type', 'const', '$ref' and 'anyOf'."),
      ("{}", "A schema needs one of the keys 'type', 'const', '$ref' and 'anyOf'."),
      (#"{"type":"date"}"#, "There is no type 'date'."),
      (##"{"$ref":"#/$defs/A"}"##, "Nothing is defined under '#/$defs/A'."),
      (##"{"$ref":"x"}"##, "'x' does not point to '#' or into '#/$defs'."),
      (##"{"$ref":"#"}"##, "#: the type is a choice of itself"),
      (##"{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}"##, "#: the type is a choice of itself"),
      (##"{"type":"array","items":{"$ref":"#"},"minItems":1}"##, "#: no value of the type is finite"),
      (#"{"anyOf":[]}"#, "There is nothing to choose."),
      (#"{"type":"string","enum":[]}"#, "There is nothing to choose."),
      (#"{"type":"integer","enum":[1]}"#, "Only strings can be chosen from a list."),
      (#"{"type":"integer","minimum":3,"maximum":2}"#, "no number is at least 3 and at most 2"),
      (
        #"{"type":"array","items":{"type":"null"},"minItems":3,"maxItems":2}"#,
        "no array has at least 3 and at most 2 elements"
      ),
      (#"{"type":"array","items":{"type":"null"},"minItems":-1}"#, "-1 is no count."),
      (#"{"type":"array","items":{"type":"null"},"maxItems":1.5}"#, "1.5 is no count."),
      (
        #"{"type":"object","title":"A","properties":{},"required":[],"additionalProperties":false,"x-order":["a"]}"#,
        "Every property has to be listed once, and nothing else."
      ),
      (
        #"{"type":"object","title":"A","properties":{},"required":["a"],"additionalProperties":false,"x-order":[]}"#,
        "There is no property 'a'."
      ),
    ])
  func unusableSchemas(json: String, reason: String) {
    let error = #expect(throws: DecodingError.self) { try decode(json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == reason)
  }

  @Test("Schemas that are nested or numerous without end are an error")
  func hostileSchemas() throws {
    let deep =
      String(repeating: #"{"type":"array","items":"#, count: 400) + #"{"type":"null"}"#
      + String(repeating: "}", count: 400)
    #expect(throws: DecodingError.self) { try decode(deep) }
    let definitions = (0..<5000).map { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }.joined(separator: ",")
    let error = #expect(throws: DecodingError.self) { try decode(#"{"type":"null","$defs":{\#(definitions)}}"#) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "There are more than 4096 definitions.")
    let chain = (0..<4000).map { ##""d\##($0)":{"$ref":"#/$defs/d\##(($0 + 1) % 4000)"}"## }.joined(separator: ",")
    #expect(throws: DecodingError.self) { try decode(#"{"type":"null","$defs":{\#(chain)}}"#) }
  }
}
