/// The syntax tree of a regular expression.
indirect enum RegexSyntax: Hashable, Sendable {
  /// A character of a set.
  case set(CodePointSet)
  case sequence([RegexSyntax])
  case choice([RegexSyntax])
  /// At least `minimum` and at most `maximum` times; unbounded if `maximum` is nil.
  case repetition(RegexSyntax, minimum: Int, maximum: Int?)
  /// `^`
  case textStart
  /// `$`
  case textEnd
  /// `(?=…)`, `(?!…)`, `(?<=…)` or `(?<!…)`
  case look(RegexSyntax, isAhead: Bool, isNegative: Bool)

  static let empty = RegexSyntax.sequence([])

  /// `\b`, or `\B` if negative: a word character on exactly one side.
  static func wordBoundary(isNegative: Bool, _ word: CodePointSet) -> RegexSyntax {
    func look(_ isAhead: Bool, _ isNegative: Bool) -> RegexSyntax {
      .look(.set(word), isAhead: isAhead, isNegative: isNegative)
    }
    return .choice([
      .sequence([look(false, false), look(true, !isNegative)]), .sequence([look(false, true), look(true, isNegative)]),
    ])
  }

  /// The expression as it is after the first character of a text, where `^` never holds.
  var afterTextStart: RegexSyntax {
    switch self {
    case .textStart: .set(.none)
    case .sequence(let items): .sequence(items.map(\.afterTextStart))
    case .choice(let branches): .choice(branches.map(\.afterTextStart))
    case .repetition(let item, let minimum, let maximum):
      .repetition(item.afterTextStart, minimum: minimum, maximum: maximum)
    case .look(let content, let isAhead, let isNegative):
      .look(content.afterTextStart, isAhead: isAhead, isNegative: isNegative)
    case .set, .textEnd: self
    }
  }

  /// Returns true if the tree has a node that satisfies the condition.
  func contains(_ condition: (RegexSyntax) -> Bool) -> Bool {
    if condition(self) { return true }
    switch self {
    case .sequence(let items), .choice(let items): return items.contains { $0.contains(condition) }
    case .repetition(let item, _, _), .look(let item, _, _): return item.contains(condition)
    case .set, .textStart, .textEnd: return false
    }
  }
}
