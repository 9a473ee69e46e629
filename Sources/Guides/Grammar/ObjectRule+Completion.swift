/// The short way to the end of an object.
extension ObjectRule {
  /// A property that a completion adds.
  struct Move {
    /// The rank, or nil for a name that is not declared.
    var rank: Int?
    var name: PropertyName
    var node: Int
    var progress: ObjectProgress
  }

  /// The next property on the way to the end, nil if the object may end.
  func move(_ progress: ObjectProgress, _ grammar: Grammar) -> Move? {
    let choices = choices(progress)
    if choices.mayEnd { return nil }
    let needed = needed(progress)
    let wantsWitness = demandsWitness && !progress.hasWitness
    var best: (key: (Int, Int), rank: Int?)?
    func offer(_ key: (Int, Int), _ rank: Int?) {
      if best.map({ key < $0.key }) ?? true { best = (key, rank) }
    }
    for rank in choices.ranks.members {
      let isNeeded = needed.contains(rank) || (wantsWitness && options[rank].contains { $0.isWitness })
      // Needed names in their order, then whatever is cheapest.
      offer(
        isNeeded ? (0, isOrdered ? Int(positions[rank]) : rank) : (1, cheapest(options[rank], grammar)?.cost ?? .max),
        rank)
    }
    if choices.allowsExtras, !extras.isEmpty, best.map({ $0.key.0 == 1 }) ?? true {
      offer(
        (
          wantsWitness && hasWitnessExtras ? 0 : 1,
          cheapest(extras[extraName(progress, grammar).kind], grammar)?.cost ?? .max
        ), nil)
    }
    guard let best else { return nil }
    if let rank = best.rank {
      let options =
        wantsWitness && options[rank].contains { $0.isWitness } ? options[rank].filter(\.isWitness) : options[rank]
      guard let option = cheapest(options, grammar) else { return nil }
      let next = adding(rank, progress, isWitness: option.isWitness)
      return Move(rank: rank, name: names[rank], node: option.node, progress: next)
    }
    let (name, kind) = extraName(progress, grammar)
    let options =
      wantsWitness && extras[kind].contains { $0.isWitness } ? extras[kind].filter(\.isWitness) : extras[kind]
    guard let option = cheapest(options, grammar) else { return nil }
    return Move(rank: nil, name: name, node: option.node, progress: addingExtra(progress, isWitness: option.isWitness))
  }

  /// What the value of a declared name can be; where the object is nested too deeply, only what a shortest completion has.
  func options(_ rank: Int, _ progress: ObjectProgress, _ grammar: Grammar) -> [Option] {
    progress.isTight ? needed(options[rank], of: rank, progress, grammar) : options[rank]
  }

  /// What the value of a name of a class can be; where the object is nested too deeply, only what a shortest completion has.
  func extras(_ kind: Int, _ progress: ObjectProgress, _ grammar: Grammar) -> [Option] {
    progress.isTight ? needed(extras[kind], of: nil, progress, grammar) : extras[kind]
  }

  private func needed(
    _ options: [Option], of rank: Int?, _ progress: ObjectProgress, _ grammar: Grammar
  ) -> [Option] {
    if let move = move(progress, grammar), move.rank == rank, let same = options.first(where: { $0.node == move.node })
    {
      return [same]
    }
    return options.min { grammar.nodes[$0.node].cost < grammar.nodes[$1.node].cost }.map { [$0] } ?? []
  }

  private func cheapest(_ options: [Option], _ grammar: Grammar) -> (node: Int, isWitness: Bool, cost: Int)? {
    options.map { (node: $0.node, isWitness: $0.isWitness, cost: grammar.nodes[$0.node].cost) }
      .min { $0.cost < $1.cost }
  }

  /// A name that is not declared, and its class.
  private func extraName(_ progress: ObjectProgress, _ grammar: Grammar) -> (name: PropertyName, kind: Int) {
    let wantsWitness = demandsWitness && !progress.hasWitness && hasWitnessExtras
    if let classifier {
      let wanted = extras.map { !$0.isEmpty && (!wantsWitness || $0.contains { $0.isWitness }) }
      if let (name, kind) = classifier.shortestName(in: wanted) { return (name, kind) }
    }
    // As long as there is no classifier, only the class matters.
    let kind = extras.firstIndex { options in
      options.contains { grammar.isPossible($0.node) && ($0.isWitness || !wantsWitness) }
    }
    var number = progress.count
    while true {
      let name = Array((number < 26 ? String(UnicodeScalar(UInt8(97 + number))) : "x\(number)").utf8)
      if !names.contains(name) { return (name, kind ?? 0) }
      number += 1
    }
  }

  /// The bytes to the end, the closing brace included.
  func completionCost(_ progress: ObjectProgress, _ grammar: Grammar) -> Int {
    var total = 1
    func add(_ name: PropertyName, _ node: Int) {
      // Colon, comma and quotes; a name's escapes do not matter much.
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
    while let move = move(progress, grammar) {
      add(move.name, move.node)
      progress = move.progress
      steps += 1
      if steps > 10_000 { return GrammarCosts.tooLong }
    }
    return total
  }
}

extension KeyClassifier {
  /// A shortest name of one of the wanted classes, with its class.
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
