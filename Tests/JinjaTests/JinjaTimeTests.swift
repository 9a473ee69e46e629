import Foundation
import Testing

@testable import SwiftletJinja

/// The time limit inside single operations on long strings.
@Suite struct JinjaTimeTests {
  /// Expressions of one operation each, which takes many milliseconds for a long `x`.
  private static let operations = [
    "x|title", "x|lower", "x|upper", "x|capitalize", "x|wordcount", "x|e", "x|urlencode", "x.title()", "x.swapcase()",
    "x.casefold()", "x.istitle()", "x|tojson", "x|tojson(true)",
    "[x]", "x|pprint", "x.find('é é')", "x.rfind('qq')", "x.count('qq')", "x.replace('é', 'ab')", "x.expandtabs()",
    "x|striptags", "x.splitlines()|length", "x|indent", "strftime_now(x)",
    "x|length", "x|last", "x[1:]", "x|center(9)", "x|truncate(9)", "x.strip(x)", "x == x ~ ''",
    "x|replace(' ', '')", "x.split(' ')|length", "x.split()|length", "x.count(' ')",
  ]

  private func end(_ source: String, _ text: String, milliseconds: Int) -> JinjaError.Reason? {
    // The other limits do not end what the time limit is to end.
    let limits = JinjaLimits(
      steps: .max, milliseconds: milliseconds, outputBytes: .max, memoryBytes: .max, elements: .max)
    do throws(JinjaError) {
      _ = try JinjaTemplate(source).render(["x": .string(text)], limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Repeats a text with letters of all kinds, lines, tabs, digits and directives up to a length.
  private func text(_ count: Int) -> String { String(repeating: "éÉ ΣaΣ <b>&\t%c %c q\u{1}q\nZ", count: count) }

  /// An operation that ends early, or takes less than a tick, would render.
  @Test("49.17 a long operation is ended inside", arguments: operations)
  func aLongOperationIsEndedInside(_ operation: String) {
    let source = "{{ \(operation) }}"
    #expect(end(source, text(4), milliseconds: .max) == nil)
    #expect(end(source, text(300_000), milliseconds: 2) == .limit(.milliseconds, maximum: 2))
  }

  @Test("49.17 recursion ends at the default limits")
  func recursionEndsAtTheDefaultLimits() {
    func reason(_ source: String) -> JinjaError.Reason? {
      #expect(throws: JinjaError.self) { try JinjaTemplate(source).render([:]) }?.reason
    }
    let endless = "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"
    #expect(reason(endless) == .limit(.depth, maximum: JinjaLimits.standard.depth))
    let wide = "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}"
    let limits = [
      JinjaError.Reason.limit(.steps, maximum: JinjaLimits.standard.steps),
      .limit(.milliseconds, maximum: JinjaLimits.standard.milliseconds),
    ]
    #expect(reason(wide).map(limits.contains) == true)
  }

  /// Without a check inside, the time would be that of the whole operation; the text is converted in either.
  @Test(arguments: ["x|title", "x|tojson(true)", "strftime_now(x)", "x|lower"])
  func theTimeOfAnEndedOperationDoesNotGrowWithTheText(_ operation: String) throws {
    let source = "{{ \(operation) }}"
    let text = text(200_000)
    func time(_ milliseconds: Int) -> Int {
      (0..<3).map { _ in
        let start = processorTime()
        _ = end(source, text, milliseconds: milliseconds)
        return processorTime() - start
      }.min() ?? 0
    }
    let (ended, whole) = (time(2), time(.max))
    #expect(2 * ended < whole, "\(ended) and \(whole) ns")
  }

  /// Texts that a search or a loop passes over in another way than it does others.
  @Test(arguments: [
    ("x|trim|length", " "), ("x.rstrip()|length", " "), ("x.split()|length", " "), ("x.split()|length", "a"),
    ("x|wordcount", " "), ("x.count('a')", "a"), ("x|replace('a', '')", "a"), ("x|replace('', '')", "a"),
    ("x.split('a')|length", "a"), ("x.rsplit('a')|length", "a"), ("x|striptags", "<"), ("x|striptags", "<!-"),
    ("x.splitlines()|length", "\n"), ("x.istitle()", " "),
  ])
  func uniformTextsAreEndedInside(_ operation: String, _ unit: String) {
    let source = "{{ \(operation) }}"
    #expect(end(source, String(repeating: unit, count: 20), milliseconds: .max) == nil)
    let text = String(repeating: unit, count: 8_000_000)
    #expect(end(source, text, milliseconds: 2) == .limit(.milliseconds, maximum: 2))
  }

  @Test func manyOperationsThatSpendFewStepsAreEnded() {
    let source = "{% for i in range(100000) %}{% if x == y %}{% endif %}{{ (x ~ 'a')|length }}{% endfor %}"
    #expect(end(source, text(300_000), milliseconds: 2) == .limit(.milliseconds, maximum: 2))
  }

  @Test func longIndentationsTakeMemory() {
    let source = "{{ [[[[[[[[1]]]]]]]]|tojson(indent='a' * 10**6) }}"
    let error = #expect(throws: JinjaError.self) { try JinjaTemplate(source).render([:]) }
    #expect(error?.reason == .limit(.memoryBytes, maximum: JinjaLimits.standard.memoryBytes))
  }

  /// Parts are joined between code points, even where one combines with the quotation mark.
  @Test func longStringsAreWrittenAsShortOnesAre() throws {
    let piece = "\u{301}a\"\\\u{1}é😀"
    let long = String(repeating: piece, count: 10_000)
    for escapes in ["", "(true)"] {
      let template = try JinjaTemplate("{{ x|tojson\(escapes) }}")
      let short = try template.render(["x": .string(piece)]).map(\.text).joined().unicodeScalars.dropFirst().dropLast()
      let text = try template.render(["x": .string(long)]).map(\.text).joined()
      #expect(
        Array(text.utf8) == Array(("\"" + String(repeating: String(Substring(short)), count: 10_000) + "\"").utf8))
    }
    #expect(try JinjaTemplate.text("{{ ('aΣ Σb ' * 4000)|upper|length }}") == "24000")
    let mixed = String(repeating: "ßaİ\u{1F1}é", count: 9000)
    for (filter, expected) in [("upper", mixed.uppercased()), ("lower", mixed.lowercased())] {
      let text = try JinjaTemplate("{{ x|\(filter) }}").render(["x": .string(mixed)]).map(\.text).joined()
      #expect(Array(text.utf8) == Array(expected.utf8))
    }
  }
}
