/// Shortest completions of objects.
extension ObjectRule {
  /// A property added by a completion.
  struct CompletionStep {
    /// The rank, or nil for an undeclared name.
    var rank: Int?
    var name: PropertyName
    var node: Int
    var progress: ObjectProgress
  }

  /// Returns the next property of a completion, nil if the object may end.
  func completionStep(_ progress: ObjectProgress, _ grammar: Grammar) -> CompletionStep? {
    let choices = choices(progress)
    if choices.mayEnd { return nil }
    let needed = needed(progress)
    let needsWitness = demandsWitness && !progress.hasWitness
    var best: (key: (Int, Int), rank: Int?)?
    func offer(_ key: (Int, Int), _ rank: Int?) {
      if best.map({ key < $0.key }) ?? true { best = (key, rank) }
    }
    for rank in choices.ranks.members {
      let isNeeded = needed.contains(rank) || (needsWitness && options[rank].contains { $0.isWitness })
      // Required names in order, then the cheapest others.
      offer(
        isNeeded ? (0, isOrdered ? Int(positions[rank]) : rank) : (1, cheapest(options[rank], grammar)?.cost ?? .max),
        rank)
    }
    if choices.allowsExtras, !extras.isEmpty, best.map({ $0.key.0 == 1 }) ?? true {
      offer(
        (
          needsWitness && hasWitnessExtras ? 0 : 1,
          cheapest(extras[extraName(progress, grammar).kind], grammar)?.cost ?? .max
        ), nil)
    }
    guard let best else { return nil }
    if let rank = best.rank {
      let options =
        needsWitness && options[rank].contains { $0.isWitness } ? options[rank].filter(\.isWitness) : options[rank]
      guard let option = cheapest(options, grammar) else { return nil }
      let next = adding(rank, progress, isWitness: option.isWitness)
      return CompletionStep(rank: rank, name: names[rank], node: option.node, progress: next)
    }
    let (name, kind) = extraName(progress, grammar)
    let options =
      needsWitness && extras[kind].contains { $0.isWitness } ? extras[kind].filter(\.isWitness) : extras[kind]
    guard let option = cheapest(options, grammar) else { return nil }
    let next = addingExtra(progress, isWitness: option.isWitness)
    return CompletionStep(rank: nil, name: name, node: option.node, progress: next)
  }

  /// Returns the options of a declared name's value; at the depth limit only that of the shortest completion.
  func options(_ rank: Int, _ progress: ObjectProgress, _ grammar: Grammar) -> [Option] {
    progress.isAtDepthLimit ? needed(options[rank], of: rank, progress, grammar) : options[rank]
  }

  /// Returns the options of an undeclared name's value; at the depth limit only that of the shortest completion.
  func extras(_ kind: Int, _ progress: ObjectProgress, _ grammar: Grammar) -> [Option] {
    progress.isAtDepthLimit ? needed(extras[kind], of: nil, progress, grammar) : extras[kind]
  }

  private func needed(
    _ options: [Option], of rank: Int?, _ progress: ObjectProgress, _ grammar: Grammar
  ) -> [Option] {
    if let step = completionStep(progress, grammar), step.rank == rank,
      let same = options.first(where: { $0.node == step.node })
    {
      return [same]
    }
    return options.min { grammar.nodes[$0.node].cost < grammar.nodes[$1.node].cost }.map { [$0] } ?? []
  }

  private func cheapest(_ options: [Option], _ grammar: Grammar) -> (node: Int, isWitness: Bool, cost: Int)? {
    options.map { (node: $0.node, isWitness: $0.isWitness, cost: grammar.nodes[$0.node].cost) }
      .min { $0.cost < $1.cost }
  }

  /// Returns an undeclared name and its class.
  private func extraName(_ progress: ObjectProgress, _ grammar: Grammar) -> (name: PropertyName, kind: Int) {
    let needsWitness = demandsWitness && !progress.hasWitness && hasWitnessExtras
    if let classifier {
      let wanted = extras.map { !$0.isEmpty && (!needsWitness || $0.contains { $0.isWitness }) }
      if let (name, kind) = classifier.shortestName(in: wanted) { return (name, kind) }
    }
    // Before the classifier exists, only the class matters.
    let kind = extras.firstIndex { options in
      options.contains { grammar.isPossible($0.node) && ($0.isWitness || !needsWitness) }
    }
    var number = progress.count
    while true {
      let name = Array((number < 26 ? String(UnicodeScalar(UInt8(97 + number))) : "x\(number)").utf8)
      if !names.contains(name) { return (name, kind ?? 0) }
      number += 1
    }
  }

  /// Returns the length of a shortest completion in bytes, including the closing brace.
  func completionCost(_ progress: ObjectProgress, _ grammar: Grammar) -> Int {
    var total = 1
    func add(_ name: PropertyName, _ node: Int) {
      // Colon, comma and quotes; escapes in names are neglected.
      total = GrammarCosts.sum(total, GrammarCosts.sum(name.count + 4, grammar.nodes[node].cost))
    }
    let isSimple = implications.isEmpty && !demandsWitness && minimum <= required.count
    if isSimple {
      for rank in needed(progress).members {
        guard let option = cheapest(options[rank], grammar) else { return .max }
        add(names[rank], option.node)
      }
      return total
    }
    var progress = progress
    var steps = 0
    while let step = completionStep(progress, grammar) {
      add(step.name, step.node)
      progress = step.progress
      steps += 1
      if steps > 10_000 { return GrammarCosts.tooLong }
    }
    return total
  }
}

extension KeyClassifier {
  /// Returns a shortest name of one of the wanted classes, with its class.
  func shortestName(in wanted: [Bool], from first: Int32? = nil) -> (name: PropertyName, kind: Int)? {
    let start = first ?? start
    guard start >= 0 else { return nil }
    let costs = Lexeme.cheapest(alphabet, isQuoted: true)
    var reached: [Int32: (from: Int32, point: UInt32)] = [start: (-1, 0)]
    var queue = [start]
    var index = 0
    while index < queue.count {
      let state = queue[index]
      index += 1
      if output[Int(state)] >= 0, wanted[Int(output[Int(state)])] {
        var points: [UInt32] = []
        var current = state
        while let step = reached[current], step.from >= 0 {
          points.append(step.point)
          current = step.from
        }
        let text = String(String.UnicodeScalarView(points.reversed().compactMap(Unicode.Scalar.init)))
        return (Array(text.utf8), Int(output[Int(state)]))
      }
      for symbol in 0..<alphabet.count {
        let target = next[Int(state) * alphabet.count + symbol]
        guard target >= 0, reached[target] == nil, costs[symbol].bytes < .max else { continue }
        reached[target] = (state, costs[symbol].scalar)
        queue.append(target)
      }
    }
    return nil
  }
}
