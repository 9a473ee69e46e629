/// What the tokens of a vocabulary do to a lexeme in one state, whatever comes after the lexeme.
struct LexemeWalk: Sendable {
  /// The tokens after which the lexeme goes on.
  var inside: TokenMask
  /// The tokens after which the lexeme goes on or has just been closed.
  var whole: TokenMask
  /// The nodes of the tree at which the lexeme is closed, in order.
  var closing: [Int32] = []
  /// What lies below the nodes at which it is closed or may end, by the byte that comes then.
  var exits: [Exit] = []

  /// Nodes that one byte leads to from where a lexeme has ended.
  struct Exit: Sendable {
    var byte: UInt8
    var nodes: [Int32]
  }

  /// Reads all tokens from a state on.
  ///
  /// - Parameters:
  ///   - lexeme: The lexeme.
  ///   - state: The state.
  ///   - trie: The tokens.
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  ///   - endsAtDelimiter: Whether nothing that continues the lexeme could also follow it.
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
    var place = 1
    while place < nodes.count {
      let node = nodes[place]
      let before = states[Int(node.depth) - 1]
      if isPlain, before.partial == 0, node.byte < 0x80,
        !isQuoted || (node.byte >= 0x20 && node.byte != 0x22 && node.byte != 0x5C)
      {
        // What most steps are: a character of one byte that is no syntax.
        let next = ascii[Int(before.state) << 7 | Int(node.byte)]
        guard next >= 0 else {
          place = Int(node.end)
          continue
        }
        states[Int(node.depth)].state = next
        states[Int(node.depth)].partial = 0
        if node.tokenCount > 0 {
          for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
            inside.insert(tokens[index])
          }
        }
        if !isQuoted, Int(node.end) > place + 1, accepts[Int(next)] { exits.append(Int32(place)) }
        place += 1
        continue
      }
      switch lexeme.step(states[Int(node.depth) - 1], node.byte) {
      case .dead: place = Int(node.end)
      case .closed:
        closing.append(Int32(place))
        if Int(node.end) > place + 1 { exits.append(Int32(place)) }
        place = Int(node.end)
      case .open(let next):
        states[Int(node.depth)] = next
        if node.tokenCount > 0 {
          for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
            inside.insert(tokens[index])
          }
        }
        if !isQuoted, Int(node.end) > place + 1, lexeme.accepts(next) {
          exits.append(Int32(place))
        }
        place += 1
      }
    }
    self.inside = inside.finish()
    var whole = TokenSetBuilder(vocabularyCount: vocabularyCount)
    whole.insert(self.inside)
    for place in closing {
      let node = nodes[Int(place)]
      whole.insert(tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    }
    self.whole = whole.finish()
    self.closing = closing
    self.exits = Self.grouped(exits, nodes) { endsAtDelimiter && !isQuoted && Self.isNumberByte($0) }
  }

  /// The children of nodes by their bytes.
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

  /// Whether a byte can be part of a number or a word of JSON, and so cannot follow one.
  private static func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }

  var byteCount: Int {
    inside.byteCount + whole.byteCount + closing.count * 4 + exits.reduce(0) { $0 + $1.nodes.count * 4 + 48 }
  }
}
