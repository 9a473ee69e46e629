import Testing

@testable import SwiftletGuides

/// Schemas and patterns made to do harm: each is refused with a typed error or simply works.
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
    return [
      ("parentheses", "{\"pattern\":\"\(parentheses)\"}"), ("stars", "{\"pattern\":\"^(a*)*$\"}"),
      ("nested stars", "{\"pattern\":\"^((a*)*b*)*c$\"}"), ("counts", "{\"pattern\":\"(((a{1000}){1000}){1000})\"}"),
      ("empty counts", "{\"pattern\":\"((((){99999}){99999}){99999})\"}"),
      ("exponential", "{\"pattern\":\"(a|b)*a(a|b){30}$\"}"),
      ("length", "{\"type\":\"string\",\"maxLength\":2000000000}"),
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
      ("remote", "{\"$ref\":\"https://example.com/schema\"}"), ("nowhere", "{\"$ref\":\"#/nowhere\"}"),
    ]
  }()

  @Test("does no harm", arguments: schemas.indices)
  func survives(place: Int) throws {
    let (name, text) = Self.schemas[place]
    let index = try SmallIndex.index.get()
    do throws(GuideError) {
      let guide = try Guide(schema: text, index: index)
      var matcher = guide.makeMatcher()
      for _ in 0..<20 where !matcher.isFinished {
        var first: Int?
        matcher.mask().forEach { first = $0 }
        #expect(first != nil, "\(name): nothing may come")
        guard let first else { break }
        try matcher.accept(first)
      }
    } catch {
      #expect(!error.description.isEmpty, "\(name)")
    }
  }

  @Test(
    "what cannot be satisfied is known at once",
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
