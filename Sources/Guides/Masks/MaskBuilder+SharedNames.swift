import SwiftletTokenizers

/// Tokens of property names of several groups, whose undeclared names are followed by a shared walk.
extension MaskBuilder {
  /// A group that takes part in a shared walk, with the walk along its declared names.
  private struct SharedGroup {
    var group: NameGroup
    var declared: DeclaredWalk
    var names: SharedNames

    var start: TextPosition { TextPosition(state: group.state.extra) }
    var recorded: [Configuration] { group.key.isRecorded ? group.members.map(\.configuration) : [] }
  }

  /// Adds the tokens of groups that can share a walk, and returns the others.
  mutating func add(shared groups: [NameGroup], _ builder: inout TokenSetBuilder) -> [NameGroup] {
    var others: [NameGroup] = []
    var shared: [UInt32: [SharedGroup]] = [:]
    for group in groups {
      guard case .classified(_, _, let classes) = group.key.undeclared, let classifier = group.general.rule.classifier
      else {
        others.append(group)
        continue
      }
      let declared = DeclaredWalk(group, nodes)
      machine.stepCount += declared.stepCount
      // Elsewhere the members of a group differ at the ends of declared names only.
      guard declared.impossible.isEmpty, declared.parts.allSatisfy(\.isEnd) else {
        others.append(group)
        continue
      }
      shared[group.key.partial, default: []]
        .append(SharedGroup(group: group, declared: declared, names: SharedNames(classifier, classes)))
    }
    for (partial, groups) in shared.sorted(by: { $0.key < $1.key })
    where groups.count <= Self.sharedWalkCount || !add(groups, partial, &builder) {
      others += groups.map(\.group)
    }
    return others
  }

  private mutating func add(_ groups: [SharedGroup], _ partial: UInt32, _ builder: inout TokenSetBuilder) -> Bool {
    let decoder = TextDecoder(isQuoted: true, allowsEveryEscape: false)
    // Where a declared name ends, the members of its group are looked at one by one.
    var blocked: [Int32: Set<Int32>] = [:]
    for (number, group) in groups.enumerated() {
      for part in group.declared.parts { blocked[Int32(part.node), default: []].insert(Int32(number)) }
    }
    guard
      let walk = SharedWalk(
        groups.map { ($0.names, $0.start) }, decoder, partial, index.trie, index.freeNodes(decoder, partial),
        blocked: blocked, vocabularyCount: index.vocabulary.count)
    else { return false }
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    addExits(walk, groups, &builder)
    for group in groups where !group.declared.inside.isEmpty || !group.declared.parts.isEmpty {
      // Separately, as tokens are removed that only this group disallows.
      var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
      for node in group.declared.inside { insertTokens(of: node, &own) }
      let ends = ends(atDeclaredNamesOf: group, decoder, partial)
      for index in group.declared.parts.indices {
        add(part: index, of: group.declared.parts, ends, group.group, group.recorded, &own)
      }
      builder.insert(own.finish())
    }
    return true
  }

  /// Adds the tokens that extend beyond undeclared names.
  private mutating func addExits(_ walk: SharedWalk, _ groups: [SharedGroup], _ builder: inout TokenSetBuilder) {
    var byState: [Int32: [Int32]] = [:]
    var recorded: [SharedWalk.Ending: [Int32]] = [:]
    for end in walk.ends {
      var after: [Configuration] = []
      for ending in end.endings {
        let group = groups[Int(ending.text)].group
        if group.key.isRecorded {
          recorded[ending, default: []] += end.nodes
        } else {
          let nameEnd = NameEnd(kind: Int(ending.label), closing: [], exits: [])
          after += configurations(after: nameEnd, group, besides: [])
        }
      }
      byState[machine.state(of: after), default: []] += end.nodes
    }
    for (state, ends) in byState.sorted(by: { $0.key < $1.key }) {
      addExits(LexemeWalk.grouped(ends, nodes), state, &builder)
    }
    for (ending, ends) in recorded.sorted(by: { ($0.key.text, $0.key.label) < ($1.key.text, $1.key.label) }) {
      let group = groups[Int(ending.text)]
      let closing = ends.sorted()
      let end = NameEnd(
        kind: Int(ending.label), closing: closing, exits: LexemeWalk.grouped(closing, nodes))
      addExits(of: end, group.group, outside: group.declared.parts, group.recorded, &builder)
    }
  }

  /// Returns the ends of undeclared names at the nodes at which declared ones end.
  private func ends(
    atDeclaredNamesOf group: SharedGroup, _ decoder: TextDecoder, _ partial: UInt32
  ) -> [NameEnd] {
    var closing: [Int32: [Int32]] = [:]
    for part in group.declared.parts {
      let label = label(at: part.node, group, decoder, partial)
      if label >= 0 { closing[label, default: []].append(Int32(part.node)) }
    }
    return closing.sorted { $0.key < $1.key }.map { NameEnd(kind: Int($0.key), closing: $0.value, exits: []) }
  }

  /// Returns the class of the undeclared name that ends at a node, negative if none does.
  private func label(at node: Int, _ group: SharedGroup, _ decoder: TextDecoder, _ partial: UInt32) -> Int32 {
    var (position, partial) = (group.start, partial)
    let (names, width) = (group.names, group.names.alphabet.count)
    for byte in text(of: node) {
      switch decoder.step(partial, byte) {
      case .dead: return -1
      case .closed: return names.end(position)
      case .opened: partial = 0
      case .partial(let next, _), .escape(let next): partial = next
      case .scalar(let point):
        partial = 0
        position.state = names.table[Int(position.state) * width + names.alphabet.symbol(of: point)]
        guard position.state >= 0 else { return -1 }
      }
    }
    return -1
  }
}
