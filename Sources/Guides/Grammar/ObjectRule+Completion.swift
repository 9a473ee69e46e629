/// Shortest completions of objects.
extension ObjectRule {
  /// A property added by a completion.
  struct CompletionStep {
    /// The rank, or nil for an undeclared name.
    var rank: Int?
    /// The class of an undeclared name.
    var kind: Int?
    var name: PropertyName
    var node: Int
    var progress: ObjectProgress
  }

  /// A measure of the work that the next property of a completion takes.
  var stepWork: Int {
    let isSimple = implications.isEmpty && demanded == 0 && maximum == .max && minimum <= required.count
    return isSimple ? names.count / 8 : 4 * names.count
  }

  /// Returns the next property of a completion, nil if the object may end.
  func completionStep(_ progress: ObjectProgress, _ grammar: Grammar) -> CompletionStep? {
    let choices = choices(progress)
    if choices.mayEnd { return nil }
    let needed = needed(progress)
    let missing = demanded & ~progress.satisfied
    var best: (key: (Int, Int, Int, Int), rank: Int?, kind: Int?, option: Option, after: ObjectProgress)?
    /// Offers an option: one that is needed in order of position, else the cheapest.
    func offer(
      _ option: Option, rank: Int?, kind: Int?, isNeeded: Bool, position: Int,
      _ after: @autoclosure () -> ObjectProgress
    ) {
      let gain = (option.satisfies & missing).nonzeroBitCount
      let cost = grammar.nodes[option.node].cost
      let key = isNeeded || gain > 0 ? (0, position, -gain, cost) : (1, cost, 0, 0)
      guard grammar.isPossible(option.node), best.map({ key < $0.key }) ?? true else { return }
      let next = after()
      guard missing == 0 || isViable(next) else { return }
      best = (key, rank, kind, option, next)
    }
    for rank in choices.ranks.members {
      let isNeeded = needed.contains(rank)
      for option in options[rank] {
        offer(
          option, rank: rank, kind: nil, isNeeded: isNeeded, position: isOrdered ? Int(positions[rank]) : rank,
          adding(rank, progress, satisfies: option.satisfies))
      }
    }
    for kind in extras.indices where choices.classes >> UInt64(kind) & 1 == 1 {
      for option in extras[kind] {
        offer(
          option, rank: nil, kind: kind, isNeeded: false, position: .max,
          addingExtra(progress, satisfies: option.satisfies))
      }
    }
    guard let best else { return nil }
    let name = best.rank.map { names[$0] } ?? extraName(best.kind ?? 0, progress)
    return CompletionStep(
      rank: best.rank, kind: best.kind, name: name, node: best.option.node, progress: best.after)
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

  private func cheapest(_ options: [Option], _ grammar: Grammar) -> Int? {
    options.map { grammar.nodes[$0.node].cost }.min()
  }

  /// Returns an undeclared name of a class.
  private func extraName(_ kind: Int, _ progress: ObjectProgress) -> PropertyName {
    let used = Set(usedUp.members.map { names[$0] })
    if let classifier, let (name, _) = classifier.shortestName(in: extras.indices.map { $0 == kind }, besides: used) {
      return name
    }
    // Before the classifier exists, only the class matters.
    var number = progress.count
    while true {
      let name = Array((number < 26 ? String(UnicodeScalar(UInt8(97 + number))) : "x\(number)").utf8)
      if !names.contains(name) { return name }
      number += 1
    }
  }

  /// Returns the length of a shortest completion in bytes, including the closing brace.
  func completionCost(_ progress: ObjectProgress, _ grammar: Grammar) -> Int {
    var total = 1
    func add(_ name: PropertyName, _ cost: Int) {
      // Colon, comma and quotes; escapes in names are neglected.
      total = GrammarCosts.sum(total, GrammarCosts.sum(name.count + 4, cost))
    }
    let isSimple = implications.isEmpty && demanded == 0 && minimum <= required.count
    if isSimple {
      for rank in needed(progress).members {
        guard let cost = cheapest(options[rank], grammar) else { return .max }
        add(names[rank], cost)
      }
      return total
    }
    var progress = progress
    var steps = 0
    while let step = completionStep(progress, grammar) {
      add(step.name, grammar.nodes[step.node].cost)
      progress = step.progress
      steps += 1
      if steps > 10_000 { return GrammarCosts.tooLong }
    }
    return choices(progress).mayEnd ? total : .max
  }
}

extension KeyClassifier {
  /// Returns a shortest name of one of the wanted classes, or its rest from a state, with its class.
  ///
  /// - Parameters:
  ///   - wanted: True for the wanted classes.
  ///   - first: The state; the start if nil.
  ///   - excluded: Names, or rests of them, that are not wanted.
  /// - Returns: The name in UTF-8 and its class, nil if there is none.
  func shortestName(
    in wanted: [Bool], from first: Int32? = nil, besides excluded: Set<PropertyName> = []
  ) -> (name: PropertyName, kind: Int)? {
    let start = first ?? start
    guard start >= 0 else { return nil }
    // A state that has been passed more often than there are excluded names leads to no other shortest name.
    var visits = [Int32](repeating: 0, count: output.count)
    visits[Int(start)] = 1
    var steps = [NameStep(state: start, point: 0, previous: -1)]
    var index = 0
    while index < steps.count {
      let state = Int(steps[index].state)
      let kind = output[state]
      if kind >= 0, wanted[Int(kind)] {
        let name = name(steps, to: index)
        if !excluded.contains(name) { return (name, Int(kind)) }
      }
      for symbol in 0..<alphabet.count {
        let target = next[state * alphabet.count + symbol]
        guard target >= 0, cheapest[symbol].bytes < .max else { continue }
        let step = NameStep(state: target, point: cheapest[symbol].scalar, previous: index)
        guard !excluded.isEmpty else {
          if visits[Int(target)] == 0 { steps.append(step) }
          visits[Int(target)] = 1
          continue
        }
        for point in points(symbol, cheapest: step.point, count: excluded.count + 1) {
          guard visits[Int(target)] <= excluded.count else { break }
          visits[Int(target)] += 1
          steps.append(NameStep(state: target, point: point, previous: index))
        }
      }
      index += 1
    }
    return nil
  }

  /// A character of a name in the search for a shortest one.
  private struct NameStep {
    var state: Int32
    var point: UInt32
    /// The index of the step before it; -1 for the state at which the search starts.
    var previous: Int
  }

  /// Returns the name whose last character is that of a step.
  private func name(_ steps: [NameStep], to last: Int) -> PropertyName {
    var points: [UInt32] = []
    var index = last
    while steps[index].previous >= 0 {
      points.append(steps[index].point)
      index = steps[index].previous
    }
    var name: PropertyName = []
    for point in points.reversed() { name.append(utf8: point) }
    return name
  }

  /// Returns characters of a class, the cheapest first.
  private func points(_ symbol: Int, cheapest: UInt32, count: Int) -> [UInt32] {
    var result = [cheapest]
    guard count > 1 else { return result }
    for (interval, start) in alphabet.starts.enumerated() where Int(alphabet.classes[interval]) == symbol {
      let end = interval + 1 < alphabet.starts.count ? alphabet.starts[interval + 1] - 1 : CodePointSet.last
      for point in start...end where point != cheapest && Unicode.Scalar(point) != nil {
        guard result.count < count else { return result }
        result.append(point)
      }
    }
    return result
  }
}
