/// The short way to the end of an array.
extension ArrayRule {
  /// The most elements that a completion may have to add where elements are counted.
  private static let maximumSteps = 3000

  /// The bytes to the end, the bracket included, with the next element on the way; nil if there is no way.
  func completion(_ progress: ArrayProgress, _ grammar: Grammar) -> (
    cost: Int, next: (node: Int, progress: ArrayProgress)?
  )? {
    if mayEnd(progress) { return (1, nil) }
    if counts.isEmpty && !isUnique {
      guard minimum <= limit else { return nil }
      var total = 1
      for index in progress.index..<minimum {
        if index >= options.count {
          // All further elements are alike.
          let each = cheapest(index, grammar).map { grammar.nodes[$0].cost + 1 } ?? .max
          let (rest, overflow) = each.multipliedReportingOverflow(by: minimum - index)
          total = overflow ? .max : GrammarCosts.sum(total, rest)
          break
        }
        total = GrammarCosts.sum(total, cheapest(index, grammar).map { grammar.nodes[$0].cost + 1 } ?? .max)
      }
      guard total < .max, let node = cheapest(progress.index, grammar) else { return nil }
      return (total, (node, next(progress)[0].progress))
    }
    var known: [ArrayProgress: Int] = [:]
    let cost = search(progress, grammar, &known, depth: 0)
    guard cost < .max else { return nil }
    var best: (cost: Int, node: Int, progress: ArrayProgress)?
    for (node, after) in next(progress) where after != progress {
      let total = GrammarCosts.sum(grammar.nodes[node].cost, search(after, grammar, &known, depth: 0))
      if total < best?.cost ?? .max { best = (total, node, after) }
    }
    return best.map { (cost, ($0.node, $0.progress)) }
  }

  private func cheapest(_ index: Int, _ grammar: Grammar) -> Int? {
    options[min(index, options.count - 1)].map(\.node).filter { grammar.isPossible($0) }
      .min { grammar.nodes[$0].cost < grammar.nodes[$1].cost }
  }

  private func search(
    _ progress: ArrayProgress, _ grammar: Grammar, _ known: inout [ArrayProgress: Int], depth: Int
  ) -> Int {
    if mayEnd(progress) { return 1 }
    if let cost = known[progress] { return cost }
    guard depth < Self.maximumSteps, known.count < 20_000 else { return .max }
    var best = Int.max
    for (node, after) in next(progress) where after != progress && grammar.isPossible(node) {
      let rest = search(after, grammar, &known, depth: depth + 1)
      best = min(best, GrammarCosts.sum(GrammarCosts.sum(grammar.nodes[node].cost, 1), rest))
    }
    known[progress] = best
    return best
  }
}
