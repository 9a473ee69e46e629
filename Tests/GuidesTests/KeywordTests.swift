import Testing

@testable import SwiftletGuides

/// Each keyword, with valid and invalid documents.
struct KeywordTests {
  static let cases: [(schema: String, allowed: [String], forbidden: [String])] = [
    (#"{"type":["integer","null"]}"#, ["1", "-20", "null", "0"], ["1.5", "01", "\"1\"", "true", "-", ""]),
    (
      #"{"enum":["a","b\"c",1.5,null,[1,{"x":2}]]}"#, [#""a""#, #""b\"c""#, "1.5", "1.50", "[1,{\"x\":2}]"],
      ["1", "[1]", #""b""#]
    ),
    (#"{"const":{"a":[1,2]}}"#, [#"{"a":[1,2]}"#], [#"{"a":[1]}"#, #"{"a":[1,2],"b":1}"#, "{}"]),
    (#"{"type":"integer","minimum":-5,"maximum":12}"#, ["-5", "0", "12", "7", "-0"], ["-6", "13", "100", "-12"]),
    (
      #"{"type":"number","exclusiveMinimum":0.5,"exclusiveMaximum":2}"#, ["0.51", "1", "1.999", "5.1e-1", "1e0"],
      ["0.5", "2", "2.0", "5e-1", "2e0", "1e2"]
    ),
    (#"{"type":"number","minimum":0,"exclusiveMinimum":true}"#, ["0.1", "3"], ["0", "-1", "0.0"]),
    (#"{"type":"number","multipleOf":0.25}"#, ["0.75", "1", "-2.5", "10.250"], ["0.3", "1.1", "0.251"]),
    (#"{"type":"integer","multipleOf":7}"#, ["0", "49", "-14"], ["1", "48", "50"]),
    (
      #"{"type":"string","minLength":2,"maxLength":3}"#,
      [#""ab""#, #""日本語""#, #""a\n""#, #""😀😀""#, #""\ud83d\ude00x""#], [#""a""#, #""abcd""#, #""😀""#, #""\ud83d""#]
    ),
    (#"{"type":"string","maxLength":20000}"#, [#""""#, #""abc""#], ["1"]),
    (#"{"type":"string","pattern":"^[a-f]+$","minLength":2}"#, [#""ab""#], [#""a""#, #""ag""#]),
    (#"{"type":"string","pattern":"b"}"#, [#""abc""#, #""b""#], [#""ac""#]),
    (#"{"type":"string","format":"date"}"#, [#""2024-02-29""#], [#""2023-02-29""#, #""2024-13-01""#]),
    (#"{"type":"string","format":"ipv6"}"#, [#""::1""#, #""1:2:3:4:5:6:7:8""#], [#""1:2:3:4:5:6:7""#, #"":::""#]),
    (
      #"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}"#, ["[1]", "[1,2]"],
      ["[]", "[1,2,3]", "[\"a\"]"]
    ),
    (#"{"type":"array","prefixItems":[{"const":1}],"items":false}"#, ["[]", "[1]"], ["[2]", "[1,1]"]),
    (#"{"type":"array","items":[{"const":1}],"additionalItems":{"const":2}}"#, ["[1,2,2]"], ["[1,1]", "[2]"]),
    (
      #"{"type":"array","contains":{"const":1},"minContains":2,"maxContains":2,"items":{"type":"integer"}}"#,
      ["[1,1]", "[0,1,2,1]"], ["[1]", "[1,1,1]", "[]"]
    ),
    (
      #"{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}"#, ["[]", #"["a"]"#, #"["b","a"]"#],
      [#"["a","a"]"#, #"["a","b","a"]"#]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#,
      [#"{"a":1}"#], ["{}", #"{"a":1,"b":2}"#, #"{"a":"x"}"#, #"{"a":1,"a":2}"#]
    ),
    (
      #"{"type":"object","properties":{"a":false},"additionalProperties":{"type":"null"}}"#,
      ["{}", #"{"b":null,"ab":null}"#, #"{"":null}"#], [#"{"a":null}"#, #"{"b":1}"#]
    ),
    (
      #"{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}"#,
      [#"{"x-a":1}"#], [#"{"x-a":"1"}"#, #"{"y":1}"#]
    ),
    (
      #"{"type":"object","propertyNames":{"pattern":"^[a-c]+$"},"minProperties":1,"maxProperties":2}"#, [#"{"abc":1}"#],
      ["{}", #"{"d":1}"#, #"{"a":1,"b":2,"c":3}"#]
    ),
    (
      #"{"type":"object","dependentRequired":{"a":["b"]}}"#, ["{}", #"{"b":1}"#, #"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#],
      [#"{"a":1}"#]
    ),
    (
      #"{"type":"object","dependencies":{"a":{"required":["b"]},"c":["d"]}}"#, [#"{"a":1,"b":2}"#, #"{"c":1,"d":2}"#],
      [#"{"a":1}"#, #"{"c":1}"#]
    ),
    (#"{"allOf":[{"type":"integer"},{"minimum":3}],"maximum":4}"#, ["3", "4"], ["2", "5", "\"3\""]),
    (
      #"{"anyOf":[{"type":"integer","minimum":10},{"type":"string","maxLength":1}]}"#, ["10", "\"a\""], ["9", "\"ab\""]
    ),
    (#"{"oneOf":[{"type":"integer","minimum":2},{"type":"integer","maximum":5}]}"#, ["1", "6"], ["2", "5", "3"]),
    (#"{"not":{"type":["string","number"]}}"#, ["true", "null", "[]", "{}"], ["1", "\"\""]),
    (#"{"type":"object","not":{"required":["a"]}}"#, ["{}", #"{"b":1}"#], [#"{"a":1}"#]),
    (#"{"type":"string","not":{"enum":["a","bc"]}}"#, [#""b""#, #""""#, #""bcd""#], [#""a""#, #""bc""#]),
    (
      #"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["a"]},"else":{"required":["b"]},"type":"object"}"#,
      [#"{"k":1,"a":2}"#, #"{"k":2,"b":1}"#, #"{"b":1}"#], [#"{"k":1,"b":1}"#, #"{"k":1}"#]
    ),
    (
      ##"{"$ref":"#/$defs/t","$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"},"maxItems":1}}}"##,
      ["[]", "[[[]]]"], ["[1]", "[[],[]]"]
    ),
    (
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/i","type":"string","definitions":{"i":{"type":"integer"}}}"##,
      ["1"], ["\"a\""]
    ),
    (
      #"{"type":"object","properties":{"a":true},"allOf":[{"properties":{"b":true}}],"unevaluatedProperties":false}"#,
      [#"{"a":1,"b":2}"#], [#"{"c":1}"#]
    ),
  ]

  @Test("allows and forbids what the specification does", arguments: cases.indices)
  func judges(caseIndex: Int) throws {
    let (schema, allowed, forbidden) = Self.cases[caseIndex]
    let guide = try Guide(schema: schema, index: SmallIndex.index.get())
    for text in allowed { #expect(guide.accepts(text), "\(text) for \(schema)") }
    for text in forbidden { #expect(!guide.accepts(text), "\(text) for \(schema)") }
  }

  @Test(
    "unsupported keywords are errors with a JSON pointer",
    arguments: [
      (#"{"properties":{"a":{"pattern":"(x)\\1"}}}"#, "/properties/a/pattern"),
      (#"{"items":{"uniqueItems":true,"items":{"type":"object"}}}"#, "/items"),
      (#"{"properties":{"a~b":{"$ref":"https://example.com/x"}}}"#, "/properties/a~0b/$ref"),
      (#"{"$schema":"https://example.com/dialect"}"#, "/$schema"),
    ])
  func refuses(schema: String, pointer: String) throws {
    let index = try SmallIndex.index.get()
    let error = #expect(throws: GuideError.self) { try Guide(schema: schema, index: index) }
    guard case .unsupported(pointer, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a lenient guide reports dropped keywords")
  func reportsWhatItDrops() throws {
    var options = GuideOptions()
    options.isLenient = true
    let schema = #"{"type":"string","pattern":"(x)\\1","maxLength":1,"format":"colour"}"#
    let guide = try Guide(schema: schema, options: options, index: SmallIndex.index.get())
    #expect(guide.accepts("\"a\"") && !guide.accepts("\"ab\""))
    #expect(guide.dropped.count == 1 && guide.dropped[0].hasPrefix("/pattern:"))
    #expect(guide.notes.count == 1 && guide.notes[0].hasPrefix("/format:"))
  }
}
