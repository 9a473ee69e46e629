/// The tests of the `is` operator, by name.
enum JinjaTests {
  typealias Test = @Sendable (JinjaRun, JinjaRuntimeValue, JinjaArguments) throws(JinjaFault) -> Bool

  static func named(_ name: String) -> Test? { name.isShortName ? all[name] : nil }

  private static let all: [String: Test] = {
    var all = kinds
    for (names, comparison) in comparisons {
      for name in names { all[name] = Self.comparison(name, comparison) }
    }
    all.merge(others) { first, _ in first }
    return all
  }()

  private static let comparisons: [([String], JinjaComparison.Operator)] = [
    (["==", "eq", "equalto"], .equal), (["!=", "ne"], .unequal), (["<", "lt", "lessthan"], .less),
    (["<=", "le"], .lessOrEqual), ([">", "gt", "greaterthan"], .greater), ([">=", "ge"], .greaterOrEqual),
    (["in"], .isIn),
  ]

  private static func comparison(_ name: String, _ comparison: JinjaComparison.Operator) -> Test {
    { (run, value, arguments) throws(JinjaFault) in
      try run.compare(comparison, value, try arguments.bound(name, ["other"], required: 1)[0] ?? .none)
    }
  }

  /// A test without arguments that cannot fail.
  private static func kind(_ holds: @escaping @Sendable (JinjaRuntimeValue) -> Bool) -> Test {
    { (_, value, arguments) throws(JinjaFault) in
      try arguments.none("the test")
      return holds(value)
    }
  }

  private static let kinds: [String: Test] = [
    "defined": kind { !$0.isUndefined },
    "undefined": kind(\.isUndefined),
    "none": kind(\.isNone),
    "boolean": kind { if case .boolean = $0 { true } else { false } },
    "true": kind { if case .boolean(true) = $0 { true } else { false } },
    "false": kind { if case .boolean(false) = $0 { true } else { false } },
    "integer": kind { value in
      switch value {
      case .integer: true
      case .number(let number): number.isInteger
      default: false
      }
    },
    "float": kind { value in
      switch value {
      case .double: true
      case .number(let number): !number.isInteger
      default: false
      }
    },
    "number": kind { $0.number != nil },
    "string": kind { if case .text = $0 { true } else { false } },
    "mapping": kind { if case .dictionary = $0 { true } else { false } },
    "callable": kind { if case .function = $0 { true } else { false } },
    "escaped": kind { if case .text(let text) = $0 { text.isMarkup } else { false } },
    "iterable": kind { value in
      switch value {
      case .undefined, .text, .sequence, .dictionary, .loop: true
      default: false
      }
    },
    "sequence": kind { value in
      switch value {
      case .undefined, .text, .dictionary: true
      case .sequence(let sequence): sequence.kind == .list || sequence.kind == .tuple || sequence.kind == .range
      default: false
      }
    },
  ]

  private static let others: [String: Test] = [
    "odd": { (run, value, arguments) throws(JinjaFault) in
      try arguments.none("odd")
      return try run.equal(try run.arithmetic(.percent, value, .integer(2)), .integer(1))
    },
    "even": { (run, value, arguments) throws(JinjaFault) in
      try arguments.none("even")
      return try run.equal(try run.arithmetic(.percent, value, .integer(2)), .integer(0))
    },
    "divisibleby": { (run, value, arguments) throws(JinjaFault) in
      let divisor = try arguments.bound("divisibleby", ["num"], required: 1)[0] ?? .none
      return try run.equal(try run.arithmetic(.percent, value, divisor), .integer(0))
    },
    "lower": { (run, value, arguments) throws(JinjaFault) in
      try arguments.none("lower")
      let text = try run.text(of: value)
      try run.budget.spend(bytes: text.byteCount)
      return try JinjaCase.isLower(text.string, run.budget)
    },
    "upper": { (run, value, arguments) throws(JinjaFault) in
      try arguments.none("upper")
      let text = try run.text(of: value)
      try run.budget.spend(bytes: text.byteCount)
      return try JinjaCase.isUpper(text.string, run.budget)
    },
    "filter": { (_, value, arguments) throws(JinjaFault) in
      try arguments.none("filter")
      return JinjaFilters.named(try value.text(for: "filter").string) != nil
    },
    "test": { (_, value, arguments) throws(JinjaFault) in
      try arguments.none("test")
      let name = try value.text(for: "test").string
      return name.isShortName && isName(name)
    },
    "sameas": { (run, value, arguments) throws(JinjaFault) in
      try isSame(value, try arguments.bound("sameas", ["other"], required: 1)[0] ?? .none, run)
    },
  ]

  /// Returns true if a test with this name exists; separate from the dictionaries to avoid a cyclic definition.
  private static func isName(_ name: String) -> Bool {
    kinds[name] != nil || comparisons.contains { $0.0.contains(name) }
      || ["odd", "even", "divisibleby", "lower", "upper", "filter", "test", "sameas"].contains(name)
  }

  /// Returns true if two values are the same object; equal plain values of the same type are.
  private static func isSame(
    _ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue, _ run: JinjaRun
  ) throws(JinjaFault) -> Bool {
    switch (left, right) {
    case (.sequence(let left), .sequence(let right)): return left === right
    case (.dictionary(let left), .dictionary(let right)): return left === right
    case (.boolean, .boolean), (.integer, .integer), (.double, .double), (.number, .number), (.none, .none),
      (.text, .text):
      return try run.equal(left, right)
    case (.namespace, .namespace), (.function, .function), (.loop, .loop): return try run.equal(left, right)
    default: return false
    }
  }
}
