/// Property names.
extension PushdownAutomaton {
  /// Returns the state before a name's opening quote, nil if no name is allowed.
  func keyStart(_ rule: Int32, _ progress: Int32) -> KeyState? {
    let object = grammar.objects[Int(rule)].rule
    let choices = objects[Int(progress)].choices
    let extra = choices.allowsExtras ? object.classifier?.start ?? 0 : -1
    guard extra >= 0 || !choices.ranks.isEmpty else { return nil }
    return KeyState(low: 0, high: Int32(object.names.count), depth: 0, extra: extra, partial: TextDecoder.unopened)
  }

  mutating func step(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ byte: UInt8, _ next: inout [Configuration]
  ) {
    let object = grammar.objects[Int(rule)]
    let choices = objects[Int(progress)].choices
    switch object.step(state, choices.ranks, byte) {
    case .dead: break
    case .open(let state): next.append(.init(position: .key(rule, progress: progress, state), stack: stack))
    case .closed: next += afterKey(state, rule, progress, stack)
    }
  }

  /// Returns the configurations after a name that ends in a state.
  mutating func afterKey(_ state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    let object = grammar.objects[Int(rule)]
    let (_, current, choices) = objects[Int(progress)]
    var result: [Configuration] = []
    func add(_ option: ObjectRule.Option, _ after: ObjectProgress) {
      guard grammar.isPossible(option.node), object.rule.isViable(after) else { return }
      let position = Configuration.Position.colon(rule, progress: intern(after, rule), node: Int32(option.node))
      result.append(.init(position: position, stack: stack, spaces: spacesBetween))
    }
    if let rank = object.rule.rank(state) {
      guard choices.ranks.contains(rank) else { return [] }
      for option in object.rule.options(rank, current, grammar) {
        add(option, object.rule.adding(rank, current, isWitness: option.isWitness))
      }
    } else if state.extra >= 0, let kind = object.rule.kind(state.extra) {
      for option in object.rule.extras(kind, current, grammar) {
        add(option, object.rule.addingExtra(current, isWitness: option.isWitness))
      }
    }
    return result
  }
}
