import SwiftletJSON
import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Objects whose members are not in JSON syntax.
struct MemberSyntaxTests {
  private static let tags: MemberSyntax = {
    var syntax = MemberSyntax(beforeName: "<", afterName: ">", afterValue: "</>", separator: "\n")
    syntax.strings = .bare(end: "</>")
    return syntax
  }()
  private static let python: MemberSyntax = {
    var syntax = MemberSyntax(afterName: "=", separator: ", ")
    syntax.usesPythonLiterals = true
    return syntax
  }()
  private static let marked: MemberSyntax = {
    var syntax = MemberSyntax(afterName: ":", separator: ",")
    (syntax.opening, syntax.closing, syntax.strings) = ("{", "}", .marked("'"))
    return syntax
  }()

  /// Returns for each text whether it satisfies a schema in a syntax.
  private func accepted(_ schema: String, _ syntax: MemberSyntax, _ texts: [String]) throws -> [Bool] {
    let guide = try Guide(
      .members(JSONSchema(parsing: schema), syntax), options: .generating, index: TokenIndex(.bytes))
    return texts.map { text in
      var matcher = guide.makeMatcher()
      return matcher.accept(bytes: Array(text.utf8)) && matcher.isAccepting
    }
  }

  @Test("Members are in order; optional members may be missing")
  func order() throws {
    let schema =
      #"{"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"boolean"}},"required":["b"]}"#
    #expect(
      try accepted(schema, Self.tags, ["<b>1</>", "<a>x y</>\n<b>1</>\n<c>true</>", "<a>x</>", "<b>1</>\n<a>x</>", ""])
        == [true, true, false, false, false])
    #expect(
      try accepted(schema, Self.python, ["b=1", #"a="x", b=1, c=True"#, "b=1, c=true", "b=1,"]) == [
        true, true, false, false,
      ])
    #expect(
      try accepted(schema, Self.marked, ["{b:1}", "{a:'x \"y',b:1,c:false}", "{a:\"x\",b:1}"]) == [true, true, false])
  }

  @Test("Unquoted strings are constrained by their keywords")
  func strings() throws {
    let schema =
      #"{"properties":{"d":{"type":"string","format":"date"},"l":{"type":"string","minLength":2,"maxLength":3},"e":{"enum":["x<","y"]},"m":{"type":["string","null"]}}}"#
    #expect(
      try accepted(
        schema, Self.tags,
        [
          "<d>2024-02-29</>", "<d>2023-02-29</>", "<l>ab</>", "<l>a</>", "<l>abcd</>", "<e>x<</>", "<e>z</>",
          "<m>null</>",
          #"<m>"a"</>"#, "<m>a</>", "",
        ]) == [true, false, true, false, false, true, false, true, true, false, true])
  }

  @Test("Constraints across members are enforced")
  func together() throws {
    let schema =
      #"{"properties":{"a":{},"b":{},"c":{}},"minProperties":1,"maxProperties":2,"dependentRequired":{"c":["a"]},"type":"object"}"#
    #expect(
      try accepted(schema, Self.python, ["a=1", "b=1", "c=1", "a=1, c=2", "a=1, b=2", "a=1, b=2, c=3", ""])
        == [true, true, false, true, true, false, false])
    let choice =
      #"{"oneOf":[{"properties":{"a":{"const":1}},"required":["a"],"additionalProperties":false},{"properties":{"b":{"const":2}},"required":["b"],"additionalProperties":false}],"type":"object"}"#
    #expect(try accepted(choice, Self.python, ["a=1", "b=2", "a=1, b=2", "a=2"]) == [true, true, false, false])
  }

  @Test("Objects without declared members take any name")
  func maps() throws {
    let schema = #"{"type":"object","additionalProperties":{"type":"integer"},"minProperties":1}"#
    #expect(
      try accepted(schema, Self.python, ["x=1", "x=1, y_2=3", "x='a'", "", "2=1"]) == [true, true, false, false, false])
    #expect(
      try accepted(#"{"type":"object"}"#, Self.marked, ["{}", "{a:{b:['c',1,null]}}", "{a:c}"]) == [true, true, false])
    #expect(
      try accepted(#"{"type":"object","additionalProperties":false}"#, Self.marked, ["{}", "{a:1}"]) == [true, false])
  }

  @Test("Nested values use the nested syntax of the format")
  func nesting() throws {
    let schema =
      ##"{"properties":{"t":{"$ref":"#/$defs/tree"}},"required":["t"],"$defs":{"tree":{"properties":{"n":{"type":"string"},"k":{"type":"array","items":{"$ref":"#/$defs/tree"},"maxItems":2}},"required":["n"],"additionalProperties":false,"type":"object"}}}"##
    #expect(
      try accepted(
        schema, Self.marked,
        ["{t:{n:'a'}}", "{t:{n:'a',k:[{n:'b'},{n:'c',k:[]}]}}", "{t:{n:'a',k:[{n:'b'},{n:'c'},{n:'d'}]}}", "{t:{}}"])
        == [true, true, false, false])
    #expect(try accepted(schema, Self.tags, [#"<t>{"n":"a","k":[{"n":"b"}]}</>"#, "<t>{n:'a'}</>"]) == [true, false])
  }

  @Test("Constraints that a syntax cannot express are errors")
  func refuses() throws {
    for (schema, syntax) in [
      (#"{"type":"object","minProperties":3,"properties":{"a":{}}}"#, Self.tags),
      (#"{"type":"object","patternProperties":{"^a":{}},"minProperties":1}"#, Self.tags),
      (#"{"properties":{"a":{"type":"array","contains":{"const":1}}},"type":"object"}"#, Self.marked),
    ] {
      let error = #expect(throws: GuideError.self) { try accepted(schema, syntax, []) }
      guard case .unsupported = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("Members that are strings")
  func stringMembers() throws {
    let schema = try JSONSchema(
      parsing:
        ##"{"anyOf":[{"properties":{"a":{"type":"string"},"b":{"enum":["x",1]},"c":{"$ref":"#/$defs/s"}}},{"properties":{"a":{"type":"string"},"c":{"type":"integer"}}}],"type":"object","$defs":{"s":{"pattern":"a","type":"string"}}}"##
    )
    #expect(schema.stringMembers == ["a": true, "b": false, "c": false])
    #expect(JSONSchema(.bool(true)).stringMembers.isEmpty)
  }

  @Test("Compilation is linear in the number of members")
  func manyMembers() throws {
    let members = (0..<60).map { "\"m\($0)\":{\"type\":\"integer\"}" }.joined(separator: ",")
    #expect(
      try accepted(#"{"type":"object","properties":{\#(members)}}"#, Self.python, ["m0=1, m59=2", "m59=1, m0=2"])
        == [true, false])
  }
}
