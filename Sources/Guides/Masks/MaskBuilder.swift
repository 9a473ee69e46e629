import SwiftletTokenizers

/// A builder of token masks for states of a pushdown automaton.
///
/// It owns the automaton, since building masks creates states.
struct MaskBuilder {
  var machine: PushdownAutomaton
  let index: TokenIndex
  /// True if only a delimiter can follow a JSON number or literal.
  let endsAtDelimiter: Bool
  /// The nodes of the index's trie, stored here to avoid the indirection in every step.
  let nodes: [TokenTrie.Node]
  let tokens: [Int32]
  let first: [Int32]
  var keyWalks: [KeyWalkKey: KeyWalk] = [:]
  var keyWalkBytes = 0
  /// The cached results of ``costs(_:)`` by state.
  var costs: [Int32: [(count: Int, tokens: TokenMask)]] = [:]
  var costBytes = 0
  var tokenCosts: [Int32: Int] = [:]
  /// The configurations of the mask in progress whose tokens are found along their bytes, with the possible first ones.
  var starts: [(configuration: Configuration, bytes: [UInt8])] = []
  /// The strings of the last set of values that an element must not have.
  var usedStrings = (set: ValueSets.empty, texts: PackedStrings([]))

  /// The approximate size of the caches in bytes, without the automaton.
  var cachedByteCount: Int { keyWalkBytes + costBytes + tokenCosts.count * 32 }

  struct KeyWalkKey: Hashable {
    var rule: ObjectIdentifier
    var state: KeyState
    var classes: UInt64
  }

  init(machine: PushdownAutomaton, index: TokenIndex, endsAtDelimiter: Bool) {
    self.machine = machine
    self.index = index
    self.endsAtDelimiter = endsAtDelimiter
    nodes = index.trie.nodes
    tokens = index.trie.tokens
    first = index.trie.first
  }

  /// Returns the mask of a state, including the end-of-generation tokens if the state is accepting.
  mutating func mask(_ state: Int32) -> TokenMask {
    var builder = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    var inner: [Configuration] = []
    for number in machine.states[Int(state)] { expand(machine.configurations[Int(number)], &inner) }
    // Those that differ in their stacks only share the walks of lexemes and names.
    inner = machine.merged(inner)
    add(lexemes: inner, &builder)
    add(names: inner, &builder)
    addStarts(&builder)
    if machine.accepts(state) { builder.insert(index.endTokens[...]) }
    return builder.finish()
  }

  /// Adds a configuration to ``starts``, or the lexemes and names that it begins with or is within.
  private mutating func expand(_ configuration: Configuration, _ inner: inout [Configuration]) {
    if configuration.spaces > 0 { starts.append((configuration, [0x20, 0x0A, 0x0D, 0x09])) }
    let stack = configuration.stack
    var begun: [Configuration] = []
    switch configuration.position {
    case .value(let node): begun = machine.begin(Int(node), stack)
    case .element(let rule, let progress): begun = machine.elements(rule, progress, stack)
    case .firstElement(let rule):
      begun = machine.elements(rule, machine.initialArrayProgress(rule, stack), stack)
      starts.append((configuration, [UInt8(ascii: "]")]))
    case .firstKey(let rule):
      let progress = machine.initialObjectProgress(rule, stack)
      if let state = machine.keyStart(rule, progress) {
        inner.append(
          Configuration(
            position: .key(rule, progress: progress, state), stack: stack,
            spelling: machine.keySpelling(rule, progress)))
      }
      starts.append((configuration, [UInt8(ascii: "}")]))
    case .lexeme, .key:
      var member = configuration
      member.spaces = 0
      inner.append(member)
    case .openObject: starts.append((configuration, [UInt8(ascii: "{")]))
    case .openArray: starts.append((configuration, [UInt8(ascii: "[")]))
    case .colon: starts.append((configuration, [UInt8(ascii: ":")]))
    case .after: starts.append((configuration, [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]))
    }
    for configuration in begun { expand(configuration, &inner) }
  }

  /// Adds the tokens of ``starts``, together for each first byte, since alternatives soon come to have the same state.
  private mutating func addStarts(_ builder: inout TokenSetBuilder) {
    var byByte: [UInt8: [Configuration]] = [:]
    for (configuration, bytes) in starts {
      for byte in bytes where first[Int(byte)] > 0 { byByte[byte, default: []].append(configuration) }
    }
    starts = []
    for (byte, configurations) in byByte.sorted(by: { $0.key < $1.key }) {
      addSubtree(Int(first[Int(byte)]), machine.step(machine.state(of: configurations), byte), &builder)
    }
  }

  /// Adds the tokens of the subtree of a node; `state` is the state after the node's byte.
  mutating func addSubtree(_ node: Int, _ state: Int32, _ builder: inout TokenSetBuilder) {
    guard state >= 0 else { return }
    insertTokens(of: node, &builder)
    let end = Int(nodes[node].end)
    var child = node + 1
    while child < end {
      addSubtree(child, machine.step(state, nodes[child].byte), &builder)
      child = Int(nodes[child].end)
    }
  }

  func insertTokens(of node: Int, _ builder: inout TokenSetBuilder) {
    let count = Int(nodes[node].tokenCount)
    guard count > 0 else { return }
    let first = Int(nodes[node].firstToken)
    for index in first..<first + count { builder.insert(tokens[index]) }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Returns the bytes of the path from the root to a node.
  func text(of node: Int) -> ArraySlice<UInt8> {
    // The first token of the subtree begins with them.
    index.vocabulary.piece(of: TokenID(tokens[Int(nodes[node].firstToken)])).prefix(Int(nodes[node].depth))
  }

  /// Adds the tokens that extend beyond the end of a lexeme.
  mutating func addExits(_ exits: [LexemeWalk.Exit], _ after: Int32, _ builder: inout TokenSetBuilder) {
    guard after >= 0 else { return }
    for exit in exits {
      let next = machine.step(after, exit.byte)
      if next >= 0 { for node in exit.nodes { addSubtree(Int(node), next, &builder) } }
    }
  }
}
