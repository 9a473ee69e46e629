import Foundation
import TestSupport
import Testing

@testable import SwiftletJinja

/// The published test cases of other Jinja implementations.
@Suite(.enabled(if: TestData.templateCases.isPresent, "\(TestData.templateCases.absence)"))
struct JinjaUnitTests {
  @Test func casesOfTheReferenceImplementationHold() throws {
    let cases = try #require(JinjaValue(json: TestData.templateCases.contents("jinja.upstream-2026-05.json")).list)
    #expect(cases.count == 264)
    for test in cases {
      let (name, source) = (test["name"]?.string ?? "", try #require(test["template"]?.string))
      let expected = try #require(test["expected"]?.string)
      do {
        let text = try JinjaTemplate.text(source, test["context"]?.dictionary ?? [:])
        #expect(isSame(text, expected), "\(name): \(text) instead of \(expected)")
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
  }

  /// Cases in which that engine finds `true` and 1 different, where Python, and this engine, find them equal.
  private static let differing = ["MEMBERSHIP", "MEMBERSHIP_NEGATION_1", "MEMBERSHIP_NEGATION_2"]

  /// The differences in spelling between the JavaScript implementation and Python.
  private static func pythonSpelling(_ name: String, _ text: String) -> String {
    // These print JSON, which both spell alike, or strings with such words.
    guard !name.hasPrefix("TOJSON"), !["FILTER_OPERATOR_7", "SPLIT_4", "FILTER_OPERATOR_8", "STRINGS_3"].contains(name)
    else {
      return text
    }
    let tool = ["some_tool", "arguments", "some_name", "string", "name"]
    let words =
      tool.map { ("\"\($0)\"", "'\($0)'") } + [
        ("true", "True"), ("false", "False"), ("null", "None"), ("undefined", "Undefined"), ("[\"", "['"),
        ("\"]", "']"), ("\", \"", "', '"),
      ]
    return words.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The functions that the cases use.
  private static let functions: [(name: String, body: JinjaFunction.Body)] = [
    (
      "add",
      { (run, arguments) throws(JinjaFault) in
        try run.arithmetic(.plus, arguments.positional[0], arguments.positional[1])
      }
    ),
    ("func", { (_, arguments) throws(JinjaFault) in .integer(arguments.positional.count) }),
  ]

  @Test func casesOfTheJavaScriptImplementationHoldInPythonsSpelling() throws {
    let file = try JinjaValue(json: TestData.templateCases.contents("templates.json"))
    let templates = try #require(file["templates"]?.dictionary)
    #expect(templates.count == 161)
    for (name, source) in templates where name != "OBJ_METHODS" && !Self.differing.contains(name) {
      let expected = Self.pythonSpelling(name, try #require(file["expected"]?[name]?.string))
      do {
        let template = try JinjaTemplate(try #require(source.string))
        let variables = JinjaDictionary(
          (file["contexts"]?[name]?.dictionary ?? [:]).filter { $0.value.string != "[function]" }
            .map { ($0.name, $0.value) })
        let text = try template.render(
          variables, functions: Self.functions, limits: .standard, now: { JinjaData.now }
        ).map(\.text).joined()
        #expect(isSame(text, expected), "\(name): \(text) instead of \(expected)")
      } catch let error as JinjaError {
        Issue.record("\(name): \(error)")
      }
    }
  }

  @Test func functionsMayBeMembers() throws {
    let body: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
      .text(try run.join(try arguments.positional.map { (value) throws(JinjaFault) in try run.text(of: value) }))
    }
    let template = try JinjaTemplate(
      "{% set o = dict(x=f, z={'A': f}) %}{{ o.x(x, y) }}{{ ' ' + o.x() + ' ' }}{{ o.z[x](x, y) }}")
    let segments = try template.render(
      ["x": "A", "y": "B"], functions: [("f", body)], limits: .standard, now: { JinjaData.now })
    #expect(segments.map(\.text).joined() == "AB  AB")
  }

  @Test func publishedConversationsRenderAsPublished() throws {
    let file = try #require(JinjaValue(json: TestData.templateCases.contents("e2e.json")).dictionary)
    var count = 0
    for (_, group) in file {
      for (name, test) in group.dictionary ?? [:] {
        // The one case without data is of a formatter of sources.
        guard let variables = test["data"]?.dictionary else { continue }
        count += 1
        let expected = try #require(test["target"]?.string)
        do {
          // The day on which the one case with a date was taken.
          let template = try JinjaTemplate(try #require(test["chat_template"]?.string))
          let segments = try template.render(variables, now: { JinjaDate(year: 2025, month: 7, day: 10) })
          var text = segments.map(\.text).joined()
          if name == "MadeAgents/Hammer2.1" {
            // It prints tools as they are, which the engine that this was taken from does in JSON, unlike Python.
            text = text.replacing(
              try JinjaTemplate.text("{{ tools }}", variables),
              with: try JinjaTemplate.text("{{ tools|tojson }}", variables))
          }
          #expect(isSame(text, expected), "\(name): \(text) instead of \(expected)")
        } catch {
          Issue.record("\(name): \(error)")
        }
      }
    }
    #expect(count == 53)
  }
}
