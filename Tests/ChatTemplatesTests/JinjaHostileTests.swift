import Foundation
import SwiftletTokenizers
import Testing

@testable import SwiftletChatTemplates

/// Templates made to hang, to crash or to fill memory stop with an error that says which limit they met.
struct JinjaHostileTests {
  private func limit(_ source: String, _ variables: JinjaDictionary = [:]) -> JinjaLimits.Kind? {
    do {
      _ = try JinjaTemplate(source).render(variables)
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

  @Test(arguments: [
    ("{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}", JinjaLimits.Kind.steps),
    ("{% for a in range(9999) %}{% for b in range(9999) %}{% if a == b %}{% endif %}{% endfor %}{% endfor %}", .steps),
    ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", .depth),
    ("{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}", .depth),
    ("{% macro f() %}{% call f() %}{{ caller() }}{% endcall %}{% endmacro %}{{ f() }}", .depth),
    ("{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}", .depth),
    ("{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}", .steps),
    ("{{ 'a' * 10**9 }}", .memoryBytes),
    ("{{ 'a' * 10**18 }}", .memoryBytes),
    ("{{ [1] * 10**9 }}", .elements),
    ("{{ range(10**9)|list }}", .elements),
    ("{{ range(0 - 10**18, 10**18) }}", .elements),
    ("{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}", .memoryBytes),
    ("{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}", .memoryBytes),
    ("{% set ns = namespace(s=[1]) %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}", .elements),
    ("{% for i in range(99999) %}{{ 'abcdefghij' * 100 }}{% endfor %}", .outputBytes),
    ("{% set l = [] %}{% for i in range(99999) %}{{ l.append('abcdefghij' * 100) }}{% endfor %}", .memoryBytes),
    ("{% set l = [] %}{% for i in range(9999) %}{{ l.append(range(9999)|list) }}{% endfor %}", .memoryBytes),
    (
      "{% set l = [] %}{% for i in range(99) %}{% for j in range(99999) %}{% set _ = l.append(j) %}{% endfor %}{% endfor %}",
      .elements
    ),
    ("{% set ns = namespace(a=[]) %}{% for i in range(9999) %}{% set ns.a = [ns.a] %}{% endfor %}", .nesting),
    ("{% set ns = namespace(a={}) %}{% for i in range(9999) %}{% set ns.a = {'a': ns.a} %}{% endfor %}", .nesting),
    ("{% set l = [] %}{% set _ = l.append(l) %}{{ l }}", .nesting),
    ("{% set l = [] %}{% set _ = l.append(l) %}{{ l|tojson }}", .nesting),
    ("{% set l = [] %}{% set _ = l.append(l) %}{% set m = [] %}{% set _ = m.append(m) %}{{ l == m }}", .nesting),
    (
      "{% set ns = namespace(a=[1]) %}{% for i in range(40) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}{{ ns.a }}",
      .steps
    ),
    (
      "{% set ns = namespace(a=[1], b=[1]) %}{% for i in range(40) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}",
      .steps
    ),
    (
      "{% set ns = namespace(a=(1,)) %}{% for i in range(40) %}{% set ns.a = (ns.a, ns.a) %}{% endfor %}{{ {ns.a: 1} }}",
      .steps
    ),
    ("{{ 'x'.center(10**12) }}", .memoryBytes),
    ("{{ '%1000000000d' % 1 }}", .memoryBytes),
    ("{{ '%.1000000000f' % 1 }}", .memoryBytes),
    ("{{ '{:1000000000}'.format(1) }}", .memoryBytes),
    ("{{ 'x'|indent(10**12, true) }}", .memoryBytes),
    ("{{ [1]|tojson(indent=10**12) }}", .memoryBytes),
    ("{{ ('a' * 10**6).replace('a', 'b' * 1000) }}", .memoryBytes),
    ("{{ ('a' * 10**6).replace('', 'b' * 1000) }}", .memoryBytes),
    ("{{ ('a' * 10**6).split('a') }}", .elements),
    ("{{ ('a ' * 10**6).split() }}", .elements),
    ("{{ ('a' * 10**6)|list }}", .elements),
    ("{{ ('a' * 5000000).find('a' * 2000000 + 'b') }}", .steps),
    ("{% for i in range(99999) %}{{ ('a' * 5000000).find('b') }}{% endfor %}", .steps),
    ("{% for i in range(99999) %}{% set x = ('a' * 9000000).upper() %}{% endfor %}", .steps),
    (
      "{% for i in range(99999) %}{% macro m() %}{% endmacro %}{% for j in range(99) %}{% macro n() %}{% endmacro %}{% endfor %}{% endfor %}",
      .memoryBytes
    ),
    (
      "{% for i in range(99999) %}{% set n = namespace() %}{% for j in range(99) %}{% set n.o = namespace() %}{% endfor %}{% endfor %}",
      .memoryBytes
    ),
    ("{{ [[1, 2]]|batch(10**12, 0)|list }}", .elements),
    (
      "{% for x in range(99999) %}{{ 'ab'[::-1] * 40 }}{% set s = 'é' ~ x %}{{ s }}{{ s|upper * 100 }}{% endfor %}",
      .outputBytes
    ),
  ])
  func stops(_ source: String, at kind: JinjaLimits.Kind) {
    #expect(limit(source) == kind)
  }

  @Test func runsThatAlternateTakeMemory() {
    // Two origins by turns need more memory for where they change than for the text.
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
    #expect(throws: JinjaJSONError.self) { try JinjaValue(json: repeated("[", 100_000)) }
    #expect(throws: JinjaJSONError.self) { try JinjaValue(json: repeated("{\"a\":", 100_000)) }
  }

  /// As deep as may be, on a stack as small as those of other platforms' threads.
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

  @Test func limitsCanBeSet() throws {
    let template = try JinjaTemplate("{% for i in range(100) %}{{ i }}{% endfor %}")
    func limit(_ change: (inout JinjaLimits) -> Void) -> JinjaError.Reason? {
      var limits = JinjaLimits.standard
      change(&limits)
      do {
        _ = try template.render([:], limits: limits)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(limit { _ in } == nil)
    #expect(limit { $0.steps = 200 } == .limit(.steps, maximum: 200))
    #expect(limit { $0.outputBytes = 100 } == .limit(.outputBytes, maximum: 100))
    #expect(limit { $0.elements = 99 } == .limit(.elements, maximum: 99))
    #expect(limit { $0.memoryBytes = 1000 } == .limit(.memoryBytes, maximum: 1000))
  }
}
