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
  let refusesNothing: [Bool]
  let ahead: [UInt64]
  /// The walk of an unconstrained string, with its parts of the trie.
  let free: LexemeWalk
  let freeNodes: FreeNodes
  let trie: TokenTrie
  var inside: TokenSetBuilder
  var states: [KeyState]
  /// The trie nodes at which names end, by class.
  var closing: [Int: [Int32]] = [:]

  init(_ object: Grammar.ObjectRuleBox, _ start: KeyState, _ choices: ObjectChoices, _ index: TokenIndex) {
    self.object = object
    self.choices = choices
    trie = index.trie
    nodes = index.trie.nodes
    tokens = index.trie.tokens
    ascii = object.rule.classifier?.ascii ?? []
    isFree = object.rule.classifier?.isFree ?? []
    refusesNothing = object.rule.classifier?.refusesNothing ?? []
    ahead = object.rule.classifier?.ahead ?? []
    let (text, isUnopened) = (index.freeCanonicalText, start.partial == TextDecoder.unopened)
    free = isUnopened ? text.unopened : text.open
    freeNodes = isUnopened ? text.unopenedNodes : text.openNodes
    inside = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    states = [KeyState](repeating: start, count: index.trie.depth + 1)
  }

  mutating func run() {
    // The unconstrained walk is known only from a character boundary.
    let canSkip = !isFree.isEmpty && (states[0].partial == 0 || states[0].partial == TextDecoder.unopened)
    var nodeIndex = 1
    while nodeIndex < nodes.count {
      let node = nodes[nodeIndex]
      let end = Int(node.end)
      guard let next = step(states[Int(node.depth) - 1], nodeIndex) else {
        nodeIndex = end
        continue
      }
      states[Int(node.depth)] = next
      if canSkip, next.partial == 0, next.extra >= 0 {
        if isFree[Int(next.extra)] {
          skip(nodeIndex, next)
          nodeIndex = end
          continue
        }
        // Classes that are not chosen may be refused later.
        if refusesNothing[Int(next.extra)], ahead[Int(next.extra)] & ~choices.classes == 0 {
          insertFree(nodeIndex)
          close(below: nodeIndex)
          nodeIndex = end
          continue
        }
      }
      let first = Int(node.firstToken)
      for index in first..<first + Int(node.tokenCount) { inside.insert(tokens[index]) }
      nodeIndex += 1
    }
  }

  /// Returns the state at a node, nil at the end of a name and where none goes on; records ends.
  private mutating func step(_ state: KeyState, _ nodeIndex: Int) -> KeyState? {
    let byte = nodes[nodeIndex].byte
    if !ascii.isEmpty, state.partial == 0, state.extra >= 0, byte < 0x80, byte >= 0x20, byte != 0x22, byte != 0x5C {
      // Fast path: an ASCII character that is not syntax.
      var next = state
      next.extra = ascii[Int(state.extra) << 7 | Int(byte)]
      return next.extra >= 0 && ahead[Int(next.extra)] & choices.classes != 0 ? next : nil
    }
    switch object.step(state, choices, byte) {
    case .dead: return nil
    case .closed:
      closing[object.rule.kind(state.extra) ?? 0, default: []].append(Int32(nodeIndex))
      return nil
    case .open(let next): return next
    }
  }

  /// Adds the tokens of an unconstrained string in the subtree of a node.
  private mutating func insertFree(_ nodeIndex: Int) {
    for place in trie.places(below: nodeIndex) where freeNodes.contains(tokens[place]) { inside.insert(tokens[place]) }
  }

  /// Adds the ends of names below a node at which every text can follow.
  private mutating func close(below nodeIndex: Int) {
    let end = nodes[nodeIndex].end
    var skipped: Int32 = 0
    for node in freeNodes.paths[freeNodes.firstPath(after: nodeIndex)...] {
      guard node < end else { return }
      guard node >= skipped else { continue }
      let depth = Int(nodes[Int(node)].depth)
      if let next = step(states[depth - 1], Int(node)) {
        states[depth] = next
      } else {
        skipped = nodes[Int(node)].end
      }
    }
  }

  /// Adds the subtree of a node from the unconstrained walk, where every continuation is of one class.
  private mutating func skip(_ nodeIndex: Int, _ state: KeyState) {
    insertFree(nodeIndex)
    let end = Int(nodes[nodeIndex].end)
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
