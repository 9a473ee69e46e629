/// Property names.
extension PushdownAutomaton {
  /// Returns the state before a name's opening quote, nil if no name is allowed.
  func keyStart(_ rule: Int32, _ progress: Int32) -> KeyState? {
    let object = grammar.objects[Int(rule)].rule
    let choices = objects[Int(progress)].choices
    let extra = object.start(within: choices.classes)
    guard extra >= 0 || !choices.ranks.isEmpty else { return nil }
    return KeyState(low: 0, high: Int32(object.names.count), depth: 0, extra: extra, partial: TextDecoder.unopened)
  }

  mutating func step(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ spelling: Int32, _ byte: UInt8,
    _ next: inout [Configuration]
  ) {
    let object = grammar.objects[Int(rule)]
    let choices = objects[Int(progress)].choices
    switch object.step(state, choices, byte) {
    case .dead: break
    case .open(let state):
      let spelling = spellings.append(byte, to: spelling)
      next.append(.init(position: .key(rule, progress: progress, state), stack: stack, spelling: spelling))
    case .closed: next += afterKey(state, rule, progress, stack, spelling)
    }
  }

  /// The spelling at the start of a name, where it is recorded.
  func keySpelling(_ rule: Int32, _ progress: Int32) -> Int32 {
    grammar.objects[Int(rule)].rule.recordsNames(objects[Int(progress)].progress) ? SpellingTable.empty : 0
  }

  /// Returns the configurations after a name that ends in a state.
  private mutating func afterKey(
    _ state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ spelling: Int32
  ) -> [Configuration] {
    let object = grammar.objects[Int(rule)].rule
    if let rank = object.rank(state) { return afterKey(declared: rank, rule, progress, stack) }
    guard state.extra >= 0, let kind = object.kind(state.extra) else { return [] }
    return afterKey(undeclared: kind, rule, progress, stack, spelling)
  }

  /// Returns the configurations after a declared name.
  mutating func afterKey(declared rank: Int, _ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    let object = grammar.objects[Int(rule)].rule
    let (_, current, choices) = objects[Int(progress)]
    guard choices.ranks.contains(rank) else { return [] }
    var result: [Configuration] = []
    for option in object.options(rank, current, grammar) {
      let after = object.adding(rank, current, satisfies: option.satisfies)
      addColon(option, after, rule, stack, &result)
    }
    return result
  }

  /// Returns the configurations after an undeclared name of a class; `spelling` is 0 if the name is not recorded.
  mutating func afterKey(
    undeclared kind: Int, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ spelling: Int32
  ) -> [Configuration] {
    let object = grammar.objects[Int(rule)].rule
    let current = objects[Int(progress)].progress
    var result: [Configuration] = []
    for option in object.extras(kind, current, grammar) {
      var after = object.addingExtra(current, satisfies: option.satisfies)
      var rest = rule
      if spelling != 0, case .string(let name) = ScalarValue(spellings.text(spelling) + [UInt8(ascii: "\"")]) {
        after = object.progress(after, using: name)
        rest = self.rule(rule, using: name)
      }
      addColon(option, after, rest, stack, &result)
    }
    return result
  }

  private mutating func addColon(
    _ option: ObjectRule.Option, _ after: ObjectProgress, _ rule: Int32, _ stack: Int32,
    _ result: inout [Configuration]
  ) {
    guard grammar.isPossible(option.node), grammar.objects[Int(rule)].rule.isViable(after) else { return }
    let position = Configuration.Position.colon(rule, progress: intern(after, rule), node: Int32(option.node))
    result.append(.init(position: position, stack: stack, spaces: spacesBetween))
  }
}
