/// The walk of the token trie from states of several strings at a time.
///
/// A token is allowed if any of the strings allows it. Below a node whose tokens are all known to be allowed, only the
/// nodes on the way to closing quotes matter, so that strings after the first few take little time each. This holds
/// however different their patterns are, whose product would have too many states.
struct StringsWalk {
  /// The tokens that end within or at the end of one of the strings.
  private(set) var whole: TokenMask
  /// The ends, by the strings that end there.
  private(set) var ends: [(members: [Int32], exits: [LexemeWalk.Exit])] = []
  /// The number of steps of single strings.
  private(set) var stepCount = 0

  /// Walks the token trie.
  ///
  /// - Parameters:
  ///   - members: The strings with their states, all before the opening quote or all between characters.
  ///   - trie: The token trie.
  ///   - free: The parts of the trie of an unconstrained string in the same position.
  ///   - vocabularyCount: The number of tokens in the vocabulary.
  init(
    _ members: [(lexeme: Lexeme, state: LexemeState)], _ trie: TokenTrie, _ free: FreeNodes, vocabularyCount: Int
  ) {
    var walker = StringsWalker(trie, free, vocabularyCount: vocabularyCount)
    var groups = ExitGroups(free)
    for (number, member) in members.enumerated() {
      walker.run(member.lexeme, member.state)
      groups.add(Int32(number), at: walker.closing)
    }
    stepCount = walker.stepCount
    whole = walker.found.finish()
    for (members, nodes) in groups.groups { ends.append((members, LexemeWalk.grouped(nodes, trie.nodes))) }
  }
}

/// The state of walks in progress.
private struct StringsWalker {
  private let nodes: [TokenTrie.Node]
  private let tokens: [Int32]
  private let free: FreeNodes
  private var missing: MissingTokens
  private var states: [LexemeState]
  /// The tokens found so far, of all strings.
  var found: TokenSetBuilder
  /// The nodes at which the last string ends, in order.
  private(set) var closing: [Int32] = []
  private(set) var stepCount = 0

  init(_ trie: TokenTrie, _ free: FreeNodes, vocabularyCount: Int) {
    (nodes, tokens) = (trie.nodes, trie.tokens)
    self.free = free
    missing = MissingTokens(free)
    states = [LexemeState](repeating: LexemeState(state: 0), count: trie.depth + 1)
    found = TokenSetBuilder(vocabularyCount: vocabularyCount)
  }

  /// Walks the token trie from a state of a string.
  mutating func run(_ lexeme: Lexeme, _ start: LexemeState) {
    closing = []
    states[0] = start
    let mayRefuseNothing = lexeme.mayRefuseNothing
    let ascii = lexeme.isBounded ? [] : lexeme.automaton.ascii
    if mayRefuseNothing, lexeme.refusesNothing(start) { add(0..<tokens.count) }
    var path = 0
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      let end = Int(node.end)
      let places = Int(node.firstToken)..<(end < nodes.count ? Int(nodes[end].firstToken) : tokens.count)
      while path < free.paths.count, free.paths[path] < nodeIndex { path += 1 }
      let isOnPath = path < free.paths.count && free.paths[path] < end
      guard isOnPath || missing.first(from: places.lowerBound) < places.upperBound else {
        nodeIndex = end
        continue
      }
      stepCount += 1
      var next = states[Int(node.depth) - 1]
      if !ascii.isEmpty, next.partial == 0, node.byte < 0x80, node.byte >= 0x20, node.byte != 0x22,
        node.byte != 0x5C
      {
        // Fast path: an ASCII character that is not syntax.
        next.state = ascii[Int(next.state) << 7 | Int(node.byte)]
        guard next.state >= 0 else {
          nodeIndex = end
          continue
        }
      } else {
        switch lexeme.step(next, node.byte) {
        case .dead:
          nodeIndex = end
          continue
        case .closed:
          closing.append(Int32(nodeIndex))
          found.insert(tokens[places.lowerBound..<places.lowerBound + Int(node.tokenCount)])
          nodeIndex = end
          continue
        case .open(let opened): next = opened
        }
      }
      states[Int(node.depth)] = next
      let isAll = mayRefuseNothing && lexeme.refusesNothing(next)
      add(isAll ? places : places.lowerBound..<places.lowerBound + Int(node.tokenCount))
      nodeIndex += 1
    }
  }

  /// Adds the missing tokens in a range of places.
  private mutating func add(_ range: Range<Int>) {
    var place = missing.first(from: range.lowerBound)
    while place < range.upperBound {
      found.insert(tokens[place])
      missing.remove(place)
      place = missing.first(from: place + 1)
    }
  }
}
