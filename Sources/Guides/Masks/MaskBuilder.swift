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
  /// The strings of the last set of values that an element must not have.
  var usedStrings = (set: ValueSets.empty, texts: PackedStrings([]))

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
    add(all: machine.states[Int(state)].map { machine.configurations[Int($0)] }, &builder)
    if machine.accepts(state) { builder.insert(index.endTokens[...]) }
    return builder.finish()
  }

  private mutating func add(all configurations: [Configuration], _ builder: inout TokenSetBuilder) {
    let groups = Self.grouped(configurations)
    for group in groups {
      if groups.count > 1, group[0].position.isName {
        // Separately, as `add` may remove tokens of names that only these configurations disallow.
        var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
        add(group, &own)
        builder.insert(own.finish())
      } else {
        add(group, &builder)
      }
    }
  }

  /// Returns the configurations in groups that differ in the stack only, which share the walks of lexemes and names.
  private static func grouped(_ configurations: [Configuration]) -> [[Configuration]] {
    guard configurations.count > 1 else { return configurations.isEmpty ? [] : [configurations] }
    var groups: [[Configuration]] = []
    var indices: [Configuration: Int] = [:]
    for configuration in configurations {
      var key = configuration
      // The values that an element must not have depend on the stack.
      if !configuration.isRecordedElement { key.stack = 0 }
      if let index = indices[key] {
        groups[index].append(configuration)
      } else {
        indices[key] = groups.count
        groups.append([configuration])
      }
    }
    return groups
  }

  /// Adds the tokens of configurations that differ in the stack only.
  private mutating func add(_ group: [Configuration], _ builder: inout TokenSetBuilder) {
    let first = group[0]
    if first.spaces > 0 { add(group, at: [0x20, 0x0A, 0x0D, 0x09], &builder) }
    var starts: [Configuration] = []
    switch first.position {
    case .value(let node):
      for configuration in group { starts += machine.begin(Int(node), configuration.stack) }
      add(all: starts, &builder)
    case .lexeme(let number, let state):
      if first.spelling != 0 {
        for configuration in group { add(element: number, state, configuration, &builder) }
      } else {
        add(lexeme: number, state, group, &builder)
      }
    case .element(let rule, let progress):
      for configuration in group { starts += machine.elements(rule, progress, configuration.stack) }
      add(all: starts, &builder)
    case .firstElement(let rule):
      for configuration in group {
        let progress = machine.initialArrayProgress(rule, configuration.stack)
        starts += machine.elements(rule, progress, configuration.stack)
      }
      add(all: starts, &builder)
      add(group, at: [UInt8(ascii: "]")], &builder)
    case .firstKey(let rule):
      for configuration in group {
        let progress = machine.initialObjectProgress(rule, configuration.stack)
        guard let state = machine.keyStart(rule, progress) else { continue }
        starts.append(
          Configuration(
            position: .key(rule, progress: progress, state), stack: configuration.stack,
            spelling: machine.keySpelling(rule, progress)))
      }
      add(all: starts, &builder)
      add(group, at: [UInt8(ascii: "}")], &builder)
    case .key(let rule, let progress, let state): add(key: state, rule, progress, group, &builder)
    case .openObject: add(group, at: [UInt8(ascii: "{")], &builder)
    case .openArray: add(group, at: [UInt8(ascii: "[")], &builder)
    case .colon: add(group, at: [UInt8(ascii: ":")], &builder)
    case .after: add(group, at: [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")], &builder)
    }
  }

  /// Adds the allowed tokens that begin with one of the given bytes.
  mutating func add(
    _ configurations: [Configuration], at bytes: some Sequence<UInt8>, _ builder: inout TokenSetBuilder
  ) {
    let state = machine.state(of: configurations)
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
    lexeme number: Int32, _ state: LexemeState, _ group: [Configuration], _ builder: inout TokenSetBuilder
  ) {
    let walk = index.walk(machine.grammar.lexemes[Int(number)], state, endsAtDelimiter: endsAtDelimiter)
    builder.insert(walk.whole)
    guard !walk.exits.isEmpty else { return }
    var after: [Configuration] = []
    for configuration in group { after.append(machine.resume(configuration.stack)) }
    addExits(walk.exits, machine.state(of: after), &builder)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Returns the bytes of the path from the root to a node.
  func text(of node: Int) -> ArraySlice<UInt8> {
    // The first token of the subtree begins with them.
    index.vocabulary.piece(of: TokenID(tokens[Int(nodes[node].firstToken)])).prefix(Int(nodes[node].depth))
  }

  /// Adds the tokens of the subtree of a node whose state depends on all bytes of the tokens.
  mutating func addSubtree(_ node: Int, from configurations: [Configuration], _ builder: inout TokenSetBuilder) {
    var state = machine.state(of: configurations)
    for byte in text(of: node) where state >= 0 { state = machine.step(state, byte) }
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

extension Configuration {
  /// True within an element whose value must differ from others.
  fileprivate var isRecordedElement: Bool {
    if case .lexeme = position { spelling != 0 } else { false }
  }
}

extension Configuration.Position {
  /// True before or within the name of a property.
  fileprivate var isName: Bool {
    switch self {
    case .key, .firstKey: true
    default: false
    }
  }
}
