/// Shortest completions of arrays.
extension ArrayRule {
  /// The maximum number of elements that a completion may add where elements are counted.
  private static let maximumSteps = 3000
  /// The maximum number of progresses that a search visits.
  static let maximumStates = 20_000

  /// Returns the cost of a shortest completion, bracket included, with its next element; nil if there is none.
  func completion(_ progress: ArrayProgress, _ grammar: Grammar) -> (
    cost: Int, next: (node: Int, progress: ArrayProgress)?
  )? {
    if mayEnd(progress) { return (1, nil) }
    if counts.isEmpty && !isUnique {
      guard minimum <= limit else { return nil }
      var total = 1
      for index in progress.index..<minimum {
        if index >= options.count {
          // All further elements have the same options.
          let each = cheapest(index, grammar).map { grammar.nodes[$0].cost + 1 } ?? .max
          total = GrammarCosts.sum(total, GrammarCosts.product(each, minimum - index))
          break
        }
        total = GrammarCosts.sum(total, cheapest(index, grammar).map { grammar.nodes[$0].cost + 1 } ?? .max)
      }
      guard total < .max, let node = cheapest(progress.index, grammar) else { return nil }
      return (total, (node, next(progress)[0].progress))
    }
    if isUnique, options.count == 1 { return uniqueCompletion(progress, grammar) }
    var known = costs
    let cost = search(progress, grammar, &known, depth: 0)
    guard cost < .max else { return nil }
    var best: (cost: Int, node: Int, progress: ArrayProgress)?
    for (node, after) in next(progress) where after != progress {
      let total = GrammarCosts.sum(grammar.nodes[node].cost, search(after, grammar, &known, depth: 0))
      if total < best?.cost ?? .max { best = (total, node, after) }
    }
    return best.map { (cost, ($0.node, $0.progress)) }
  }

  /// Returns the completion from the cheapest values that are still unused.
  private func uniqueCompletion(_ progress: ArrayProgress, _ grammar: Grammar) -> (
    cost: Int, next: (node: Int, progress: ArrayProgress)?
  )? {
    let choices = next(progress).filter { grammar.isPossible($0.node) }
      .sorted { grammar.nodes[$0.node].cost < grammar.nodes[$1.node].cost }
    let count = minimum - progress.index
    guard count <= choices.count, minimum <= maximum, let first = choices.first else { return nil }
    let cost = choices.prefix(count).reduce(1) {
      GrammarCosts.sum($0, GrammarCosts.sum(grammar.nodes[$1.node].cost, 1))
    }
    return (cost, first)
  }

  /// Precomputes the completion costs of all progresses, where that requires a search.
  ///
  /// - Returns: False if there are more progresses than a search visits.
  mutating func cacheCosts(_ grammar: Grammar) -> Bool {
    guard !counts.isEmpty || (isUnique && options.count > 1) else { return true }
    var known: [ArrayProgress: Int] = [:]
    _ = search(ArrayProgress(), grammar, &known, depth: 0)
    costs = known
    return known.count < Self.maximumStates
  }

  private func cheapest(_ index: Int, _ grammar: Grammar) -> Int? {
    options[min(index, options.count - 1)].map(\.node).filter { grammar.isPossible($0) }
      .min { grammar.nodes[$0].cost < grammar.nodes[$1].cost }
  }

  private func search(
    _ progress: ArrayProgress, _ grammar: Grammar, _ known: inout [ArrayProgress: Int], depth: Int
  ) -> Int {
    if mayEnd(progress) { return 1 }
    var progress = progress
    progress.isAtDepthLimit = false
    if let cost = known[progress] { return cost }
    guard depth < Self.maximumSteps, known.count < Self.maximumStates else { return .max }
    var best = Int.max
    for (node, after) in next(progress) where after != progress && grammar.isPossible(node) {
      let rest = search(after, grammar, &known, depth: depth + 1)
      best = min(best, GrammarCosts.sum(GrammarCosts.sum(grammar.nodes[node].cost, 1), rest))
    }
    known[progress] = best
    return best
  }
}
