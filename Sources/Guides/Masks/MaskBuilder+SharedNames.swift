import SwiftletTokenizers

/// Tokens of property names of several groups, whose undeclared names are followed by a shared walk.
extension MaskBuilder {
  /// A group that takes part in a shared walk, with the walk along its declared names.
  private struct SharedGroup {
    var group: NameGroup
    /// The nodes within declared names, and the parts in which the members of the group differ.
    var inside: [Int]
    var parts: [DeclaredWalk.Part]
    var names: SharedNames

    var start: TextPosition { TextPosition(state: group.state.extra) }
    var recorded: [Configuration] { group.key.isRecorded ? group.members.map(\.configuration) : [] }
  }

  /// The decoder of names of which not all are possible.
  private static let namesDecoder = TextDecoder(isQuoted: true, allowsEveryEscape: false)

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
      var member = SharedGroup(
        group: group, inside: declared.inside, parts: [], names: SharedNames(classifier, classes))
      member.parts = declared.parts.filter { $0.isEnd || isOpen(at: $0.node, member, group.key.partial) }
      // The members of other groups differ elsewhere than at the ends of declared names.
      guard member.parts.allSatisfy(\.isEnd) else {
        others.append(group)
        continue
      }
      shared[group.key.partial, default: []].append(member)
    }
    for (partial, groups) in shared.sorted(by: { $0.key < $1.key })
    where groups.count <= Self.sharedWalkCount || !add(groups, partial, &builder) {
      others += groups.map(\.group)
    }
    return others
  }

  private mutating func add(_ groups: [SharedGroup], _ partial: UInt32, _ builder: inout TokenSetBuilder) -> Bool {
    let decoder = Self.namesDecoder
    // Where a declared name ends, the members of its group are looked at one by one.
    var blocked: [Int32: Set<Int32>] = [:]
    for (number, group) in groups.enumerated() {
      for part in group.parts { blocked[Int32(part.node), default: []].insert(Int32(number)) }
    }
    guard
      let walk = SharedWalk(
        groups.map { ($0.names, $0.start) }, decoder, partial, index.trie, index.freeNodes(decoder, partial),
        blocked: blocked, vocabularyCount: index.vocabulary.count)
    else { return false }
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    addExits(walk, groups, &builder)
    for group in groups where !group.inside.isEmpty || !group.parts.isEmpty {
      // Separately, as tokens are removed that only this group disallows.
      var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
      for node in group.inside { insertTokens(of: node, &own) }
      let ends = ends(atDeclaredNamesOf: group, partial)
      for index in group.parts.indices {
        add(part: index, of: group.parts, ends, group.group, group.recorded, &own)
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
      addExits(of: end, group.group, outside: group.parts, group.recorded, &builder)
    }
  }

  /// Returns the ends of undeclared names at the nodes at which declared ones end.
  private func ends(atDeclaredNamesOf group: SharedGroup, _ partial: UInt32) -> [NameEnd] {
    var closing: [Int32: [Int32]] = [:]
    for part in group.parts {
      let label = follow(group, partial, to: part.node)?.label ?? -1
      if label >= 0 { closing[label, default: []].append(Int32(part.node)) }
    }
    return closing.sorted { $0.key < $1.key }.map { NameEnd(kind: Int($0.key), closing: $0.value, exits: []) }
  }

  /// Returns true if an undeclared name goes on at a node.
  private func isOpen(at node: Int, _ group: SharedGroup, _ partial: UInt32) -> Bool {
    follow(group, partial, to: node)?.isOpen ?? false
  }

  /// Follows undeclared names to a node.
  ///
  /// - Returns: True if they go on there, or else the class of the name that ends there, negative if none does; nil if
  ///   no undeclared name comes to the node.
  private func follow(_ group: SharedGroup, _ partial: UInt32, to node: Int) -> (isOpen: Bool, label: Int32)? {
    var (position, partial) = (group.start, partial)
    let (names, width) = (group.names, group.names.alphabet.count)
    for byte in text(of: node) {
      switch Self.namesDecoder.step(partial, byte) {
      case .dead: return nil
      case .closed: return (false, names.end(position))
      case .opened: partial = 0
      case .partial(let next, let range):
        guard names.canContinue(position, range) else { return nil }
        partial = next
      case .escape(let next):
        guard Self.namesDecoder.possibleCodePoints(of: next).contains(where: { names.canContinue(position, $0) })
        else { return nil }
        partial = next
      case .scalar(let point):
        partial = 0
        position.state = names.table[Int(position.state) * width + names.alphabet.symbol(of: point)]
        guard position.state >= 0 else { return nil }
      }
    }
    return (true, -1)
  }
}
