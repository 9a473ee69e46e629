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
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  ///   - endsAtDelimiter: True if only a delimiter can follow the lexeme, so that its longest match is final.
  init(_ lexeme: Lexeme, _ state: LexemeState, _ trie: TokenTrie, vocabularyCount: Int, endsAtDelimiter: Bool) {
    var inside = TokenSetBuilder(vocabularyCount: vocabularyCount)
    var closing: [Int32] = []
    var exits: [Int32] = []
    var states = [LexemeState](repeating: state, count: trie.depth + 1)
    let isQuoted = lexeme.decoder.isQuoted
    if !isQuoted, lexeme.accepts(state) { exits.append(0) }
    let nodes = trie.nodes
    let tokens = trie.tokens
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
        if node.tokenCount > 0 {
          for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
            inside.insert(tokens[index])
          }
        }
        if !isQuoted, Int(node.end) > nodeIndex + 1, accepts[Int(next)] { exits.append(Int32(nodeIndex)) }
        nodeIndex += 1
        continue
      }
      switch lexeme.step(states[Int(node.depth) - 1], node.byte) {
      case .dead: nodeIndex = Int(node.end)
      case .closed:
        closing.append(Int32(nodeIndex))
        if Int(node.end) > nodeIndex + 1 { exits.append(Int32(nodeIndex)) }
        nodeIndex = Int(node.end)
      case .open(let next):
        states[Int(node.depth)] = next
        if node.tokenCount > 0 {
          for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
            inside.insert(tokens[index])
          }
        }
        if !isQuoted, Int(node.end) > nodeIndex + 1, lexeme.accepts(next) {
          exits.append(Int32(nodeIndex))
        }
        nodeIndex += 1
      }
    }
    self.inside = inside.finish()
    var whole = TokenSetBuilder(vocabularyCount: vocabularyCount)
    whole.insert(self.inside)
    for nodeIndex in closing {
      let node = nodes[Int(nodeIndex)]
      whole.insert(tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    }
    self.whole = whole.finish()
    self.closing = closing
    self.exits = Self.grouped(exits, nodes) { endsAtDelimiter && !isQuoted && Self.isNumberByte($0) }
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
