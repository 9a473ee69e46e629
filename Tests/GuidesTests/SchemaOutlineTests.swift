import Testing

@testable import SwiftletGuides
import SwiftletJSON

/// Outlines of schemas in prompts.
struct SchemaOutlineTests {
  private func outline(_ schema: String) throws -> String? {
    SchemaOutline.text(of: try JSONValue.read(Array(schema.utf8)))
  }

  @Test(arguments: [
    (#"true"#, "any"),
    (#"{}"#, "any"),
    (#"{"type":"string"}"#, "string"),
    (#"{"type":["integer","null"]}"#, "integer|null"),
    (#"{"const":"a"}"#, #""a""#),
    (#"{"enum":["a\"b",1,null,[2]]}"#, #""a\"b"|1|null|[2]"#),
    (#"{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}"#, "string|[integer]"),
    (#"{"type":"array"}"#, "[any]"),
    (#"{"type":"object"}"#, "object"),
    (#"{"type":"object","properties":{},"additionalProperties":false}"#, "{}"),
    (#"{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["b"]}"#, #"{"a"?:string,"b":any}"#),
  ])
  func writesTypes(schema: String, expected: String) throws {
    #expect(try outline(schema) == expected)
  }

  @Test(arguments: [
    (#"{"type":"integer","minimum":6,"maximum":95,"description":"The age"}"#, "integer (The age; 6 to 95)"),
    (#"{"type":"number","exclusiveMinimum":0,"multipleOf":0.5}"#, "number (more than 0; multiple of 0.5)"),
    (#"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":1}"#, "[string] (1 element)"),
    (
      #"{"type":"array","items":{"type":"string"},"maxItems":3,"uniqueItems":true}"#,
      "[string] (at most 3 elements; all different)"
    ),
    (
      #"{"type":"string","minLength":2,"format":"date","pattern":"^a"}"#,
      "string (at least 2 characters; date; matches ^a)"
    ),
  ])
  func describesConstraintsInWords(schema: String, expected: String) throws {
    #expect(try outline(schema) == expected)
  }

  @Test func namesSharedAndRecursiveTypes() throws {
    let schema = #"""
      {"title":"Tree","type":"object","properties":{"once":{"$ref":"#/$defs/Once"},"a":{"$ref":"#/$defs/Twice"},
      "b":{"$ref":"#/$defs/Twice"},"trees":{"type":"array","items":{"$ref":"#"}}},"required":["a"],
      "$defs":{"Once":{"type":"integer"},"Twice":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/Loop"}]},
      "Loop":{"type":"object","properties":{"loop":{"$ref":"#/$defs/Loop"}}}}}
      """#
    #expect(
      try outline(schema) == #"""
        Tree
        Tree: {"once"?:integer,"a":Twice,"b"?:Twice,"trees"?:[Tree]}
        Twice: string|Loop
        Loop: {"loop"?:Loop}
        """#)
  }

  /// Each type contains the next one twice, so that inlining would repeat the last one 2^29 times.
  @Test func staysAsShortAsTheSchema() throws {
    let definitions = (0..<30).map { level in
      let next = level == 29 ? #"{"type":"null"}"# : ##"{"$ref":"#/$defs/T\##(level + 1)"}"##
      return #""T\#(level)":{"type":"object","properties":{"a":\#(next),"b":\#(next)},"required":["a","b"]}"#
    }
    let text = try outline(##"{"$ref":"#/$defs/T0","$defs":{\##(definitions.joined(separator: ","))}}"##)
    #expect(try #require(text).utf8.count < 1000)
  }

  @Test(arguments: [
    #"{"not":{"type":"string"}}"#, #"{"type":"object","patternProperties":{"a":{}}}"#,
    #"{"type":"object","additionalProperties":{"type":"string"}}"#, #"{"type":"array","prefixItems":[{}]}"#,
    #"{"$ref":"other.json"}"#, ##"{"$ref":"#/$defs/missing"}"##, #"{"type":"integer","minimum":"1"}"#, #"false"#,
    ##"{"$ref":"#/$defs/string","$defs":{"string":{"$ref":"#/$defs/string"}}}"##,
    String(repeating: #"{"type":"array","items":"#, count: 40) + "true" + String(repeating: "}", count: 40),
  ])
  func returnsNilForInexpressibleSchemas(schema: String) throws {
    #expect(try outline(schema) == nil)
    let schema = try JSONSchema(parsing: schema)
    #expect(SchemaPrompt(schema).text == "\n\nAnswer with JSON that follows this schema:\n" + schema.text)
  }

  @Test func isUsedInPrompts() throws {
    let schema = try JSONSchema(parsing: #"{"type":"array","items":{"type":"integer"}}"#)
    #expect(SchemaPrompt(schema).text == "\n\nAnswer with JSON of this form:\n[integer]")
  }
}
