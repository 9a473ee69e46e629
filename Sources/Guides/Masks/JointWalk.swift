/// The walk of the token trie from states of several lexemes at a time.
///
/// The states are sets of the lexemes' states, found by subset construction as the trie is walked: a node of the trie
/// takes one look-up, however many lexemes there are.
struct JointWalk {
  /// The tokens that end within or at the end of one of the lexemes.
  private(set) var whole: TokenMask
  /// The ends, by the lexemes that end.
  private(set) var ends: [(members: [Int32], exits: [LexemeWalk.Exit])] = []
  /// The number of steps of single lexemes.
  private(set) var stepCount = 0

  /// Walks the token trie.
  ///
  /// - Parameters:
  ///   - members: The lexemes with their states.
  ///   - trie: The token trie.
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  ///   - endsAtDelimiter: True if only a delimiter can follow a lexeme, so that its longest match is final.
  init(
    _ members: [(lexeme: Lexeme, state: LexemeState)], _ trie: TokenTrie, vocabularyCount: Int, endsAtDelimiter: Bool
  ) {
    var sets = LexemeSets(members)
    var builder = TokenSetBuilder(vocabularyCount: vocabularyCount)
    // The nodes at which the lexemes of a list end, by the list.
    var closing: [Int32: [Int32]] = [:]
    var accepting: [Int32: [Int32]] = [:]
    if sets.accepting[0] > 0 { accepting[sets.accepting[0]] = [0] }
    var states = [Int32](repeating: 0, count: trie.depth + 1)
    let (nodes, tokens) = (trie.nodes, trie.tokens)
    var bytes = ByteSet()
    for member in members { bytes.formUnion(member.lexeme.bytes) }
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      // Each set would otherwise ask all of its lexemes about bytes that none of them has.
      guard bytes.contains(node.byte) else {
        nodeIndex = Int(node.end)
        continue
      }
      let (next, closed) = sets.step(states[Int(node.depth) - 1], node.byte)
      let hasChildren = Int(node.end) > nodeIndex + 1
      if next >= 0 || closed > 0 {
        builder.insert(tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
      }
      if closed > 0, hasChildren { closing[closed, default: []].append(Int32(nodeIndex)) }
      guard next >= 0 else {
        nodeIndex = Int(node.end)
        continue
      }
      if hasChildren, sets.accepting[Int(next)] > 0 {
        accepting[sets.accepting[Int(next)], default: []].append(Int32(nodeIndex))
      }
      states[Int(node.depth)] = next
      nodeIndex += 1
    }
    whole = builder.finish()
    for (list, ends) in closing.sorted(by: { $0.key < $1.key }) {
      self.ends.append((sets.lists[Int(list)], LexemeWalk.grouped(ends, nodes)))
    }
    for (list, ends) in accepting.sorted(by: { $0.key < $1.key }) {
      let exits = LexemeWalk.grouped(ends, nodes) { endsAtDelimiter && LexemeWalk.isNumberByte($0) }
      self.ends.append((sets.lists[Int(list)], exits))
    }
    stepCount = sets.stepCount
  }
}

/// Sets of states of lexemes, with the transitions between them.
private struct LexemeSets {
  /// A state of the lexeme with an index.
  private struct Member: Hashable {
    var index: Int32
    var state: LexemeState

    func hash(into hasher: inout Hasher) {
      var mixer = WordMixer()
      mixer.add(index, state.state)
      mixer.add(state.count, Int32(bitPattern: state.partial))
      hasher.combine(mixer.value)
    }
  }

  private let lexemes: [Lexeme]
  private var sets: [[Member]] = []
  private var setIndex: [[Member]: Int32] = [:]
  /// The lists of lexemes that end at a time, the empty one first.
  private(set) var lists: [[Int32]] = [[]]
  private var listIndex: [[Int32]: Int32] = [[]: 0]
  /// The list of the unquoted lexemes that may end, by set.
  private(set) var accepting: [Int32] = []
  /// The next set and the list of the quoted lexemes that are closed, by set and byte; `unknown` at first.
  private var transitions: [(next: Int32, closed: Int32)] = []
  private(set) var stepCount = 0

  private static let unknown: Int32 = -2

  init(_ members: [(lexeme: Lexeme, state: LexemeState)]) {
    lexemes = members.map(\.lexeme)
    _ = intern(members.indices.map { Member(index: Int32($0), state: members[$0].state) })
  }

  /// Returns the next set, -1 if it is empty, and the list of the lexemes that are closed.
  mutating func step(_ set: Int32, _ byte: UInt8) -> (next: Int32, closed: Int32) {
    let slot = Int(set) << 8 | Int(byte)
    if transitions[slot].next != Self.unknown { return transitions[slot] }
    var next: [Member] = []
    var closed: [Int32] = []
    stepCount += sets[Int(set)].count
    for member in sets[Int(set)] {
      switch lexemes[Int(member.index)].step(member.state, byte) {
      case .dead: break
      case .closed: closed.append(member.index)
      case .open(let state): next.append(Member(index: member.index, state: state))
      }
    }
    let result = (next: next.isEmpty ? -1 : intern(next), closed: list(closed))
    transitions[slot] = result
    return result
  }

  private mutating func intern(_ members: [Member]) -> Int32 {
    if let known = setIndex[members] { return known }
    let number = Int32(sets.count)
    sets.append(members)
    setIndex[members] = number
    accepting.append(
      list(
        members.filter { member in
          let lexeme = lexemes[Int(member.index)]
          return !lexeme.decoder.isQuoted && lexeme.accepts(member.state)
        }.map(\.index)))
    transitions += [(next: Int32, closed: Int32)](repeating: (Self.unknown, 0), count: 256)
    return number
  }

  private mutating func list(_ indices: [Int32]) -> Int32 {
    if let known = listIndex[indices] { return known }
    let number = Int32(lists.count)
    lists.append(indices)
    listIndex[indices] = number
    return number
  }
}
