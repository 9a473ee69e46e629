/// The walk of the token trie from a state of a lexeme, independent of the text after the lexeme.
struct LexemeWalk: Sendable {
  /// The tokens that end within the lexeme.
  var inside: TokenMask
  /// The tokens that end within the lexeme or exactly at its end.
  var whole: TokenMask
  /// The trie nodes at which the lexeme is closed, in order.
  var closing: [Int32] = []
  /// The children of the nodes at which the lexeme is closed or may end, by their byte.
  var exits: [Exit] = []

  /// The trie nodes reached by one byte after the end of the lexeme.
  struct Exit: Sendable {
    var byte: UInt8
    var nodes: [Int32]
  }

  /// Walks the token trie from a state.
  ///
  /// - Parameters:
  ///   - lexeme: The lexeme.
  ///   - state: The state.
  ///   - trie: The token trie.
  ///   - free: The tokens of an unconstrained string from the same position, nil within a character.
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  ///   - endsAtDelimiter: True if only a delimiter can follow the lexeme, so that its longest match is final.
  init(
    _ lexeme: Lexeme, _ state: LexemeState, _ trie: TokenTrie, free: FreeNodes? = nil, vocabularyCount: Int,
    endsAtDelimiter: Bool
  ) {
    var walker = LexemeWalker(lexeme, state, trie, free, vocabularyCount: vocabularyCount)
    walker.run()
    inside = walker.inside.finish()
    closing = walker.closing
    var whole = TokenSetBuilder(vocabularyCount: vocabularyCount)
    whole.insert(inside)
    for nodeIndex in closing {
      let node = trie.nodes[Int(nodeIndex)]
      whole.insert(trie.tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    }
    self.whole = whole.finish()
    let isQuoted = lexeme.decoder.isQuoted
    exits = Self.grouped(isQuoted ? closing : walker.accepting, trie.nodes) {
      endsAtDelimiter && !isQuoted && Self.isNumberByte($0)
    }
  }

  /// Groups the children of nodes by their bytes.
  static func grouped(_ exits: [Int32], _ nodes: [TokenTrie.Node], skipping: (UInt8) -> Bool = { _ in false }) -> [Exit]
  {
    var groups = [[Int32]](repeating: [], count: 256)
    for exit in exits {
      var child = Int(exit) + 1
      while child < Int(nodes[Int(exit)].end) {
        if !skipping(nodes[child].byte) { groups[Int(nodes[child].byte)].append(Int32(child)) }
        child = Int(nodes[child].end)
      }
    }
    return groups.indices.filter { !groups[$0].isEmpty }.map { Exit(byte: UInt8($0), nodes: groups[$0]) }
  }

  /// Returns true for bytes of JSON numbers and literals, which cannot follow one directly.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }

  var byteCount: Int {
    inside.byteCount + whole.byteCount + closing.count * 4 + exits.reduce(0) { $0 + $1.nodes.count * 4 + 48 }
  }
}

/// The state of a walk in progress.
private struct LexemeWalker {
  let lexeme: Lexeme
  let nodes: [TokenTrie.Node]
  let tokens: [Int32]
  let trie: TokenTrie
  /// The tokens of an unconstrained string, nil unless they can be those of the lexeme.
  let free: FreeNodes?
  var inside: TokenSetBuilder
  /// The nodes at which a quoted lexeme is closed, and those at which another one may end.
  var closing: [Int32] = []
  var accepting: [Int32] = []
  var states: [LexemeState]

  init(_ lexeme: Lexeme, _ state: LexemeState, _ trie: TokenTrie, _ free: FreeNodes?, vocabularyCount: Int) {
    self.lexeme = lexeme
    self.trie = trie
    (nodes, tokens) = (trie.nodes, trie.tokens)
    self.free = lexeme.mayRefuseNothing ? free : nil
    inside = TokenSetBuilder(vocabularyCount: vocabularyCount)
    states = [LexemeState](repeating: state, count: trie.depth + 1)
  }

  mutating func run() {
    if let free, lexeme.refusesNothing(states[0]) { return addAll(below: 0, free) }
    let isQuoted = lexeme.decoder.isQuoted
    if !isQuoted, lexeme.accepts(states[0]) { accepting.append(0) }
    let ascii = lexeme.automaton.ascii
    let accepts = lexeme.automaton.accepts
    let isPlain = !lexeme.isBounded && !ascii.isEmpty
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      let before = states[Int(node.depth) - 1]
      if isPlain, before.partial == 0, node.byte < 0x80,
        !isQuoted || (node.byte >= 0x20 && node.byte != 0x22 && node.byte != 0x5C)
      {
        // Fast path: an ASCII character that is not syntax.
        let next = ascii[Int(before.state) << 7 | Int(node.byte)]
        guard next >= 0 else {
          nodeIndex = Int(node.end)
          continue
        }
        states[Int(node.depth)].state = next
        states[Int(node.depth)].partial = 0
        if !isQuoted, Int(node.end) > nodeIndex + 1, accepts[Int(next)] { accepting.append(Int32(nodeIndex)) }
      } else {
        switch lexeme.step(before, node.byte) {
        case .dead:
          nodeIndex = Int(node.end)
          continue
        case .closed:
          closing.append(Int32(nodeIndex))
          nodeIndex = Int(node.end)
          continue
        case .open(let next):
          states[Int(node.depth)] = next
          if !isQuoted, Int(node.end) > nodeIndex + 1, lexeme.accepts(next) { accepting.append(Int32(nodeIndex)) }
        }
      }
      if let free, lexeme.refusesNothing(states[Int(node.depth)]) {
        addAll(below: nodeIndex, free)
        nodeIndex = Int(node.end)
        continue
      }
      for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) { inside.insert(tokens[index]) }
      nodeIndex += 1
    }
  }

  /// Adds the tokens of a node and of those below it, where the lexeme refuses nothing but an end.
  private mutating func addAll(below nodeIndex: Int, _ free: FreeNodes) {
    for place in trie.places(below: nodeIndex) where free.contains(tokens[place]) { inside.insert(tokens[place]) }
    closing += lexeme.closing(below: nodeIndex, &states, free, nodes)
  }
}

extension Lexeme {
  /// True if there may be states for which ``refusesNothing(_:)`` is true.
  var mayRefuseNothing: Bool { decoder.isQuoted && !isBounded && automaton.refusesNothing.contains(true) }

  /// Returns true at a boundary of characters within the lexeme if every text can follow, but not necessarily the end.
  func refusesNothing(_ state: LexemeState) -> Bool {
    state.partial == 0 && automaton.refusesNothing[Int(state.state)]
  }

  /// Returns the nodes below one at which a quoted lexeme is closed.
  ///
  /// - Parameters:
  ///   - nodeIndex: The node.
  ///   - states: The states by depth, of which that of the node is known.
  ///   - free: The nodes on the way to the ends of an unconstrained string.
  ///   - nodes: The nodes of the trie.
  /// - Returns: The nodes, in order.
  func closing(
    below nodeIndex: Int, _ states: inout [LexemeState], _ free: FreeNodes, _ nodes: [TokenTrie.Node]
  ) -> [Int32] {
    var closing: [Int32] = []
    let end = nodes[nodeIndex].end
    var skipped: Int32 = 0
    for node in free.paths[free.firstPath(after: nodeIndex)...] {
      guard node < end else { break }
      guard node >= skipped else { continue }
      let depth = Int(nodes[Int(node)].depth)
      switch step(states[depth - 1], nodes[Int(node)].byte) {
      case .dead: skipped = nodes[Int(node)].end
      case .closed: closing.append(node)
      case .open(let next): states[depth] = next
      }
    }
    return closing
  }
}
