import SwiftletTokenizers

/// A builder of token masks for states of a pushdown automaton.
///
/// It owns the automaton, since building masks creates states.
struct MaskBuilder {
  /// The capacity of the cache of key walks, in bytes.
  private static let keyWalkCapacity = 8 << 20

  var machine: PushdownAutomaton
  let index: TokenIndex
  /// True if only a delimiter can follow a JSON number or literal.
  let endsAtDelimiter: Bool
  /// The nodes of the index's trie, stored here to avoid the indirection in every step.
  private let nodes: [TokenTrie.Node]
  private let tokens: [Int32]
  private let first: [Int32]
  private var keyWalks: [KeyWalkKey: KeyWalk] = [:]
  private var keyWalkBytes = 0
  /// The cached results of ``costs(_:)`` by state.
  var costs: [Int32: [(count: Int, tokens: TokenMask)]] = [:]
  var costBytes = 0
  var tokenCosts: [Int32: Int] = [:]

  /// The approximate size of the caches in bytes, without the automaton.
  var cachedByteCount: Int { keyWalkBytes + costBytes + tokenCosts.count * 32 }

  private struct KeyWalkKey: Hashable {
    var rule: Int32
    var state: KeyState
    var ranks: BitSet
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
    case .lexeme(let number, let state): add(machine.grammar.lexemes[Int(number)], state, stack, &builder)
    case .element(let rule, let progress):
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
    case .firstElement(let rule):
      let progress = machine.initialArrayProgress(rule, stack)
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
      add(configuration, at: [UInt8(ascii: "]")], &builder)
    case .firstKey(let rule):
      let progress = machine.initialObjectProgress(rule, stack)
      if let state = machine.keyStart(rule, progress) {
        add(key: state, rule, progress, stack, &builder)
      }
      add(configuration, at: [UInt8(ascii: "}")], &builder)
    case .key(let rule, let progress, let state): add(key: state, rule, progress, stack, &builder)
    case .openObject: add(configuration, at: [UInt8(ascii: "{")], &builder)
    case .openArray: add(configuration, at: [UInt8(ascii: "[")], &builder)
    case .colon: add(configuration, at: [UInt8(ascii: ":")], &builder)
    case .after:
      add(configuration, at: [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")], &builder)
    }
  }

  /// Adds the allowed tokens that begin with one of the given bytes.
  private mutating func add(
    _ configuration: Configuration, at bytes: some Sequence<UInt8>, _ builder: inout TokenSetBuilder
  ) {
    let state = machine.state(of: [configuration])
    for byte in bytes where first[Int(byte)] > 0 {
      addSubtree(Int(first[Int(byte)]), machine.step(state, byte), &builder)
    }
  }

  /// Adds the tokens of the subtree of a node; `state` is the state after the node's byte.
  private mutating func addSubtree(_ node: Int, _ state: Int32, _ builder: inout TokenSetBuilder) {
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

  private mutating func add(_ lexeme: Lexeme, _ state: LexemeState, _ stack: Int32, _ builder: inout TokenSetBuilder) {
    let walk = index.walk(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    builder.insert(walk.whole)
    guard !walk.exits.isEmpty else { return }
    addExits(walk.exits, machine.state(of: [machine.resume(stack)]), &builder)
  }

  /// Adds the tokens that extend beyond the end of a lexeme or name.
  private mutating func addExits(_ exits: [LexemeWalk.Exit], _ after: Int32, _ builder: inout TokenSetBuilder) {
    guard after >= 0 else { return }
    for exit in exits {
      let next = machine.step(after, exit.byte)
      if next >= 0 { for node in exit.nodes { addSubtree(Int(node), next, &builder) } }
    }
  }

  private mutating func keyWalk(_ rule: Int32, _ state: KeyState, _ ranks: BitSet) -> KeyWalk {
    let key = KeyWalkKey(rule: rule, state: state, ranks: ranks)
    if let known = keyWalks[key] { return known }
    let object = machine.grammar.objects[Int(rule)]
    let walk = KeyWalk(object, state, ranks, index)
    if keyWalkBytes + walk.byteCount > Self.keyWalkCapacity { (keyWalks, keyWalkBytes) = ([:], 0) }
    keyWalks[key] = walk
    keyWalkBytes += walk.byteCount
    return walk
  }

  /// Adds the tokens of a property name.
  ///
  /// Where any name is allowed, these are the tokens of any string, except along the declared names, which are followed
  /// individually.
  private mutating func add(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ builder: inout TokenSetBuilder
  ) {
    let object = machine.grammar.objects[Int(rule)]
    let isFree = state.extra >= 0 && (object.rule.classifier?.isFree[Int(state.extra)] ?? true)
    guard isFree, state.partial == 0 || state.partial == TextDecoder.unopened else {
      let configuration = Configuration(position: .key(rule, progress: progress, state), stack: stack)
      if state.partial != TextDecoder.unopened || state.extra < 0, let bytes = object.rule.nextBytes(state) {
        return add(configuration, at: bytes, &builder)
      }
      let walk = keyWalk(rule, state, machine.objects[Int(progress)].choices.ranks)
      builder.insert(walk.inside)
      for end in walk.ends {
        builder.insert(end.tokens[...])
        addExits(end.exits, machine.state(of: machine.afterKey(end.state, rule, progress, stack)), &builder)
      }
      return
    }
    let decoder = object.decoder(state)
    let text = decoder.allowsEveryEscape ? index.freeText : index.freeCanonicalText
    let walk = state.partial == 0 ? text.open : text.unopened
    builder.insert(walk.whole)
    let declared = declaredEnds(state, rule, progress, stack)
    let other = KeyState(low: 0, high: 0, depth: 0, extra: state.extra, partial: 0)
    let afterOther = machine.state(of: machine.afterKey(other, rule, progress, stack))
    if afterOther >= 0 {
      for exit in walk.exits {
        let next = machine.step(afterOther, exit.byte)
        guard next >= 0 else { continue }
        for node in exit.nodes where !declared.contains(where: { $0.node < node && node < nodes[Int($0.node)].end }) {
          addSubtree(Int(node), next, &builder)
        }
      }
    }
    for (node, next) in declared {
      if next >= 0 {
        addSubtree(Int(node), next, &builder)
      } else {
        let first = Int(nodes[Int(node)].firstToken)
        for index in first..<first + Int(nodes[Int(node)].tokenCount) { builder.remove(tokens[index]) }
      }
    }
  }

  /// Returns the trie nodes at which declared names end, with the state after each, in order.
  private mutating func declaredEnds(
    _ start: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32
  ) -> [(node: Int32, next: Int32)] {
    guard start.low < start.high else { return [] }
    let object = machine.grammar.objects[Int(rule)]
    let ranks = machine.objects[Int(progress)].choices.ranks
    var ends: [(node: Int32, state: KeyState)] = []
    let (nodes, first) = (nodes, first)
    func visit(_ child: Int, _ state: KeyState) {
      let byte = nodes[child].byte
      if byte == UInt8(ascii: "\""), state.partial == 0, object.rule.rank(state) != nil {
        ends.append((Int32(child), state))
      } else if case .open(let next) = object.step(state, ranks, byte), next.low < next.high {
        below(child, next)
      }
    }
    func below(_ node: Int, _ state: KeyState) {
      var child = node + 1
      while child < Int(nodes[node].end) {
        visit(child, state)
        child = Int(nodes[child].end)
      }
    }
    if start.partial == 0 {
      for byte in object.rule.nextBytes(start, declaredOnly: true) ?? Array(UInt8.min ... .max)
      where first[Int(byte)] > 0 {
        visit(Int(first[Int(byte)]), start)
      }
    } else if first[Int(UInt8(ascii: "\""))] > 0 {
      visit(Int(first[Int(UInt8(ascii: "\""))]), start)
    }
    var result: [(node: Int32, next: Int32)] = []
    for (node, state) in ends {
      result.append((node, machine.state(of: machine.afterKey(state, rule, progress, stack))))
    }
    return result
  }
}
