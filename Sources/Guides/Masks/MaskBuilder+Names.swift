import SwiftletTokenizers

/// Tokens of property names.
extension MaskBuilder {
  /// The capacity of the cache of key walks, in bytes.
  private static let keyWalkCapacity = 8 << 20

  /// The ends of undeclared names of a class.
  struct NameEnd {
    /// The class, nil if each member of the group has its own.
    var kind: Int?
    /// The trie nodes at which names end, in order.
    var closing: [Int32]
    var exits: [LexemeWalk.Exit]
  }

  /// Adds the tokens of property names.
  mutating func add(names configurations: [Configuration], _ builder: inout TokenSetBuilder) {
    var groups: [NameGroup] = []
    var indices: [NameGroup.Key: Int] = [:]
    for configuration in configurations {
      guard case .key(let rule, let progress, let state) = configuration.position else { continue }
      var member = NameGroup.Member(
        configuration: configuration, rule: rule, progress: progress, state: state,
        object: machine.grammar.objects[Int(rule)], choices: machine.objects[Int(progress)].choices)
      var group = NameGroup(&member)
      if let index = indices[group.key] {
        groups[index].members.append(member)
      } else {
        indices[group.key] = groups.count
        group.members = [member]
        groups.append(group)
      }
    }
    for group in groups.count > Self.sharedWalkCount ? add(shared: groups, &builder) : groups {
      // Separately, as tokens are removed that only this group disallows.
      var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
      add(group, &own)
      builder.insert(own.finish())
    }
  }

  /// Adds the tokens of a group.
  ///
  /// These are the tokens of any undeclared name, except along the declared names, which are followed individually.
  private mutating func add(_ group: NameGroup, _ builder: inout TokenSetBuilder) {
    var ends: [NameEnd] = []
    switch group.key.undeclared {
    case .none: break
    case .all:
      let text = group.key.allowsEveryEscape ? index.freeText : index.freeCanonicalText
      let walk = group.key.partial == 0 ? text.open : text.unopened
      builder.insert(walk.whole)
      ends = [NameEnd(closing: walk.closing, exits: walk.exits)]
    case .classified(_, _, let classes):
      let walk = keyWalk(group.general, group.state, classes)
      builder.insert(walk.inside)
      for end in walk.ends {
        for node in end.closing { insertTokens(of: Int(node), &builder) }
        ends.append(NameEnd(kind: end.kind, closing: end.closing, exits: end.exits))
      }
    }
    let walk = DeclaredWalk(group, nodes)
    machine.stepCount += walk.stepCount
    for node in walk.impossible { removeSubtree(node, from: &builder) }
    for node in walk.inside { insertTokens(of: node, &builder) }
    let recorded = group.key.isRecorded ? group.members.map(\.configuration) : []
    for end in ends { addExits(of: end, group, outside: walk.parts, recorded, &builder) }
    for index in walk.parts.indices { add(part: index, of: walk.parts, ends, group, recorded, &builder) }
  }

  /// Adds the tokens that extend beyond undeclared names, outside the parts in which the members differ.
  mutating func addExits(
    of end: NameEnd, _ group: NameGroup, outside parts: [DeclaredWalk.Part], _ recorded: [Configuration],
    _ builder: inout TokenSetBuilder
  ) {
    let after = machine.state(of: configurations(after: end, group, besides: []))
    guard after >= 0 else { return }
    for exit in end.exits {
      let next = machine.step(after, exit.byte)
      guard next >= 0 else { continue }
      var part = 0
      for node in exit.nodes {
        // The parts are in the order of the trie, those within others after them.
        while part < parts.count, nodes[parts[part].node].end <= node { part += 1 }
        if part < parts.count, parts[part].node < node { continue }
        addSubtree(afterName: Int(node), next, recorded, &builder)
      }
    }
  }

  /// Adds or removes the tokens that end a name, or extend beyond it, within a part in which the members differ.
  mutating func add(
    part index: Int, of parts: [DeclaredWalk.Part], _ ends: [NameEnd], _ group: NameGroup,
    _ recorded: [Configuration], _ builder: inout TokenSetBuilder
  ) {
    let part = parts[index]
    guard !part.isEnd else {
      var after: [Configuration] = []
      for (number, rank) in part.declared {
        let member = group.members[number]
        after += machine.afterKey(declared: rank, member.rule, member.progress, member.configuration.stack)
      }
      for end in ends where Self.contains(end.closing, part.node) {
        after += configurations(after: end, group, besides: part.excluded)
      }
      return add(end: part.node, machine.state(of: after), recorded, &builder)
    }
    for end in ends {
      let after = machine.state(of: configurations(after: end, group, besides: part.excluded))
      var inner = index + 1
      for node in end.closing[Self.range(end.closing, part.node, Int(nodes[part.node].end))] {
        while inner < parts.count, nodes[parts[inner].node].end <= node { inner += 1 }
        if inner < parts.count, parts[inner].node <= node { continue }
        add(end: Int(node), after, recorded, &builder)
      }
    }
  }

  /// Adds the tokens at the end of a name and those below it, or removes the former if nothing can follow.
  private mutating func add(
    end node: Int, _ after: Int32, _ recorded: [Configuration], _ builder: inout TokenSetBuilder
  ) {
    guard after >= 0 else {
      let first = Int(nodes[node].firstToken)
      for index in first..<first + Int(nodes[node].tokenCount) { builder.remove(tokens[index]) }
      return
    }
    addSubtree(afterName: node, after, recorded, &builder)
  }

  /// Adds the tokens of the subtree of a node after or at the end of a name; `state` does not tell its record.
  ///
  /// A recorded name matters from the next name on, which is behind a comma.
  private mutating func addSubtree(
    afterName node: Int, _ state: Int32, _ recorded: [Configuration], _ builder: inout TokenSetBuilder
  ) {
    guard !recorded.isEmpty else { return addSubtree(node, state, &builder) }
    guard state >= 0 else { return }
    guard nodes[node].byte != UInt8(ascii: ",") else {
      var state = machine.state(of: recorded)
      for byte in text(of: node) where state >= 0 { state = machine.step(state, byte) }
      return addSubtree(node, state, &builder)
    }
    insertTokens(of: node, &builder)
    var child = node + 1
    while child < Int(nodes[node].end) {
      addSubtree(afterName: child, machine.step(state, nodes[child].byte), recorded, &builder)
      child = Int(nodes[child].end)
    }
  }

  /// Returns the configurations after an undeclared name, of all members but some.
  mutating func configurations(
    after end: NameEnd, _ group: NameGroup, besides excluded: Set<Int>
  ) -> [Configuration] {
    var result: [Configuration] = []
    for (number, member) in group.members.enumerated() where !excluded.contains(number) {
      result += machine.afterKey(
        undeclared: end.kind ?? member.kind, member.rule, member.progress, member.configuration.stack, 0)
    }
    return result
  }

  private mutating func keyWalk(_ rule: Grammar.ObjectRuleBox, _ state: KeyState, _ classes: UInt64) -> KeyWalk {
    let key = KeyWalkKey(rule: ObjectIdentifier(rule), state: state, classes: classes)
    if let known = keyWalks[key] { return known }
    var choices = ObjectChoices()
    choices.classes = classes
    let walk = KeyWalk(rule, state, choices, index)
    if keyWalkBytes + walk.byteCount > Self.keyWalkCapacity { (keyWalks, keyWalkBytes) = ([:], 0) }
    keyWalks[key] = walk
    keyWalkBytes += walk.byteCount
    return walk
  }

  /// Returns the indices of the nodes from `start` to before `end`.
  private static func range(_ list: [Int32], _ start: Int, _ end: Int) -> Range<Int> {
    func first(_ least: Int) -> Int {
      var (low, high) = (0, list.count)
      while low < high {
        let middle = (low + high) / 2
        if list[middle] < least { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(start)..<first(end)
  }

  private static func contains(_ list: [Int32], _ node: Int) -> Bool { !range(list, node, node + 1).isEmpty }
}
