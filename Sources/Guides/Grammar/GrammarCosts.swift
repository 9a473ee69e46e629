/// Finds out which nodes of a grammar are possible and how few bytes they take.
///
/// Costs only fall, from infinity on, until nothing changes. Nodes are made after those that refer to them, so going
/// backwards finds nearly all of it in one pass.
enum GrammarCosts {
  static func fill(_ grammar: inout Grammar) {
    var changed = true
    while changed {
      changed = false
      for node in grammar.nodes.indices.reversed() {
        var best = grammar.nodes[node].cost
        for start in grammar.nodes[node].starts {
          let cost = cost(start, &grammar)
          if cost < .max, cost >= tooLong { grammar.leavesOutTooLong = true }
          if cost < best, cost < tooLong {
            best = cost
            grammar.nodes[node].cheapest = start
          }
        }
        if best < grammar.nodes[node].cost {
          grammar.nodes[node].cost = best
          changed = true
        }
      }
    }
    // What turned out possible last may concern what was looked at before.
    for index in grammar.objects.indices { refresh(object: index, &grammar, dropping: true) }
    for index in grammar.arrays.indices {
      refresh(array: index, &grammar, dropping: true)
      if !grammar.arrays[index].rememberCosts(grammar) { grammar.countsTooMuch = true }
    }
    for node in grammar.nodes.indices {
      var starts = grammar.nodes[node].starts
      starts.removeAll { cost($0, &grammar) >= tooLong }
      grammar.nodes[node].starts = starts
    }
  }

  private static func cost(_ start: Grammar.Start, _ grammar: inout Grammar) -> Int {
    switch start {
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

  /// From how many bytes on a text is too long to be completed: nothing so long is begun.
  static let tooLong = 1 << 24

  /// The sum of costs, infinite if one of them is.
  static func sum(_ left: Int, _ right: Int) -> Int {
    left == .max || right == .max ? .max : min(left, tooLong) + min(right, tooLong)
  }

  /// The cost of several of the same, infinite if that of one is.
  static func product(_ cost: Int, _ count: Int) -> Int {
    guard cost < .max else { return .max }
    let (product, overflow) = cost.multipliedReportingOverflow(by: count)
    return overflow ? tooLong : min(product, tooLong)
  }

  private static func refresh(object index: Int, _ grammar: inout Grammar, dropping: Bool) {
    var rule = grammar.objects[index].rule
    let before = (rule.possible, rule.hasExtras, rule.hasWitnessExtras)
    if dropping {
      for rank in rule.options.indices { rule.options[rank].removeAll { !grammar.isPossible($0.node) } }
      for kind in rule.extras.indices { rule.extras[kind].removeAll { !grammar.isPossible($0.node) } }
    }
    for rank in rule.options.indices where !rule.possible.contains(rank) {
      if rule.options[rank].contains(where: { grammar.isPossible($0.node) }) { rule.possible.insert(rank) }
    }
    rule.hasExtras = rule.extras.contains { $0.contains { grammar.isPossible($0.node) } }
    rule.hasWitnessExtras = rule.extras.contains { $0.contains { $0.isWitness && grammar.isPossible($0.node) } }
    if dropping || before != (rule.possible, rule.hasExtras, rule.hasWitnessExtras) {
      grammar.objects[index] = .init(rule)
    }
  }

  private static func refresh(array index: Int, _ grammar: inout Grammar, dropping: Bool) {
    var rule = grammar.arrays[index]
    if dropping {
      for place in rule.options.indices { rule.options[place].removeAll { !grammar.isPossible($0.node) } }
    }
    rule.end = .max
    rule.end = rule.options.firstIndex { !$0.contains { grammar.isPossible($0.node) } } ?? .max
    grammar.arrays[index] = rule
  }
}

extension Lexeme {
  /// The fewest bytes to the end of the content.
  func cost(from state: LexemeState) -> Int {
    if !isBounded { return distances[Int(state.state)] }
    if lengths == nil { return max(0, minimum - Int(state.count)) }
    return completion(from: state).reduce(0) { sum, point in
      sum + max(1, cheapest[automaton.alphabet.symbol(of: point)].bytes)
    }
  }
}
