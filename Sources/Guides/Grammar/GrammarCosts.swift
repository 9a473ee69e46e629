/// The computation of the possible nodes of a grammar and the lengths of their shortest texts.
///
/// A fixed-point iteration: costs decrease from infinity until nothing changes. Nodes are created after those that
/// refer to them, so a backward pass nearly always suffices.
enum GrammarCosts {
  static func fill(_ grammar: inout Grammar) {
    var changed = true
    while changed {
      changed = false
      for node in grammar.nodes.indices.reversed() {
        var best = grammar.nodes[node].cost
        for alternative in grammar.nodes[node].alternatives {
          let cost = cost(alternative, &grammar)
          if cost < .max, cost >= tooLong { grammar.omitsOverlongText = true }
          if cost < best, cost < tooLong {
            best = cost
            grammar.nodes[node].cheapest = alternative
          }
        }
        if best < grammar.nodes[node].cost {
          grammar.nodes[node].cost = best
          changed = true
        }
      }
    }
    // Nodes found possible last may affect rules visited earlier.
    for index in grammar.objects.indices { refresh(object: index, &grammar, dropping: true) }
    for index in grammar.arrays.indices {
      refresh(array: index, &grammar, dropping: true)
      if !grammar.arrays[index].cacheCosts(grammar) { grammar.exceedsCountLimit = true }
    }
    for node in grammar.nodes.indices {
      var alternatives = grammar.nodes[node].alternatives
      alternatives.removeAll { cost($0, &grammar) >= tooLong }
      grammar.nodes[node].alternatives = alternatives
    }
  }

  private static func cost(_ alternative: Grammar.Alternative, _ grammar: inout Grammar) -> Int {
    switch alternative {
    case .lexeme(let index):
      let lexeme = grammar.lexemes[index]
      guard !lexeme.isEmpty else { return .max }
      let content = lexeme.cost(from: LexemeState(state: lexeme.automaton.start, count: 0, partial: 0))
      return sum(content, lexeme.decoder.isQuoted ? 2 : 0)
    case .object(let index):
      refresh(object: index, &grammar, dropping: false)
      let rule = grammar.objects[index].rule
      guard rule.isViable(ObjectProgress()) else { return .max }
      return sum(1, rule.completionCost(ObjectProgress(), grammar))
    case .array(let index):
      refresh(array: index, &grammar, dropping: false)
      return sum(1, grammar.arrays[index].completion(ArrayProgress(), grammar)?.cost ?? .max)
    case .sequence(let index):
      return grammar.sequences[index].reduce(0) { sum($0, grammar.nodes[$1].cost) }
    }
  }

  /// The length in bytes from which a shortest text is too long, so that its alternative is removed.
  static let tooLong = 1 << 24

  /// The saturating sum of two costs; infinite if one of them is.
  static func sum(_ left: Int, _ right: Int) -> Int {
    left == .max || right == .max ? .max : min(left, tooLong) + min(right, tooLong)
  }

  /// The saturating product of a cost and a count; infinite if the cost is.
  static func product(_ cost: Int, _ count: Int) -> Int {
    guard cost < .max else { return .max }
    let (product, overflow) = cost.multipliedReportingOverflow(by: count)
    return overflow ? tooLong : min(product, tooLong)
  }

  private static func refresh(object index: Int, _ grammar: inout Grammar, dropping: Bool) {
    var rule = grammar.objects[index].rule
    let before = (rule.possible, rule.hasExtras, rule.extraWitnesses)
    if dropping {
      for rank in rule.options.indices { rule.options[rank].removeAll { !grammar.isPossible($0.node) } }
      for kind in rule.extras.indices { rule.extras[kind].removeAll { !grammar.isPossible($0.node) } }
    }
    for rank in rule.options.indices where !rule.possible.contains(rank) {
      if rule.options[rank].contains(where: { grammar.isPossible($0.node) }) { rule.possible.insert(rank) }
    }
    rule.hasExtras = rule.extras.contains { $0.contains { grammar.isPossible($0.node) } }
    if rule.demanded != 0 {
      for rank in rule.options.indices { rule.options[rank].markPossible(in: grammar) }
      for kind in rule.extras.indices { rule.extras[kind].markPossible(in: grammar) }
      let masks = Set(rule.extras.joined().filter(\.isPossible).map(\.satisfies)).subtracting([0])
      // Sets that another one includes are of no use.
      rule.extraWitnesses = masks.filter { mask in !masks.contains { $0 != mask && $0 & mask == mask } }.sorted()
    }
    if dropping || rule.demanded != 0 || before != (rule.possible, rule.hasExtras, rule.extraWitnesses) {
      grammar.objects[index] = .init(rule)
    }
  }

  private static func refresh(array index: Int, _ grammar: inout Grammar, dropping: Bool) {
    var rule = grammar.arrays[index]
    if dropping {
      for position in rule.options.indices { rule.options[position].removeAll { !grammar.isPossible($0.node) } }
    }
    rule.end = .max
    rule.end = rule.options.firstIndex { !$0.contains { grammar.isPossible($0.node) } } ?? .max
    grammar.arrays[index] = rule
  }
}

extension Lexeme {
  /// The length in bytes of the shortest completion of the content.
  func cost(from state: LexemeState) -> Int {
    if !isBounded { return distances[Int(state.state)] }
    if lengths == nil { return max(0, minimum - Int(state.count)) }
    return completion(from: state).reduce(0) { sum, point in
      sum + max(1, cheapest[automaton.alphabet.symbol(of: point)].bytes)
    }
  }
}

extension [ObjectRule.Option] {
  /// Records which options are possible.
  fileprivate mutating func markPossible(in grammar: Grammar) {
    for index in indices { self[index].isPossible = grammar.isPossible(self[index].node) }
  }
}
