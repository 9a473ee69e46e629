import SwiftletJSON

/// Completions of property names.
extension Completion {
  /// Writes the rest of a property name and schedules its value.
  mutating func finish(
    key start: KeyState, _ object: Grammar.ObjectRuleBox, _ number: Int32, _ spelling: Int32
  ) -> Bool {
    let (_, progress, choices) = machine.objects[Int(number)]
    var state = start
    while state.partial != 0 {
      var found = false
      for byte in UInt8.min ... .max {
        if case .open(let next) = object.step(state, choices, byte) {
          text.append(byte)
          state = next
          found = true
          break
        }
      }
      guard found else { return false }
    }
    var best: (cost: Int, rank: Int, option: ObjectRule.Option)?
    for rank in Int(state.low)..<Int(state.high) where choices.ranks.contains(rank) {
      for option in object.rule.options(rank, progress, grammar) {
        let after = object.rule.adding(rank, progress, satisfies: option.satisfies)
        guard grammar.isPossible(option.node), object.rule.isViable(after) else { continue }
        let rest = object.rule.completionCost(after, grammar)
        let cost = GrammarCosts.sum(
          GrammarCosts.sum(grammar.nodes[option.node].cost, rest), object.rule.names[rank].count)
        if cost < best?.cost ?? .max { best = (cost, rank, option) }
      }
    }
    if let best {
      for byte in object.rule.names[best.rank].dropFirst(Int(state.depth)) { JSONString.append(byte, to: &text) }
      let after = object.rule.adding(best.rank, progress, satisfies: best.option.satisfies)
      schedule(object.rest(after), best.option)
      return true
    }
    guard state.extra >= 0, let (rest, kind) = object.rule.shortestEnd(state, choices.classes) else { return false }
    for byte in rest { JSONString.append(byte, to: &text) }
    var name: PropertyName?
    if spelling != 0, case .string(let text) = ScalarValue(machine.spellings.text(spelling) + text + "\"".utf8) {
      name = text
    }
    for option in object.rule.extras(kind, progress, grammar) {
      let rest = object.rest(object.rule.addingExtra(progress, satisfies: option.satisfies), using: name)
      guard grammar.isPossible(option.node), case .object(let remaining, let after, _) = rest,
        remaining.rule.isViable(after)
      else { continue }
      schedule(rest, option)
      return true
    }
    return false
  }

  private mutating func schedule(_ rest: Item, _ option: ObjectRule.Option) {
    text += "\":".utf8
    items.append(rest)
    items.append(.node(option.node))
  }
}

extension Grammar.ObjectRuleBox {
  /// Returns the rest of the object after a property, whose name is used up if it is given.
  func rest(_ progress: ObjectProgress, using name: PropertyName? = nil) -> Completion.Item {
    guard let name else { return .object(self, progress, hasMembers: true) }
    return .object(.init(rule.using(name)), rule.progress(progress, using: name), hasMembers: true)
  }
}

extension ObjectRule {
  /// Returns the shortest suffix that completes an undeclared name, with the class of the name.
  fileprivate func shortestEnd(_ state: KeyState, _ classes: UInt64) -> (PropertyName, Int)? {
    if let classifier {
      let used = (Int(state.low)..<Int(state.high)).filter(usedUp.contains)
      return classifier.shortestName(
        in: extras.indices.map { classes >> UInt64($0) & 1 == 1 }, from: state.extra,
        besides: Set(used.map { Array(names[$0][Int(state.depth)...]) }))
    }
    var current = state
    var rest: PropertyName = []
    // Terminates, as the name eventually is longer than every declared name.
    while rank(current) != nil {
      rest.append(UInt8(ascii: "a"))
      current = advance(current, 0x61)
    }
    return (rest, 0)
  }
}
