/// What has to be known of a grammar's rules before they are compiled: which are recursive, which may be empty, and
/// whether one of them begins with itself.
struct GrammarAnalysis {
  /// Whether a rule refers neither to itself nor to one that does.
  private var isRegularRule: [Bool]
  private var isNullableRule: [Bool]

  /// - Throws: ``GuideError/invalidGrammar(line:column:reason:)`` at a rule that begins with itself, or that repeats
  ///   without end what may be empty.
  init(_ syntax: GrammarSyntax) throws(GuideError) {
    let count = syntax.rules.count
    isRegularRule = [Bool](repeating: false, count: count)
    isNullableRule = [Bool](repeating: false, count: count)
    // Both grow from the leaves upwards until nothing changes; a queue of users keeps that linear.
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
    try refuseLeftRecursion(syntax, bodies)
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

  /// What may come first in a part, recursive rules only, and how deep it lies.
  private func collectFirst(_ item: GrammarSyntax.Item, _ depth: Int, _ first: inout [(rule: Int, depth: Int)]) {
    switch item {
    case .set: break
    case .rule(let rule): if !isRegularRule[rule] { first.append((rule, depth)) }
    case .sequence(let items):
      for (place, item) in items.enumerated() {
        collectFirst(item, depth + place + 1, &first)
        if !isNullable(item) { break }
      }
    case .choice(let branches): for branch in branches { collectFirst(branch, depth + 1, &first) }
    case .repetition(let part, let minimum, let maximum):
      // Each copy that may be empty is one more before what follows.
      let copies = isNullable(part) ? max(minimum, maximum ?? 0) : 1
      collectFirst(part, depth + 2 + copies, &first)
    }
  }

  /// A part that may be empty and is repeated without end could be read for ever.
  private func repeatsNothing(_ item: GrammarSyntax.Item) -> Bool {
    switch item {
    case .set, .rule: false
    case .sequence(let items), .choice(let items): items.contains(where: repeatsNothing)
    case .repetition(let part, _, let maximum):
      (maximum == nil && isNullable(part) && !isRegular(part)) || repeatsNothing(part)
    }
  }

  private func refuseLeftRecursion(_ syntax: GrammarSyntax, _ bodies: [GrammarSyntax.Item]) throws(GuideError) {
    var firsts: [[(rule: Int, depth: Int)]] = []
    for (number, body) in bodies.enumerated() {
      if repeatsNothing(body) {
        throw syntax.rules[number].place.error(
          "the rule \(syntax.rules[number].title) repeats without end what may be empty")
      }
      var first: [(rule: Int, depth: Int)] = []
      if !isRegularRule[number] { collectFirst(body, 1, &first) }
      firsts.append(first)
    }
    // Depth first with a stack of its own: 0 not seen, -1 under way, otherwise the length of the longest chain.
    var chains = [Int](repeating: 0, count: bodies.count)
    for start in bodies.indices where chains[start] == 0 {
      var path = [(rule: start, next: 0)]
      chains[start] = -1
      while let (rule, next) = path.last {
        guard next < firsts[rule].count else {
          chains[rule] = 1 + (firsts[rule].map { $0.depth + chains[$0.rule] }.max() ?? 0)
          guard chains[rule] < Grammar.maximumChain else {
            throw syntax.rules[rule].place.error(
              "the rule \(syntax.rules[rule].title) begins with too many others, one with the other")
          }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let (following, _) = firsts[rule][next]
        guard chains[following] >= 0 else {
          throw syntax.rules[following].place.error(
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
