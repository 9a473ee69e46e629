import SwiftletTokenizers

/// Tokens of property names.
extension MaskBuilder {
  /// The capacity of the cache of key walks, in bytes.
  private static let keyWalkCapacity = 8 << 20

  private mutating func keyWalk(_ rule: Int32, _ state: KeyState, _ choices: ObjectChoices) -> KeyWalk {
    var choices = choices
    // Only names matter, so that the walk is found again where they are the same.
    choices.mayEnd = false
    let key = KeyWalkKey(rule: rule, state: state, choices: choices)
    if let known = keyWalks[key] { return known }
    let object = machine.grammar.objects[Int(rule)]
    let walk = KeyWalk(object, state, choices, index)
    if keyWalkBytes + walk.byteCount > Self.keyWalkCapacity { (keyWalks, keyWalkBytes) = ([:], 0) }
    keyWalks[key] = walk
    keyWalkBytes += walk.byteCount
    return walk
  }

  /// Adds the tokens of a property name.
  ///
  /// These are the tokens of any string if any name is allowed, except along the declared names, which are followed
  /// individually.
  mutating func add(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ configuration: Configuration,
    _ builder: inout TokenSetBuilder
  ) {
    let (spelling, stack) = (configuration.spelling, configuration.stack)
    let object = machine.grammar.objects[Int(rule)]
    let isFree = state.extra >= 0 && (object.rule.classifier?.isFree[Int(state.extra)] ?? true)
    guard isFree, state.partial == 0 || state.partial == TextDecoder.unopened else {
      if state.partial != TextDecoder.unopened || state.extra < 0, let bytes = object.rule.nextBytes(state) {
        return starts.append((configuration, bytes))
      }
      let walk = keyWalk(rule, state, machine.objects[Int(progress)].choices)
      builder.insert(walk.inside)
      for end in walk.ends {
        builder.insert(end.tokens[...])
        if spelling != 0, object.rule.rank(end.state) == nil {
          for exit in end.exits where exit.byte == UInt8(ascii: ":") || Self.isBlank(exit.byte) {
            for node in exit.nodes { addSubtree(Int(node), from: configuration, &builder) }
          }
          continue
        }
        addExits(end.exits, afterKey(end.state, rule, progress, stack), &builder)
      }
      return
    }
    let decoder = object.decoder(state)
    let text = decoder.allowsEveryEscape ? index.freeText : index.freeCanonicalText
    let walk = state.partial == 0 ? text.open : text.unopened
    builder.insert(walk.whole)
    let declared = declaredEnds(state, rule, progress, stack)
    let other = KeyState(low: 0, high: 0, depth: 0, extra: state.extra, partial: 0)
    let afterOther = afterKey(other, rule, progress, stack)
    if afterOther >= 0 {
      for exit in walk.exits {
        let next = machine.step(afterOther, exit.byte)
        guard next >= 0 else { continue }
        for node in exit.nodes where !declared.contains(where: { $0.node < node && node < nodes[Int($0.node)].end }) {
          if spelling != 0 {
            addSubtree(Int(node), from: configuration, &builder)
          } else {
            addSubtree(Int(node), next, &builder)
          }
        }
      }
    }
    for (node, next) in declared {
      if next >= 0 {
        addSubtree(Int(node), next, &builder)
      } else {
        let first = Int(nodes[Int(node)].firstToken)
        for index in first..<first + Int(nodes[Int(node)].tokenCount) { builder.remove(tokens[index]) }
      }
    }
  }

  /// Returns the trie nodes at which declared names end, with the state after each, in order.
  private mutating func declaredEnds(
    _ start: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32
  ) -> [(node: Int32, next: Int32)] {
    guard start.low < start.high else { return [] }
    let object = machine.grammar.objects[Int(rule)]
    let choices = machine.objects[Int(progress)].choices
    var ends: [(node: Int32, state: KeyState)] = []
    let (nodes, first) = (nodes, first)
    func visit(_ child: Int, _ state: KeyState) {
      let byte = nodes[child].byte
      if byte == UInt8(ascii: "\""), state.partial == 0, object.rule.rank(state) != nil {
        ends.append((Int32(child), state))
      } else if case .open(let next) = object.step(state, choices, byte), next.low < next.high {
        below(child, next)
      }
    }
    func below(_ node: Int, _ state: KeyState) {
      var child = node + 1
      while child < Int(nodes[node].end) {
        visit(child, state)
        child = Int(nodes[child].end)
      }
    }
    if start.partial == 0 {
      for byte in object.rule.nextBytes(start, declaredOnly: true) ?? Array(UInt8.min ... .max)
      where first[Int(byte)] > 0 {
        visit(Int(first[Int(byte)]), start)
      }
    } else if first[Int(UInt8(ascii: "\""))] > 0 {
      visit(Int(first[Int(UInt8(ascii: "\""))]), start)
    }
    var result: [(node: Int32, next: Int32)] = []
    for (node, state) in ends { result.append((node, afterKey(state, rule, progress, stack))) }
    return result
  }

  /// Returns the state after a name that is not recorded.
  private mutating func afterKey(_ state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32) -> Int32 {
    machine.state(of: machine.afterKey(state, rule, progress, stack, 0))
  }
}
