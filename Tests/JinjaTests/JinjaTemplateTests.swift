import Testing

@testable import SwiftletJinja

struct JinjaTemplateTests {
  private func error(_ source: String, _ variables: JinjaDictionary = [:]) -> JinjaError? {
    do {
      _ = try JinjaTemplate(source).render(variables)
      return nil
    } catch {
      return error
    }
  }

  @Test func errorsSayWhereAndWhat() throws {
    let syntax = try #require(error("a\n{{ 1 + }}\nb"))
    #expect((syntax.line, syntax.column) == (2, 8))
    #expect(syntax.reason == .syntax(found: "'}}'", expected: "an expression"))
    #expect(syntax.source == "{{ 1 + }}")
    #expect(
      syntax.description
        == "line 2, column 8 of the template: found '}}', expected an expression; in \"{{ 1 + }}\"")

    let refusal = try #require(error("\r\n\r\n  {{ raise_exception('No ' ~ x) }}", ["x": "tools"]))
    #expect(refusal.reason == .raised(message: "No tools"))
    #expect((refusal.line, refusal.column) == (3, 21))

    let undefined = try #require(error("é{{ a.b.c }}", ["a": [:]]))
    #expect(undefined.reason == .undefined("a dictionary has no member 'b', so it has no member 'c'"))
    #expect((undefined.line, undefined.column) == (1, 9))

    #expect(
      error("{{ none + 1 }}")?.reason
        == .value(operation: "'+'", found: "none and an integer", expected: "compatible operands"))
    #expect(error("{{ 1|nope }}")?.reason == .unknown(kind: "filter", name: "nope"))
    #expect(error("{{ 1 is nope }}")?.reason == .unknown(kind: "test", name: "nope"))
    #expect(error("{% include 'x' %}")?.reason == .unknown(kind: "statement", name: "include"))
    #expect(
      error("{% for x in y recursive %}{% endfor %}")?.reason == .unknown(kind: "kind of loop", name: "recursive"))
    #expect(
      error("{% if x %}")?.reason
        == .syntax(found: "the end of the template", expected: "'{% elif %}' or '{% else %}' or '{% endif %}'"))
    #expect(error("{{ f(")?.line == 1)
    #expect(error(String(repeating: "x", count: 500) + "{{ 1 2 }}")?.source.count == 64)
  }

  @Test func oneTemplateServesManyTasks() async throws {
    let template = try JinjaTemplate(
      "{% macro m(x) %}<{{ x }}>{% endmacro %}{% set ns = namespace(n=0) %}{% for i in range(n) %}{% set ns.n = ns.n + i %}{% endfor %}{{ m(ns.n) }}"
    )
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for n in 0..<64 {
        group.addTask { (n, try template.render(["n": .integer(n)]).map(\.text).joined()) }
      }
      for try await (n, text) in group { #expect(text == "<\(n * (n - 1) / 2)>") }
    }
  }

  @Test func theClockIsAskedOnlyByTemplatesThatWant() throws {
    var count = 0
    let clock = {
      count += 1
      return JinjaDate(year: 2024, month: 2, day: 29)
    }
    _ = try JinjaTemplate("{{ 1 }}").render([:], now: clock)
    #expect(count == 0)
    let text = try JinjaTemplate("{{ strftime_now('%d %b %Y, day %j') }}").render([:], now: clock).map(\.text).joined()
    #expect(text == "29 Feb 2024, day 060")
    #expect(count == 1)
    let today = JinjaDate.current()
    #expect(today.year > 2024 && (1...12).contains(today.month))
  }

  @Test(
    "the hours of the 12-hour clock are 1 to 12: noon and midnight are 12",
    arguments: [(0, "12 AM"), (1, "01 AM"), (11, "11 AM"), (12, "12 PM"), (13, "01 PM"), (23, "11 PM")])
  func hoursOfTheTwelveHourClock(hour: Int, expected: String) throws {
    let now = JinjaDate(year: 2024, month: 2, day: 29, hour: hour)
    let template = try JinjaTemplate("{{ strftime_now('%I %p') }}")
    #expect(try template.render([:], now: { now }).map(\.text).joined() == expected)
  }

  @Test func inputIsNotChangedByARun() throws {
    let variables: JinjaDictionary = ["list": [1, 2]]
    let template = try JinjaTemplate("{% set _ = list.append(3) %}{{ list|length }}")
    for _ in 0..<2 { #expect(try template.render(variables).map(\.text) == ["3"]) }
  }

  @Test func namesAreComparedByCodePoints() throws {
    let variables: JinjaDictionary = ["d": ["\u{E9}": 1, "e\u{301}": 2], "a": "\u{E9}", "b": "e\u{301}"]
    #expect(
      try JinjaTemplate.text("{{ d[a] }}{{ d[b] }}{{ a == b }}{{ d|length }}{{ a < b }}", variables) == "12False2False")
  }

  @Test("Numbers that no type represents keep their spelling, and count as floating-point numbers in arithmetic")
  func numbersKeepTheirSpelling() throws {
    let digits = "123456789012345678901234567890"
    let value = try JinjaValue(json: #"{"n": \#(digits), "x": 1e400, "y": 0.12345678901234567890123, "z": 1.50}"#)
    let variables = try #require(value.dictionary)
    for (source, expected) in [
      ("{{ n }}|{{ x | tojson }}", "\(digits)|1e400"),
      ("{{ [n, y, z] | tojson }}", "[\(digits), 0.12345678901234567890123, 1.5]"),
      ("{{ [x] }}|{{ 'a' + n }}|{{ n | int }}|{{ n | string }}", "[1e400]|a\(digits)|\(digits)|\(digits)"),
      ("{{ n is integer }}{{ n is float }}{{ x is float }}{{ x is number }}", "TrueFalseTrueTrue"),
      ("{{ n == n }}{{ n == x }}{{ n > 5 }}{{ -n < 0 }}{{ 1 if n else 0 }}", "TrueFalseTrueTrue1"),
      ("{{ n * 2 }}|{{ x - 1 }}", "2.4691357802469136e+29|inf"),
    ] { #expect(try JinjaTemplate.text(source, variables) == expected) }
  }

  @Test("A string of mixed origin keeps the origin of each segment")
  func stringsOfMixedOriginKeepIt() throws {
    let text = JinjaValue.segments([.init(text: " <b>", isTrusted: true), .init(text: "x<b>", isTrusted: false)])
    let segments = try JinjaTemplate("[{{ t | trim }}]").render(["t": text])
    #expect(
      segments == [
        JinjaSegment(text: "[<b>", isTrusted: true), JinjaSegment(text: "x<b>", isTrusted: false),
        JinjaSegment(text: "]", isTrusted: true),
      ])
  }

  @Test func valuesAreReadFromJSON() throws {
    let value = try JinjaValue(
      json: #" {"b": [1, -2.0, 1e2, true, null, "\u00e9\ud83d\ude00\n\ud800x"], "a": {}, "b2": 9223372036854775808} "#)
    #expect(
      value == [
        "b": [1, -2.0, 100.0, true, nil, "\u{E9}\u{1F600}\n\u{FFFD}x"], "a": [:], "b2": .number("9223372036854775808"),
      ])
    #expect(value.dictionary?.map(\.name) == ["b", "a", "b2"])
    #expect(try JinjaValue(json: #"{"a": 1, "b": 2, "a": 3}"#) == ["a": 3, "b": 2])
    #expect(try JinjaValue(json: "\"x\"", trusted: true) == .trusted("x"))
    for text in [
      "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", "+1", "tru", "\"a", "\"\u{1}\"", "[1] 2", "\"\\x\"",
      "\"\\u12g4\"", "nan", "'a'",
    ] {
      #expect(throws: JinjaJSONError.self, "\(text)") { try JinjaValue(json: text) }
    }
    let error = #expect(throws: JinjaJSONError.self) { try JinjaValue(json: "[1 2]") }
    #expect(error == JinjaJSONError(offset: 3, expected: "a comma or the closing bracket"))
  }

  @Test func dictionariesKeepTheirOrder() {
    var dictionary: JinjaDictionary = ["b": 1, "a": 2, "b": 3]
    #expect(dictionary.map(\.name) == ["b", "a"])
    #expect(dictionary["b"] == 3)
    for n in 0..<40 { dictionary["n\(n)"] = .integer(n) }
    #expect(dictionary["n39"] == 39 && dictionary.count == 42)
    dictionary["a"] = nil
    #expect(dictionary["a"] == nil && dictionary["n39"] == 39 && dictionary["b"] == 3 && dictionary.count == 41)
    #expect(dictionary.first?.name == "b" && dictionary.last?.name == "n39")
    #expect(["x": 1, "y": 2] as JinjaDictionary == ["y": 2, "x": 1])
    #expect(Set<JinjaDictionary>([["x": 1, "y": 2], ["y": 2, "x": 1]]).count == 1)
    var value: JinjaValue = ["a": ["b": 1]]
    value["a"]?["b"] = "c"
    #expect(value["a"]?["b"] == "c" && value["z"] == nil)
  }
}
