/// What the tokens of a vocabulary do to a property's name of which not any text may come.
struct KeyWalk: Sendable {
  /// The tokens after which the name goes on.
  var inside: TokenMask
  /// Where names end, by what they are.
  var ends: [End]

  struct End: Sendable {
    /// A state of the name at its end; others that end as the same declared name or class are alike.
    var state: KeyState
    /// The tokens that end there.
    var tokens: [Int32]
    var exits: [LexemeWalk.Exit]
  }

  init(_ object: Grammar.Shared, _ start: KeyState, _ ranks: BitSet, _ trie: TokenTrie, _ count: Int) {
    var inside = TokenSetBuilder(vocabularyCount: count)
    var states = [KeyState](repeating: start, count: trie.depth + 1)
    var closing: [Int: (state: KeyState, nodes: [Int32])] = [:]
    let nodes = trie.nodes
    let tokens = trie.tokens
    let ascii = object.rule.classifier?.ascii ?? []
    var place = 1
    while place < nodes.count {
      let node = nodes[place]
      let state = states[Int(node.depth) - 1]
      if !ascii.isEmpty, state.low == state.high, state.partial == 0, state.extra >= 0, node.byte < 0x80,
        node.byte >= 0x20, node.byte != 0x22, node.byte != 0x5C
      {
        // What most steps are: a character of one byte that is no syntax, away from declared names.
        let next = ascii[Int(state.extra) << 7 | Int(node.byte)]
        guard next >= 0 else {
          place = Int(node.end)
          continue
        }
        states[Int(node.depth)] = state
        states[Int(node.depth)].extra = next
        let first = Int(node.firstToken)
        for index in first..<first + Int(node.tokenCount) { inside.insert(tokens[index]) }
        place += 1
        continue
      }
      switch object.step(state, ranks, node.byte) {
      case .dead: place = Int(node.end)
      case .closed:
        let end = object.rule.rank(state) ?? -1 - (object.rule.kind(state.extra) ?? 0)
        closing[end, default: (state, [])].nodes.append(Int32(place))
        place = Int(node.end)
      case .open(let next):
        states[Int(node.depth)] = next
        let first = Int(node.firstToken)
        for index in first..<first + Int(node.tokenCount) { inside.insert(tokens[index]) }
        place += 1
      }
    }
    self.inside = inside.finish()
    ends = closing.values.map { state, places in
      let ids = places.flatMap { place in
        let first = Int(nodes[Int(place)].firstToken)
        return tokens[first..<first + Int(nodes[Int(place)].tokenCount)]
      }
      return End(state: state, tokens: ids, exits: LexemeWalk.grouped(places, nodes))
    }
  }

  var byteCount: Int {
    inside.byteCount + ends.reduce(0) { $0 + $1.tokens.count * 4 + $1.exits.reduce(100) { $0 + $1.nodes.count * 4 + 48 } }
  }
}
