import SwiftletTokenizers

/// The walk of the token trie from a state within a constrained property name that is not declared.
struct KeyWalk: Sendable {
  /// The tokens that end within the name.
  var inside: TokenMask
  /// The ends of names, by class.
  var ends: [End]

  struct End: Sendable {
    var kind: Int
    /// The trie nodes at which names end, in order.
    var closing: [Int32]
    var exits: [LexemeWalk.Exit]
  }

  /// Walks the token trie from a state.
  ///
  /// - Parameters:
  ///   - object: The rule of the classes of names, which declares none.
  ///   - start: The state.
  ///   - choices: The names that are allowed.
  ///   - index: The token index.
  init(_ object: Grammar.ObjectRuleBox, _ start: KeyState, _ choices: ObjectChoices, _ index: TokenIndex) {
    var walker = KeyWalker(object, start, choices, index)
    walker.run()
    inside = walker.inside.finish()
    ends = walker.closing.map { kind, closing in
      End(kind: kind, closing: closing, exits: LexemeWalk.grouped(closing, index.trie.nodes))
    }
  }

  var byteCount: Int {
    inside.byteCount
      + ends.reduce(0) { $0 + $1.closing.count * 4 + $1.exits.reduce(100) { $0 + $1.nodes.count * 4 + 48 } }
  }
}

/// The state of a walk in progress.
private struct KeyWalker {
  let object: Grammar.ObjectRuleBox
  let choices: ObjectChoices
  let nodes: [TokenTrie.Node]
  let tokens: [Int32]
  /// The classifier's transitions for ASCII characters, and the states from which every text is allowed.
  let ascii: [Int32]
  let isFree: [Bool]
  let ahead: [UInt64]
  /// The walk of an unconstrained string.
  let free: LexemeWalk
  let freeWords: [UInt64]
  var inside: TokenSetBuilder
  var states: [KeyState]
  /// The trie nodes at which names end, by class.
  var closing: [Int: [Int32]] = [:]

  init(_ object: Grammar.ObjectRuleBox, _ start: KeyState, _ choices: ObjectChoices, _ index: TokenIndex) {
    self.object = object
    self.choices = choices
    nodes = index.trie.nodes
    tokens = index.trie.tokens
    ascii = object.rule.classifier?.ascii ?? []
    isFree = object.rule.classifier?.isFree ?? []
    ahead = object.rule.classifier?.ahead ?? []
    free = start.partial == TextDecoder.unopened ? index.freeCanonicalText.unopened : index.freeCanonicalText.open
    freeWords = free.inside.words
    inside = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    states = [KeyState](repeating: start, count: index.trie.depth + 1)
  }

  mutating func run() {
    // The unconstrained walk is known only from a character boundary.
    let canSkip = !isFree.isEmpty && (states[0].partial == 0 || states[0].partial == TextDecoder.unopened)
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      let state = states[Int(node.depth) - 1]
      var next = state
      if !ascii.isEmpty, state.partial == 0, state.extra >= 0, node.byte < 0x80,
        node.byte >= 0x20, node.byte != 0x22, node.byte != 0x5C
      {
        // Fast path: an ASCII character that is not syntax.
        next.extra = ascii[Int(state.extra) << 7 | Int(node.byte)]
        guard next.extra >= 0, ahead[Int(next.extra)] & choices.classes != 0 else {
          nodeIndex = Int(node.end)
          continue
        }
      } else {
        switch object.step(state, choices, node.byte) {
        case .dead:
          nodeIndex = Int(node.end)
          continue
        case .closed:
          closing[object.rule.kind(state.extra) ?? 0, default: []].append(Int32(nodeIndex))
          nodeIndex = Int(node.end)
          continue
        case .open(let opened): next = opened
        }
      }
      if canSkip, next.partial == 0, next.extra >= 0, isFree[Int(next.extra)] {
        skip(nodeIndex, next)
        nodeIndex = Int(node.end)
        continue
      }
      states[Int(node.depth)] = next
      let first = Int(node.firstToken)
      for index in first..<first + Int(node.tokenCount) { inside.insert(tokens[index]) }
      nodeIndex += 1
    }
  }

  /// Adds the subtree of a node from the unconstrained walk, where every continuation is of one class.
  private mutating func skip(_ nodeIndex: Int, _ state: KeyState) {
    let end = Int(nodes[nodeIndex].end)
    let last = end < nodes.count ? Int(nodes[end].firstToken) : tokens.count
    for index in Int(nodes[nodeIndex].firstToken)..<last {
      let token = tokens[index]
      if freeWords[Int(token) >> 6] >> UInt64(token & 63) & 1 == 1 { inside.insert(token) }
    }
    var low = 0
    var high = free.closing.count
    while low < high {
      let middle = (low + high) / 2
      if free.closing[middle] < nodeIndex { low = middle + 1 } else { high = middle }
    }
    let kind = object.rule.kind(state.extra) ?? 0
    while low < free.closing.count, free.closing[low] < end {
      closing[kind, default: []].append(free.closing[low])
      low += 1
    }
  }
}
