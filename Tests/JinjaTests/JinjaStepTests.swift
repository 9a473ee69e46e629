import TestSupport
import Testing

@testable import SwiftletJinja

/// The steps that operations spend on what they touch, which end templates on any machine.
@Suite struct JinjaStepTests {
  /// Expressions whose work grows with the length of `x`; `y` has the same text and one code point more.
  private static let operations = [
    "x|length", "x|center(5)", "x|truncate(5)", "x.zfill(5)", "x|trim", "'é'.strip(x)", "x[1:]", "x[2]", "x|last",
    "x == y[:-1]", "{x: 1}", "{'a': 1}[x]", "x in {'a': 1}", "[x]|unique|list", "y.removeprefix(x)",
    "('a' ~ x).removesuffix(x)", "y.startswith((x, 'b'))", "x.endswith(x)", "x|int", "x|float", "x is lower",
    "[1]|sum(x)", "[{}]|map(attribute=x)|list", "x.format()", "x % []", "x|replace('b', 'c')", "x|title",
    "x|tojson", "strftime_now(x)", "x.find('b')", "x.count('a')", "x|wordcount",
  ]

  /// The smallest number of steps with which a template renders, or ends with another error than that of the limit.
  private func steps(_ expression: String, _ count: Int) throws -> Int {
    let text = String(repeating: "a", count: count)
    let template = try JinjaTemplate("{{ \(expression) }}")
    func isEnough(_ steps: Int) -> Bool {
      do throws(JinjaError) {
        let variables: JinjaDictionary = ["x": .string(text), "y": .string(text + "a")]
        _ = try template.render(variables, limits: JinjaLimits(steps: steps, milliseconds: .max))
        return true
      } catch {
        if case .limit(.steps, _) = error.reason { return false }
        return true
      }
    }
    var (low, high) = (0, 4_000_000)
    while low < high {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  @Test(arguments: operations)
  func stepsGrowWithTheText(_ expression: String) throws {
    let (short, long) = (try steps(expression, 8_000), try steps(expression, 32_000))
    #expect(long > 2 * short && long < 4_000_000, "\(short) and \(long) steps")
  }

  /// The largest ratio of processor times for four times the text: linear work gives 4, quadratic work 16.
  private static let ratio = 9.0

  @Test(arguments: [
    ("x|striptags", "<"), ("x|striptags", "<!-- -"), ("x|replace('a', 'b')", "a"),
    ("x.split('a')|length", "a"), ("x|title", "Σ"), ("x[1:]", "é"), ("x|indent", "\n"), ("x.strip(x)", "é"),
    ("('%.' ~ (x|length) ~ 'g') % 1.5", "a"), ("('{:,.' ~ (x|length) ~ 'd}').format(1)", "a"),
  ])
  func noOperationTakesQuadraticTime(_ operation: String, _ unit: String) throws {
    let template = try JinjaTemplate("{{ \(operation) }}")
    let limits = JinjaLimits(
      steps: .max, milliseconds: .max, outputBytes: .max, memoryBytes: .max, elements: .max)
    let ratio = try Scaling.ratio(from: 10_000, below: Self.ratio) {
      _ = try template.render(["x": .string(String(repeating: unit, count: $0))], limits: limits)
    }
    #expect(ratio < Self.ratio)
  }

  /// Numbers at the ends of their range.
  @Test(
    arguments: [
      ("'x'.center(-9223372036854775807 - 1)", "x"), ("'x'.zfill(-9223372036854775807 - 1)", "x"),
      ("'%*d' % (-9223372036854775807 - 1, 1)", nil), ("(-9223372036854775807 - 1) ** 100", nil),
    ] as [(String, String?)])
  func extremeNumbersAreNoTrap(_ expression: String, _ text: String?) {
    #expect((try? JinjaTemplate.text("{{ \(expression) }}")) == text)
  }

  @Test func longNamesAreNoNames() throws {
    let name = String(repeating: "upper", count: 40)
    for source in ["{{ x is filter }}", "{{ x is test }}", "{{ 'a'[x] is defined }}", "{{ [][x] is defined }}"] {
      #expect(try JinjaTemplate.text(source, ["x": .string(name)]) == "False")
    }
    #expect(throws: JinjaError.self) { try JinjaTemplate.text("{{ ['a']|map(x)|list }}", ["x": .string(name)]) }
  }

  @Test func jsonSpendsStepsAndMemory() throws {
    func end(_ source: String, _ text: String) -> JinjaError.Reason? {
      do throws(JinjaError) {
        _ = try JinjaTemplate(source).render(["x": .string(text)], limits: JinjaLimits(milliseconds: .max))
        return nil
      } catch {
        return error.reason
      }
    }
    let list = "[" + String(repeating: "1,", count: 200_000) + "1]"
    #expect(end("{{ x|from_json }}", list) == .limit(.elements, maximum: JinjaLimits.standard.elements))
    let row = "[" + String(repeating: "1,", count: 50_000) + "1]"
    let lists = "[" + Array(repeating: row, count: 20).joined(separator: ",") + "]"
    #expect(end("{{ x|from_json }}", lists) == .limit(.memoryBytes, maximum: JinjaLimits.standard.memoryBytes))
    let object = #"{{ '{"a": [1, {}, "b"], "a": 2.50, "c": null}'|from_json }}"#
    #expect(try JinjaTemplate.text(object) == "{'a': 2.5, 'c': None}")
    #expect(try JinjaTemplate.text("{{ ' 7 '|from_json }}") == "7")
    for text in ["", "[1", "[1,]", "{\"a\"}", "1 2"] {
      guard case .value? = end("{{ x|from_json }}", text) else {
        Issue.record("\(text)")
        continue
      }
    }
  }

  @Test func replacementsAndLinesAreAsBefore() throws {
    let cases: [(String, String)] = [
      ("'aé'|replace('', '-')", "-a-é-"), ("'aé'|replace('', '-', 2)", "-a-é"), ("''|replace('', '-')", "-"),
      ("'aaa'|replace('aa', 'b')", "ba"), ("'aaa'|replace('a', '', 2)", "a"), ("'abc'|replace('d', 'e')", "abc"),
      ("' a  b '.split()", "['a', 'b']"), ("' a  b c '.split(None, 1)", "['a', 'b c ']"),
      ("' a  b c '.rsplit(None, 1)", "[' a  b', 'c']"), ("'a,b,c'.rsplit(',', 1)", "['a,b', 'c']"),
      ("'a<b>c</b>d<e'|striptags", "acd<e"), ("'a<!--b>c-->d'|striptags", "ad"), ("'<!--a<b>c'|striptags", "<!--ac"),
      ("'é1'[-1]", "1"), ("'éa'[-2]", "é"), ("'éab'[1:]", "ab"), ("'éab'[:-1]", "éa"), ("'éab'[5:]", ""),
      ("'{:,}'.format(1234567)", "1,234,567"), ("'{:,.2f}'.format(1234.5)", "1,234.50"), ("'%g' % 100.0", "100"),
      ("'%g' % 2.50", "2.5"), ("'%s-%%-%s' % ('a', 'b')", "a-%-b"), ("'{{{}}}'.format('a')", "{a}"),
      ("'aΣ Σ'|lower", "aς σ"), ("'aΣ bΣ'.title()", "Aς Bς"), ("'ab' * 5", "ababababab"), ("'ab' * 0", ""),
    ]
    for (source, expected) in cases {
      #expect(try JinjaTemplate.text("{{ \(source) }}") == expected, "\(source)")
    }
  }
}
