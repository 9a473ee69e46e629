import SwiftletTokenizers

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

  /// Reads all tokens from a state on.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - start: The state.
  ///   - ranks: The declared names that may come.
  ///   - index: The tokens.
  init(_ object: Grammar.Shared, _ start: KeyState, _ ranks: BitSet, _ index: TokenIndex) {
    var scan = Scan(object, start, ranks, index)
    scan.run()
    inside = scan.inside.finish()
    let (nodes, tokens) = (index.trie.nodes, index.trie.tokens)
    ends = scan.closing.values.map { state, places in
      let ids = places.flatMap { place in
        let first = Int(nodes[Int(place)].firstToken)
        return tokens[first..<first + Int(nodes[Int(place)].tokenCount)]
      }
      return End(state: state, tokens: ids, exits: LexemeWalk.grouped(places, nodes))
    }
  }

  var byteCount: Int {
    inside.byteCount
      + ends.reduce(0) { $0 + $1.tokens.count * 4 + $1.exits.reduce(100) { $0 + $1.nodes.count * 4 + 48 } }
  }
}

/// The walk under way.
private struct Scan {
  let object: Grammar.Shared
  let ranks: BitSet
  let nodes: [TokenTrie.Node]
  let tokens: [Int32]
  /// The classifier's next states for ASCII characters, and where any text may follow.
  let ascii: [Int32]
  let isFree: [Bool]
  /// What tokens do where any text may follow.
  let free: LexemeWalk
  let freeWords: [UInt64]
  var inside: TokenSetBuilder
  var states: [KeyState]
  /// The nodes at which names end, by rank, or by class as a negative number.
  var closing: [Int: (state: KeyState, nodes: [Int32])] = [:]

  init(_ object: Grammar.Shared, _ start: KeyState, _ ranks: BitSet, _ index: TokenIndex) {
    self.object = object
    self.ranks = ranks
    nodes = index.trie.nodes
    tokens = index.trie.tokens
    ascii = object.rule.classifier?.ascii ?? []
    isFree = object.rule.classifier?.isFree ?? []
    free = start.partial == TextDecoder.unopened ? index.freeCanonicalText.unopened : index.freeCanonicalText.open
    freeWords = free.inside.words
    inside = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    states = [KeyState](repeating: start, count: index.trie.depth + 1)
  }

  mutating func run() {
    // Only from the beginning of a character is it known which tokens are whole.
    let canSkip = !isFree.isEmpty && (states[0].partial == 0 || states[0].partial == TextDecoder.unopened)
    var place = 1
    while place < nodes.count {
      let node = nodes[place]
      let state = states[Int(node.depth) - 1]
      var next = state
      if !ascii.isEmpty, state.low == state.high, state.partial == 0, state.extra >= 0, node.byte < 0x80,
        node.byte >= 0x20, node.byte != 0x22, node.byte != 0x5C
      {
        // What most steps are: a character of one byte that is no syntax, away from declared names.
        next.extra = ascii[Int(state.extra) << 7 | Int(node.byte)]
        guard next.extra >= 0 else {
          place = Int(node.end)
          continue
        }
      } else {
        switch object.step(state, ranks, node.byte) {
        case .dead:
          place = Int(node.end)
          continue
        case .closed:
          let end = object.rule.rank(state) ?? -1 - (object.rule.kind(state.extra) ?? 0)
          closing[end, default: (state, [])].nodes.append(Int32(place))
          place = Int(node.end)
          continue
        case .open(let opened): next = opened
        }
      }
      if canSkip, next.low == next.high, next.partial == 0, next.extra >= 0, isFree[Int(next.extra)] {
        skip(place, next)
        place = Int(node.end)
        continue
      }
      states[Int(node.depth)] = next
      let first = Int(node.firstToken)
      for index in first..<first + Int(node.tokenCount) { inside.insert(tokens[index]) }
      place += 1
    }
  }

  /// Takes all below a node at once, where any text of one class follows.
  private mutating func skip(_ place: Int, _ state: KeyState) {
    let end = Int(nodes[place].end)
    let last = end < nodes.count ? Int(nodes[end].firstToken) : tokens.count
    for index in Int(nodes[place].firstToken)..<last {
      let token = tokens[index]
      if freeWords[Int(token) >> 6] >> UInt64(token & 63) & 1 == 1 { inside.insert(token) }
    }
    var low = 0
    var high = free.closing.count
    while low < high {
      let middle = (low + high) / 2
      if free.closing[middle] < place { low = middle + 1 } else { high = middle }
    }
    let kind = -1 - (object.rule.kind(state.extra) ?? 0)
    while low < free.closing.count, free.closing[low] < end {
      closing[kind, default: (state, [])].nodes.append(free.closing[low])
      low += 1
    }
  }
}
