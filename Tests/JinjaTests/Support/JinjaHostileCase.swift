import Testing

@testable import SwiftletJinja

/// A template made to hang, to crash or to fill memory, and the limit that it has to meet.
struct JinjaHostileCase: Sendable, CustomTestStringConvertible {
  var source: String
  var limit: JinjaLimits.Kind
  var testDescription: String { source }

  static let all = cases.map { JinjaHostileCase(source: $0.0, limit: $0.1) }

  private static let cases: [(String, JinjaLimits.Kind)] = [
    ("{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}", .steps),
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
  ]
}
