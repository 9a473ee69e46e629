/// The walk of the token trie along the declared names of a group of configurations.
///
/// Everywhere else the members of the group differ in nothing but what follows the name.
struct DeclaredWalk {
  /// A part of the trie in which the members differ.
  struct Part {
    /// The node: of the end of a declared name, or above names that some members do not allow.
    var node: Int
    /// The members that do not take the names there for undeclared ones.
    var excluded: Set<Int>
    /// The members that declare the name that ends at the node, with its rank.
    var declared: [(member: Int, rank: Int)] = []
    /// True at the end of a name.
    var isEnd = false
  }

  /// A member within its declared names.
  private typealias Open = (member: Int, state: KeyState)

  private let nodes: [TokenTrie.Node]
  private let members: [NameGroup.Member]
  private let decoder: TextDecoder
  private let hasUndeclared: Bool
  /// The nodes within declared names.
  private(set) var inside: [Int] = []
  /// The nodes below which no name is possible.
  private(set) var impossible: [Int] = []
  /// The parts in which the members differ, in order.
  private(set) var parts: [Part] = []
  /// The number of steps of single members so far.
  private(set) var stepCount = 0

  init(_ group: NameGroup, _ nodes: [TokenTrie.Node]) {
    self.nodes = nodes
    members = group.members
    decoder = TextDecoder(isQuoted: true, allowsEveryEscape: group.key.allowsEveryEscape)
    hasUndeclared = group.key.undeclared != .none
    let open = members.indices.filter { members[$0].state.low < members[$0].state.high }
    walk(below: 0, group.key.partial, open.map { ($0, members[$0].state) }, lost: [])
  }

  private mutating func walk(below node: Int, _ partial: UInt32, _ open: [Open], lost: Set<Int>) {
    guard !open.isEmpty else { return }
    // The members by the next byte of their names.
    var byByte: [UInt8: [Open]] = [:]
    if partial != TextDecoder.unopened {
      for entry in open {
        for byte in members[entry.member].object.rule.nextBytes(entry.state) { byByte[byte, default: []].append(entry) }
      }
    }
    var child = node + 1
    while child < Int(nodes[node].end) {
      let byte = nodes[child].byte
      switch decoder.step(partial, byte) {
      case .dead: break
      case .opened: advance(open, to: child, 0, lost)
      case .closed: close(open, at: child, lost)
      case .scalar(let point):
        var text: [UInt8] = []
        text.append(utf8: point)
        if let first = text.first, let entries = byByte[first] { advance(entries, to: child, 0, lost) }
      case .partial(let next, _):
        if let entries = partial == 0 ? byByte[byte] : open { advance(entries, to: child, next, lost) }
      case .escape(let next): advance(open, to: child, next, lost)
      }
      child = Int(nodes[child].end)
    }
  }

  /// Advances members whose declared names may go on at a node; all others have left theirs.
  private mutating func advance(_ entries: [Open], to node: Int, _ partial: UInt32, _ lost: Set<Int>) {
    var open: [Open] = []
    var excluded = lost
    stepCount += entries.count
    for (member, state) in entries {
      let (object, choices) = (members[member].object, members[member].choices)
      switch object.step(state, choices, nodes[node].byte) {
      case .open(let next): if next.low < next.high { open.append((member, next)) }
      case .dead, .closed: if hasUndeclared { excluded.insert(member) }
      }
    }
    if excluded.count > lost.count { parts.append(Part(node: node, excluded: excluded)) }
    if !open.isEmpty {
      inside.append(node)
      walk(below: node, partial, open, lost: excluded)
    } else if excluded.count == members.count {
      impossible.append(node)
    }
  }

  private mutating func close(_ open: [Open], at node: Int, _ lost: Set<Int>) {
    var part = Part(node: node, excluded: lost, isEnd: true)
    for (member, state) in open {
      guard let rank = members[member].object.rule.rank(state) else { continue }
      part.excluded.insert(member)
      if members[member].choices.ranks.contains(rank) { part.declared.append((member, rank)) }
    }
    if part.excluded.count > lost.count { parts.append(part) }
  }
}
