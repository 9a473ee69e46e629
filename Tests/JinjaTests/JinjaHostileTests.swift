import Foundation
import Testing

@testable import SwiftletJinja

/// Hostile templates, made to hang, to crash or to fill memory, stop with an error that names the exceeded limit.
struct JinjaHostileTests {
  private func limit(_ source: String, _ variables: JinjaDictionary = [:]) -> JinjaLimits.Kind? {
    do {
      // On a slow machine the time limit would be reached first.
      _ = try JinjaTemplate(source).render(variables, limits: JinjaLimits(milliseconds: .max))
      return nil
    } catch {
      guard case .limit(let kind, _) = error.reason else {
        Issue.record("\(error)")
        return nil
      }
      return kind
    }
  }

  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test(arguments: JinjaHostileCase.all)
  func stops(_ hostile: JinjaHostileCase) {
    #expect(limit(hostile.source) == hostile.limit)
  }

  @Test func runsThatAlternateTakeMemory() {
    // Alternating origins need more memory for the runs than for the text.
    let source = "{% set ns = namespace(s='a' ~ u) %}{% for i in range(40) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}"
    #expect(limit(source, ["u": "b"]) == .memoryBytes)
    #expect(limit("{{ ('a' ~ u) * 10**7 }}", ["u": "b"]) == .memoryBytes)
    #expect(limit("{{ ('a' * 10**6).replace('a', u) ~ ('a' * 3 * 10**6).replace('', u) }}", ["u": "b"]) == .memoryBytes)
  }

  @Test func nestedSourcesAreRefused() {
    for (open, close) in [
      ("(", ")"), ("[", "]"), ("{1:", "}"), ("-", ""), ("not ", ""), ("f(", ")"), ("x[", "]"), ("1 if ", ""),
    ] {
      let source = "{{ " + repeated(open, 60_000) + "1" + repeated(close, 60_000) + " }}"
      #expect(limit(source) == .sourceDepth, "\(open)")
    }
    for operation in ["+1", ".a", "|e", "[1]", "()", " is defined.x|e", " or 1", "**1", " if 1 else 1"] {
      #expect(limit("{{ 1" + repeated(operation, 60_000) + " }}") == .sourceDepth, "\(operation)")
    }
    for block in [
      "{% if 1 %}", "{% for x in y %}", "{% macro m() %}", "{% set x %}", "{% filter e %}", "{% with %}",
      "{% call f() %}",
    ] {
      #expect(limit(repeated(block, 60_000)) == .sourceDepth, "\(block)")
    }
    #expect(limit("{% for " + repeated("(", 60_000) + "x") == .sourceDepth)
    #expect(limit(repeated("a", 2 << 20)) == .sourceBytes)
  }

  @Test func wideSourcesAreFine() throws {
    #expect(try JinjaTemplate.text("{{ [" + repeated("1,", 50_000) + "]|length }}") == "50000")
    #expect(try JinjaTemplate.text("{{ 'a'" + repeated(" ~ 'a'", 20_000) + " }}").utf8.count == 20_001)
    #expect(try JinjaTemplate.text("{{ 1" + repeated(" == 1", 20_000) + " }}") == "True")
    #expect(try JinjaTemplate.text(repeated("{{ 1 }}", 20_000)).utf8.count == 20_000)
    let branches = "{% if 0 %}" + repeated("{% elif 0 %}", 20_000) + "{% else %}a{% endif %}"
    #expect(try JinjaTemplate.text(branches) == "a")
  }

  @Test func deepInputIsRefused() {
    var value: JinjaValue = []
    for _ in 0..<1000 { value = [value] }
    #expect(limit("{{ x }}", ["x": value]) == .nesting)
    for piece in ["[", "{\"a\":"] {
      let error = #expect(throws: JinjaJSONError.self) { try JinjaValue(json: repeated(piece, 100_000)) }
      #expect(error?.expected == "at most \(JinjaLimits.standard.nesting) levels of nesting")
    }
  }

  /// The maximum depth, on a stack as small as those of threads on other platforms.
  @Test func theDeepestRunsFitSmallStacks() throws {
    let sources = [
      "{{ " + repeated("(", 90) + "1" + repeated(")", 90) + " }}",
      "{{ 1" + repeated("+1", 240) + " }}",
      repeated("{% if 1 %}", 40) + "a" + repeated("{% endif %}", 40),
      "{% macro f() %}" + repeated("{% if 1 %}{% with %}", 30) + "{{ [[[[[f()]]]]] }}"
        + repeated("{% endwith %}{% endif %}", 30)
        + "{% endmacro %}{{ f() }}",
      "{% macro f() %}{{ ((1" + repeated("+ 1", 100) + ") ~ f())|upper }}{% endmacro %}{{ f() }}",
      "{% macro f() %}{% call f() %}{{ caller() }}{% endcall %}{% endmacro %}{{ f() }}",
      "{% set ns = namespace(a=[]) %}{% for i in range(198) %}{% set ns.a = [ns.a] %}{% endfor %}{{ ns.a }}{{ ns.a|tojson }}{{ ns.a == [ns.a] }}",
    ]
    final class Results: @unchecked Sendable {
      // Written by one thread before the semaphore, read by the other after it.
      var count = 0
    }
    let results = Results()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for source in sources {
        do throws(JinjaError) {
          _ = try JinjaTemplate(source).render([:])
          results.count += 1
        } catch {
          if case .limit = error.reason { results.count += 1 }
        }
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(results.count == sources.count)
  }
}
