/// An analysis of a grammar's rules before compilation: recursion, nullability and left recursion.
struct GrammarAnalysis {
  /// True for rules from which no recursive rule can be reached.
  private var isRegularRule: [Bool]
  /// True for rules that match the empty text.
  private var isNullableRule: [Bool]

  /// Analyses a grammar.
  ///
  /// - Throws: ``GuideError/invalidGrammar(line:column:reason:)`` at a left-recursive rule, or at a rule with an
  ///   unbounded repetition of a nullable part.
  init(_ syntax: GrammarSyntax) throws(GuideError) {
    let count = syntax.rules.count
    isRegularRule = [Bool](repeating: false, count: count)
    isNullableRule = [Bool](repeating: false, count: count)
    // A fixed point, computed from the leaves upwards; the queue of users keeps it linear.
    var users = [[Int]](repeating: [], count: count)
    var bodies: [GrammarSyntax.Item] = []
    for (number, rule) in syntax.rules.enumerated() {
      let body = rule.body ?? .sequence([])
      bodies.append(body)
      var used: Set<Int> = []
      Self.collect(body, &used)
      for other in used { users[other].append(number) }
    }
    var queue = Array(0..<count)
    while let rule = queue.popLast() {
      let isRegular = isRegularRule[rule] || self.isRegular(bodies[rule])
      let isNullable = isNullableRule[rule] || self.isNullable(bodies[rule])
      guard isRegular != isRegularRule[rule] || isNullable != isNullableRule[rule] else { continue }
      (isRegularRule[rule], isNullableRule[rule]) = (isRegular, isNullable)
      queue += users[rule]
    }
    try rejectLeftRecursion(syntax, bodies)
  }

  private static func collect(_ item: GrammarSyntax.Item, _ used: inout Set<Int>) {
    switch item {
    case .set: break
    case .rule(let rule): used.insert(rule)
    case .sequence(let items), .choice(let items): for item in items { collect(item, &used) }
    case .repetition(let part, _, _): collect(part, &used)
    }
  }

  func isRegular(_ item: GrammarSyntax.Item) -> Bool {
    switch item {
    case .set: true
    case .rule(let rule): isRegularRule[rule]
    case .sequence(let items), .choice(let items): items.allSatisfy(isRegular)
    case .repetition(let part, _, _): isRegular(part)
    }
  }

  private func isNullable(_ item: GrammarSyntax.Item) -> Bool {
    switch item {
    case .set: false
    case .rule(let rule): isNullableRule[rule]
    case .sequence(let items): items.allSatisfy(isNullable)
    case .choice(let items): items.contains(where: isNullable)
    case .repetition(let part, let minimum, let maximum): minimum == 0 || maximum == 0 || isNullable(part)
    }
  }

  /// Collects the recursive rules in the FIRST set of a part, with their depth.
  private func collectFirst(_ item: GrammarSyntax.Item, _ depth: Int, _ first: inout [(rule: Int, depth: Int)]) {
    switch item {
    case .set: break
    case .rule(let rule): if !isRegularRule[rule] { first.append((rule, depth)) }
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        collectFirst(item, depth + index + 1, &first)
        if !isNullable(item) { break }
      }
    case .choice(let branches): for branch in branches { collectFirst(branch, depth + 1, &first) }
    case .repetition(let part, let minimum, let maximum):
      // Each nullable copy adds a level before the parts after it.
      let copies = isNullable(part) ? max(minimum, maximum ?? 0) : 1
      collectFirst(part, depth + 2 + copies, &first)
    }
  }

  /// Returns true if a nullable part is repeated without bound, which would not terminate.
  private func hasUnboundedEmptyRepetition(_ item: GrammarSyntax.Item) -> Bool {
    switch item {
    case .set, .rule: false
    case .sequence(let items), .choice(let items): items.contains(where: hasUnboundedEmptyRepetition)
    case .repetition(let part, _, let maximum):
      (maximum == nil && isNullable(part) && !isRegular(part)) || hasUnboundedEmptyRepetition(part)
    }
  }

  private func rejectLeftRecursion(_ syntax: GrammarSyntax, _ bodies: [GrammarSyntax.Item]) throws(GuideError) {
    var firsts: [[(rule: Int, depth: Int)]] = []
    for (number, body) in bodies.enumerated() {
      if hasUnboundedEmptyRepetition(body) {
        throw syntax.rules[number].location.error(
          "the rule \(syntax.rules[number].title) repeats an optional part without bound")
      }
      var first: [(rule: Int, depth: Int)] = []
      if !isRegularRule[number] { collectFirst(body, 1, &first) }
      firsts.append(first)
    }
    // Depth-first search with an explicit stack: 0 unvisited, -1 in progress, otherwise the length of the longest
    // chain.
    var chains = [Int](repeating: 0, count: bodies.count)
    for start in bodies.indices where chains[start] == 0 {
      var path = [(rule: start, next: 0)]
      chains[start] = -1
      while let (rule, next) = path.last {
        guard next < firsts[rule].count else {
          chains[rule] = 1 + (firsts[rule].map { $0.depth + chains[$0.rule] }.max() ?? 0)
          guard chains[rule] < Grammar.maximumChain else {
            throw syntax.rules[rule].location.error(
              "the rule \(syntax.rules[rule].title) begins with too long a chain of other rules")
          }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let (following, _) = firsts[rule][next]
        guard chains[following] >= 0 else {
          throw syntax.rules[following].location.error(
            "the rule \(syntax.rules[following].title) begins with itself (left recursion)")
        }
        if chains[following] == 0 {
          chains[following] = -1
          path.append((following, 0))
        }
      }
    }
  }
}
