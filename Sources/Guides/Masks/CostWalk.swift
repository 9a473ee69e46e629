import SwiftletTokenizers

/// The walk of the token trie that groups tokens by the number of tokens needed to finish after them.
///
/// The states of the automaton and their transitions are stored here, since most tokens lead to the same few states.
/// After a given amount of work, tokens that lead to states which are not known yet are left out.
struct CostWalk {
  private struct State {
    var number: Int32
    /// The number of configurations, and of the declared names where the current one is recorded.
    var count: Int
    var nameCount: Int
    /// The text of the shortest completion, and the group of its cost; nil and negative until they are needed.
    var text: [UInt8]?
    var group = CostWalk.unknown
    /// The state after a character beyond ASCII, whichever it is.
    var beyondASCII = Int32(CostWalk.unknown)
  }

  /// The work after which unknown states are not followed: the steps of configurations, with 32 for a completion.
  private static let maximumWork = 50_000
  private static let unknown = -2
  /// The mark of states in which characters beyond ASCII have different results.
  private static let mixed: Int32 = -3

  private let trie: TokenTrie
  private let vocabularyCount: Int
  private let decoder = TextDecoder(isQuoted: true, allowsEveryEscape: false)
  private var states: [State] = []
  private var index: [Int32: Int32] = [:]
  /// The next states by state and byte.
  private var next: [Int32] = []
  private var groups: [(count: Int, tokens: TokenSetBuilder)] = []
  private var groupIndex: [Int: Int] = [:]
  /// The states and the states of the decoder by depth.
  private var path: [Int32]
  private var partials: [UInt32]
  /// The nodes of quotes and backslashes that come last, with the states before them.
  private var deferred: [(node: Int, state: Int32)] = []
  /// The last tokens, in the order of their texts, with their group; not inserted yet.
  private var pending = (group: 0, places: 0..<0)
  /// The work so far.
  private(set) var work = 0

  init(_ trie: TokenTrie, vocabularyCount: Int) {
    (self.trie, self.vocabularyCount) = (trie, vocabularyCount)
    path = [Int32](repeating: 0, count: trie.depth + 1)
    partials = [UInt32](repeating: 0, count: trie.depth + 1)
  }

  /// Returns the tokens by their costs.
  mutating func finish() -> [(count: Int, tokens: TokenMask)] {
    insertPending()
    var result: [(count: Int, tokens: TokenMask)] = []
    for index in groups.indices { result.append((groups[index].count, groups[index].tokens.finish())) }
    return result
  }

  /// Adds the tokens of a node to the group of a cost.
  mutating func insert(_ node: Int, costing cost: Int) {
    // Most tokens cost as much as the one before.
    let isSame = !pending.places.isEmpty && groups[pending.group].count == cost
    insert(node, into: isSame ? pending.group : group(cost))
  }

  /// Adds the work of a state that is followed elsewhere; returns false, without adding it, after too much work.
  mutating func follows(taking work: Int) -> Bool {
    guard self.work < Self.maximumWork else { return false }
    self.work += work
    return true
  }

  /// Adds the allowed tokens below a node; `state` is the automaton's state there.
  mutating func run(below top: Int, _ state: Int32, _ machine: inout PushdownAutomaton) {
    guard state >= 0 else { return }
    let depth = Int(trie.nodes[top].depth)
    (path[depth], partials[depth]) = (local(state, machine), 0)
    // Plain characters first, as they lead to few states, and most tokens consist of them.
    deferred = []
    walk(top + 1..<Int(trie.nodes[top].end), defers: true, &machine)
    for (node, state) in deferred {
      let depth = Int(trie.nodes[node].depth)
      (path[depth - 1], partials[depth - 1]) = (state, 0)
      walk(node..<Int(trie.nodes[node].end), defers: false, &machine)
    }
  }

  private mutating func walk(_ range: Range<Int>, defers: Bool, _ machine: inout PushdownAutomaton) {
    var nodeIndex = range.lowerBound
    while nodeIndex < range.upperBound {
      let node = trie.nodes[nodeIndex]
      let depth = Int(node.depth)
      if defers, node.byte == UInt8(ascii: "\"") || node.byte == UInt8(ascii: "\\"), partials[depth - 1] == 0 {
        deferred.append((nodeIndex, path[depth - 1]))
        nodeIndex = Int(node.end)
        continue
      }
      guard let (state, partial) = step(path[depth - 1], partials[depth - 1], node.byte, &machine) else {
        nodeIndex = Int(node.end)
        continue
      }
      (path[depth], partials[depth]) = (state, partial)
      if node.tokenCount > 0 {
        let group = partial == 0 ? group(of: state, &machine) : group(of: state, within: partial, &machine)
        if let group { insert(nodeIndex, into: group) }
      }
      nodeIndex += 1
    }
  }

  private mutating func insert(_ node: Int, into group: Int) {
    let first = Int(trie.nodes[node].firstToken)
    let end = first + Int(trie.nodes[node].tokenCount)
    if group != pending.group || first != pending.places.upperBound {
      insertPending()
      pending = (group, first..<first)
    }
    pending.places = pending.places.lowerBound..<end
  }

  private mutating func insertPending() {
    if !pending.places.isEmpty { groups[pending.group].tokens.insert(trie.tokens[pending.places]) }
    pending.places = 0..<0
  }

  // MARK: - States

  private mutating func local(_ number: Int32, _ machine: PushdownAutomaton) -> Int32 {
    if let known = index[number] { return known }
    let result = Int32(states.count)
    let count = machine.states[Int(number)].count
    states.append(State(number: number, count: count, nameCount: machine.recordedNameCount(number)))
    next.append(contentsOf: repeatElement(Int32(Self.unknown), count: 256))
    index[number] = result
    return result
  }

  /// Returns the state after a byte with that of the decoder, nil if the byte is not allowed or unknown.
  ///
  /// Bytes of characters beyond ASCII are only decoded, if all of these characters have the same result.
  private mutating func step(
    _ state: Int32, _ partial: UInt32, _ byte: UInt8, _ machine: inout PushdownAutomaton
  ) -> (Int32, UInt32)? {
    if partial == 0, byte < 0x80 || afterCharacter(state, &machine) == Self.mixed {
      let after = step(state, byte, &machine)
      return after >= 0 ? (after, 0) : nil
    }
    let after = afterCharacter(state, &machine)
    guard after >= 0 else { return nil }
    switch decoder.step(partial, byte) {
    case .partial(let next, _): return (state, next)
    case .scalar: return (after, 0)
    default: return nil
    }
  }

  private mutating func step(_ state: Int32, _ byte: UInt8, _ machine: inout PushdownAutomaton) -> Int32 {
    let slot = Int(state) << 8 | Int(byte)
    if next[slot] != Self.unknown { return next[slot] }
    guard work < Self.maximumWork else { return -1 }
    work += states[Int(state)].count
    // The end of a recorded name creates a rule.
    if byte == UInt8(ascii: "\"") { work += states[Int(state)].nameCount }
    let number = machine.step(states[Int(state)].number, byte)
    let after = number >= 0 ? local(number, machine) : -1
    next[slot] = after
    return after
  }

  /// Returns the state after a character beyond ASCII, -1 if none is allowed, `mixed` if the results differ.
  private mutating func afterCharacter(_ state: Int32, _ machine: inout PushdownAutomaton) -> Int32 {
    let known = states[Int(state)].beyondASCII
    if known != Self.unknown { return known }
    var result = Self.mixed
    if machine.treatsAlikeBeyondASCII(states[Int(state)].number) {
      result = state
      for byte in [0xC3, 0xA9] as [UInt8] where result >= 0 { result = step(result, byte, &machine) }
    }
    states[Int(state)].beyondASCII = result
    return result
  }

  // MARK: - Costs

  private mutating func group(_ cost: Int) -> Int {
    if let known = groupIndex[cost] { return known }
    groupIndex[cost] = groups.count
    groups.append((cost, TokenSetBuilder(vocabularyCount: vocabularyCount)))
    return groups.count - 1
  }

  /// Returns the group of the tokens that lead to a state, nil if its cost is not known.
  private mutating func group(of state: Int32, _ machine: inout PushdownAutomaton) -> Int? {
    let known = states[Int(state)].group
    if known >= 0 { return known }
    guard let text = completion(of: state, &machine) else { return nil }
    let result = group(text.map { trie.tokens($0).count } ?? Int(Int32.max))
    states[Int(state)].group = result
    return result
  }

  /// Returns the group of the tokens that end within a character after a state.
  private mutating func group(
    of state: Int32, within partial: UInt32, _ machine: inout PushdownAutomaton
  ) -> Int? {
    let after = afterCharacter(state, &machine)
    guard after >= 0, let text = completion(of: after, &machine) else { return nil }
    guard let text else { return group(Int(Int32.max)) }
    return group(trie.tokens(firstContinuation(of: partial) + text).count)
  }

  /// Returns the text of the shortest completion after a state, which may be too long; nil if it is not known.
  private mutating func completion(of state: Int32, _ machine: inout PushdownAutomaton) -> [UInt8]?? {
    if let known = states[Int(state)].text { return .some(known) }
    guard work < Self.maximumWork else { return nil }
    var completionWork = 0
    let text = Completion.text(states[Int(state)].number, &machine, &completionWork)
    work += 32 * states[Int(state)].count + states[Int(state)].nameCount + completionWork
    states[Int(state)].text = text
    return .some(text)
  }

  /// Returns the smallest bytes that complete a character.
  private func firstContinuation(of partial: UInt32) -> [UInt8] {
    var (bytes, partial): ([UInt8], UInt32) = ([], partial)
    while partial != 0 {
      var next: UInt32?
      for byte in UInt8(0x80)...0xBF where next == nil {
        switch decoder.step(partial, byte) {
        case .partial(let after, _): next = after
        case .scalar: next = 0
        default: continue
        }
        bytes.append(byte)
      }
      guard let next else { return bytes }
      partial = next
    }
    return bytes
  }
}
