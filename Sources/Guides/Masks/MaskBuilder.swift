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

  /// The approximate size of the caches in bytes, without the automaton.
  var cachedByteCount: Int { keyWalkBytes + costBytes + tokenCosts.count * 32 }

  struct KeyWalkKey: Hashable {
    var rule: Int32
    var state: KeyState
    var choices: ObjectChoices
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
    let members = machine.states[Int(state)]
    for member in members {
      if members.count == 1 {
        add(machine.configurations[Int(member)], &builder)
      } else {
        // Separately, as `add` may remove tokens of names that only this configuration disallows.
        var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
        add(machine.configurations[Int(member)], &own)
        builder.insert(own.finish())
      }
    }
    if machine.accepts(state) { builder.insert(index.endTokens[...]) }
    return builder.finish()
  }

  private mutating func add(_ configuration: Configuration, _ builder: inout TokenSetBuilder) {
    if configuration.spaces > 0 { add(configuration, at: [0x20, 0x0A, 0x0D, 0x09], &builder) }
    let stack = configuration.stack
    switch configuration.position {
    case .value(let node): for start in machine.begin(Int(node), stack) { add(start, &builder) }
    case .lexeme(let number, let state):
      add(machine.grammar.lexemes[Int(number)], state, configuration, &builder)
    case .element(let rule, let progress):
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
    case .firstElement(let rule):
      let progress = machine.initialArrayProgress(rule, stack)
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
      add(configuration, at: [UInt8(ascii: "]")], &builder)
    case .firstKey(let rule):
      let progress = machine.initialObjectProgress(rule, stack)
      if let state = machine.keyStart(rule, progress) {
        add(key: state, rule, progress, stack, machine.keySpelling(rule, progress), &builder)
      }
      add(configuration, at: [UInt8(ascii: "}")], &builder)
    case .key(let rule, let progress, let state):
      add(key: state, rule, progress, stack, configuration.spelling, &builder)
    case .openObject: add(configuration, at: [UInt8(ascii: "{")], &builder)
    case .openArray: add(configuration, at: [UInt8(ascii: "[")], &builder)
    case .colon: add(configuration, at: [UInt8(ascii: ":")], &builder)
    case .after:
      add(configuration, at: [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")], &builder)
    }
  }

  /// Adds the allowed tokens that begin with one of the given bytes.
  mutating func add(
    _ configuration: Configuration, at bytes: some Sequence<UInt8>, _ builder: inout TokenSetBuilder
  ) {
    let state = machine.state(of: [configuration])
    for byte in bytes where first[Int(byte)] > 0 {
      addSubtree(Int(first[Int(byte)]), machine.step(state, byte), &builder)
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

  private func insertTokens(of node: Int, _ builder: inout TokenSetBuilder) {
    let count = Int(nodes[node].tokenCount)
    guard count > 0 else { return }
    let first = Int(nodes[node].firstToken)
    for index in first..<first + count { builder.insert(tokens[index]) }
  }

  private mutating func add(
    _ lexeme: Lexeme, _ state: LexemeState, _ configuration: Configuration, _ builder: inout TokenSetBuilder
  ) {
    let walk = index.walk(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    builder.insert(walk.whole)
    guard !walk.exits.isEmpty else { return }
    guard configuration.spelling == 0 else {
      for exit in walk.exits where Self.endsElement(exit.byte) {
        for node in exit.nodes { addSubtree(Int(node), from: configuration, &builder) }
      }
      return
    }
    addExits(walk.exits, machine.state(of: [machine.resume(configuration.stack)]), &builder)
  }

  /// Returns true for the bytes that may follow an element of an array.
  private static func endsElement(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || isBlank(byte)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Adds the tokens of the subtree of a node whose state depends on all bytes of the tokens.
  mutating func addSubtree(_ node: Int, from configuration: Configuration, _ builder: inout TokenSetBuilder) {
    let text = index.vocabulary.piece(of: TokenID(tokens[Int(nodes[node].firstToken)])).prefix(Int(nodes[node].depth))
    var state = machine.state(of: [configuration])
    for byte in text where state >= 0 { state = machine.step(state, byte) }
    addSubtree(node, state, &builder)
  }

  /// Adds the tokens that extend beyond the end of a lexeme or name.
  mutating func addExits(_ exits: [LexemeWalk.Exit], _ after: Int32, _ builder: inout TokenSetBuilder) {
    guard after >= 0 else { return }
    for exit in exits {
      let next = machine.step(after, exit.byte)
      if next >= 0 { for node in exit.nodes { addSubtree(Int(node), next, &builder) } }
    }
  }
}
