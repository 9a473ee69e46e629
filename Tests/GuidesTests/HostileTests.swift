import Testing

@testable import SwiftletGuides

/// Adversarial schemas and patterns: each compiles or throws a typed error.
struct HostileTests {
  static let schemas: [(name: String, text: String)] = {
    let many = 20_000
    let parentheses = String(repeating: "(", count: 60_000) + String(repeating: ")", count: 60_000)
    func nested(_ open: String, _ close: String, _ count: Int) -> String {
      String(repeating: open, count: count) + "true" + String(repeating: close, count: count)
    }
    let chain = (0..<5000).map { "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\"}" }.joined(separator: ",")
    let wide = (0..<many).map { "\"p\($0)\":{\"type\":\"string\"}" }.joined(separator: ",")
    let branches = (0..<40).map { "{\"properties\":{\"a\($0)\":{\"type\":\"integer\"}},\"required\":[\"b\($0)\"]}" }
      .joined(separator: ",")
    let words = (0..<many).map { "\"w\($0)\"" }.joined(separator: ",")
    let sixtyFour = (0..<64).map { "\"v\($0)\"" }.joined(separator: ",")
    let counted = [2, 3, 5, 7].map { "{\"contains\":{\"multipleOf\":\($0)},\"minContains\":30,\"maxContains\":60}" }
      .joined(separator: ",")
    let dependent = (0..<3000).map { "\"a\($0)\":[\"a\($0 + 1)\"]" }.joined(separator: ",")
    let hard = (0..<200).map { "\"p\($0)\":{\"pattern\":\"(a|b)*a(a|b){12}\($0)$\"}" }.joined(separator: ",")
    return [
      ("parentheses", "{\"pattern\":\"\(parentheses)\"}"), ("stars", "{\"pattern\":\"^(a*)*$\"}"),
      ("nested stars", "{\"pattern\":\"^((a*)*b*)*c$\"}"), ("counts", "{\"pattern\":\"(((a{1000}){1000}){1000})\"}"),
      ("empty counts", "{\"pattern\":\"((((){99999}){99999}){99999})\"}"),
      ("exponential", "{\"pattern\":\"(a|b)*a(a|b){30}$\"}"),
      ("length", "{\"type\":\"string\",\"maxLength\":2000000000}"),
      ("huge minimum of a pattern", "{\"minLength\":1e300,\"pattern\":\"^a*$\"}"),
      ("huge minimum of a format", "{\"minLength\":1000000000000000.0,\"format\":\"duration\"}"),
      ("large minimum of a pattern", "{\"minLength\":50000,\"maxLength\":90000,\"pattern\":\"^[a-c]*$\"}"),
      ("huge minimum", "{\"type\":\"array\",\"minItems\":99999999999}"),
      ("nested items", nested("{\"items\":", "}", 5000)), ("nested not", nested("{\"not\":", "}", 150)),
      ("nested anyOf", nested("{\"anyOf\":[", ",true]}", 150)),
      ("cyclic", "{\"$ref\":\"#\"}"),
      ("cycle of two", "{\"allOf\":[{\"$ref\":\"#/$defs/a\"}],\"$defs\":{\"a\":{\"$ref\":\"#\"}}}"),
      ("endless", "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"},\"minItems\":1}"),
      ("chain", "{\"$ref\":\"#/$defs/d0\",\"$defs\":{\(chain),\"d5000\":true}}"),
      ("wide", "{\"type\":\"object\",\"properties\":{\(wide)}}"), ("oneOf", "{\"oneOf\":[\(branches)]}"),
      ("enum", "{\"enum\":[\(words)]}"), ("not enum", "{\"not\":{\"enum\":[\(words)]}}"),
      ("bound", "{\"type\":\"number\",\"minimum\":1e999999999}"),
      ("digits", "{\"maximum\":\(String(repeating: "9", count: 900))}"),
      ("multiple", "{\"multipleOf\":999983}"), ("tiny multiple", "{\"multipleOf\":1e-300}"), ("no JSON", "{\"type\":"),
      ("not a schema", "[1]"), ("wrong types", "{\"properties\":[],\"required\":{\"a\":1}}"), ("empty", ""),
      ("different", "{\"items\":{\"enum\":[\(sixtyFour)]},\"type\":\"array\",\"uniqueItems\":true,\"minItems\":64}"),
      (
        "counted", "{\"type\":\"array\",\"contains\":{\"type\":\"integer\"},\"minContains\":1000,\"maxContains\":60000}"
      ),
      ("counted in four ways", "{\"type\":\"array\",\"allOf\":[\(counted)]}"),
      ("dependent", "{\"dependentRequired\":{\(dependent)}}"), ("hard patterns", "{\"properties\":{\(hard)}}"),
      ("many properties wanted", "{\"type\":\"object\",\"minProperties\":1000000}"),
      ("too many elements", nested("{\"type\":\"array\",\"minItems\":2,\"items\":", "}", 200)),
      ("remote", "{\"$ref\":\"https://example.com/schema\"}"), ("nowhere", "{\"$ref\":\"#/nowhere\"}"),
    ]
  }()

  @Test("compiles or throws", arguments: schemas.indices)
  func survives(caseIndex: Int) throws {
    let (name, text) = Self.schemas[caseIndex]
    let index = try SmallIndex.index.get()
    do throws(GuideError) {
      let guide = try Guide(schema: text, index: index)
      var matcher = guide.makeMatcher()
      for _ in 0..<20 where !matcher.isFinished {
        var first: Int?
        matcher.mask().forEach { first = $0 }
        #expect(first != nil, "\(name): no token is allowed")
        guard let first else { break }
        try matcher.accept(first)
      }
    } catch {
      #expect(!error.description.isEmpty, "\(name)")
    }
  }

  static let grammars: [String] = [
    "root ::= " + String(repeating: "(", count: 60_000), "root ::= \"a\"" + String(repeating: "?", count: 60_000),
    "root ::= (((\"a\"{1000}){1000}){1000})", "root ::= ((a{1000}){1000}){1000}\na ::= \"(\" a \")\" | \"x\"",
    "root ::= r0\n" + (0..<5000).map { "r\($0) ::= r\($0 + 1) | \"x\" r\($0)\n" }.joined() + "r5000 ::= \"y\"",
    "root ::= r0\n" + (0..<60).map { "r\($0) ::= r\($0 + 1) r\($0 + 1)\n" }.joined() + "r60 ::= \"y\"",
    "root ::= " + (0..<100).map { "r\($0) root | " }.joined() + "\"x\"\n"
      + (0..<100).map { "r\($0) ::= [ab]* \"a\" [ab]{12} \"\($0)\"\n" }.joined(),
  ]

  @Test("grammars that exceed the limits are errors", arguments: grammars.indices)
  func refusesGrammars(caseIndex: Int) throws {
    let index = try SmallIndex.index.get()
    let error = #expect(throws: GuideError.self) { try Guide(.grammar(Self.grammars[caseIndex]), index: index) }
    switch error {
    case .invalidGrammar?, .tooComplex?: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(
    "unsatisfiable schemas are detected at compile time",
    arguments: [
      "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"},\"minItems\":1}", "false", "{\"type\":\"string\",\"enum\":[1]}",
      "{\"type\":\"string\",\"pattern\":\"^(aa)*$\",\"minLength\":3,\"maxLength\":3}",
      "{\"required\":[\"a\"],\"properties\":{\"a\":false},\"type\":\"object\"}",
    ])
  func findsContradictions(schema: String) throws {
    let index = try SmallIndex.index.get()
    #expect(throws: GuideError.unsatisfiable(pointer: "")) { try Guide(schema: schema, index: index) }
  }
}
