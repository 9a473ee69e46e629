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
    /// The number of plain characters of ASCII that are known to lead to the state itself.
    var loops = 0
  }

  /// The state at a node, with that of the decoder.
  private struct Place {
    var state: Int32 = 0
    var partial: UInt32 = 0
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
  private var counter = TokenCounter()
  /// The places above the current node by depth.
  private var path: [Place]
  /// The nodes of quotes and backslashes that come last, with the states before them.
  private var deferred: [(node: Int, state: Int32)] = []
  /// The last tokens, in the order of their texts, with their group; not inserted yet.
  private var pending = (group: 0, places: 0..<0)
  /// The work so far.
  private(set) var work = 0

  init(_ trie: TokenTrie, vocabularyCount: Int) {
    (self.trie, self.vocabularyCount) = (trie, vocabularyCount)
    path = [Place](repeating: Place(), count: trie.depth + 1)
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
    insert(trie.nodes[node].places, into: isSame ? pending.group : group(cost))
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
    path[depth] = Place(state: local(state, machine))
    // Plain characters first, as they lead to few states, and most tokens consist of them.
    deferred = []
    walk(top + 1..<Int(trie.nodes[top].end), defers: true, &machine)
    for (node, state) in deferred {
      let depth = Int(trie.nodes[node].depth)
      path[depth - 1] = Place(state: state)
      walk(node..<Int(trie.nodes[node].end), defers: false, &machine)
    }
  }

  private mutating func walk(_ range: Range<Int>, defers: Bool, _ machine: inout PushdownAutomaton) {
    let trie = trie
    let nodes = trie.nodes.span
    var places: [Place] = []
    swap(&places, &path)
    defer { path = places }
    var path = places.mutableSpan
    var index = range.lowerBound
    while index < range.upperBound {
      let node = nodes[index]
      let depth = Int(node.depth)
      let before = path[depth - 1]
      if defers, node.byte == UInt8(ascii: "\"") || node.byte == UInt8(ascii: "\\"), before.partial == 0 {
        deferred.append((index, before.state))
        index = Int(node.end)
        continue
      }
      guard let place = step(before, node.byte, &machine) else {
        index = Int(node.end)
        continue
      }
      path[depth] = place
      if node.tokenCount > 0, let group = group(of: place, &machine) { insert(node.places, into: group) }
      index += 1
      guard place.partial == 0, index < node.end, trie.plain.contains(index - 1), isStable(place.state)
      else { continue }
      if let group = group(of: place, &machine) {
        insert(trie.places(below: index - 1).dropFirst(Int(node.tokenCount)), into: group)
      }
      index = Int(node.end)
    }
  }

  private mutating func insert(_ places: Range<Int>, into group: Int) {
    if group != pending.group || places.lowerBound != pending.places.upperBound {
      insertPending()
      pending = (group, places.lowerBound..<places.lowerBound)
    }
    pending.places = pending.places.lowerBound..<places.upperBound
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
  @inline(__always)
  private mutating func step(_ before: Place, _ byte: UInt8, _ machine: inout PushdownAutomaton) -> Place? {
    let state = before.state
    if before.partial == 0, byte < 0x80 || afterCharacter(state, &machine) == Self.mixed {
      let known = next[Int(state) << 8 | Int(byte)]
      let after = known != Self.unknown ? known : step(state, byte, &machine)
      return after >= 0 ? Place(state: after) : nil
    }
    let after = afterCharacter(state, &machine)
    guard after >= 0 else { return nil }
    switch decoder.step(before.partial, byte) {
    case .partial(let next, _): return Place(state: state, partial: next)
    case .scalar: return Place(state: after)
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
    if after == state, PlainNodes.isPlain(byte) { states[Int(state)].loops += 1 }
    return after
  }

  /// Returns true if all plain characters are known to lead from a state to itself.
  private func isStable(_ state: Int32) -> Bool {
    states[Int(state)].loops == PlainNodes.countInASCII && states[Int(state)].beyondASCII == state
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

  /// Returns the group of the tokens that end at a place, nil if its cost is not known.
  @inline(__always)
  private mutating func group(of place: Place, _ machine: inout PushdownAutomaton) -> Int? {
    guard place.partial == 0 else { return group(of: place.state, within: place.partial, &machine) }
    let known = states[Int(place.state)].group
    return known >= 0 ? known : group(of: place.state, &machine)
  }

  /// Returns the group of the tokens that lead to a state, nil if its cost is not known.
  private mutating func group(of state: Int32, _ machine: inout PushdownAutomaton) -> Int? {
    guard let text = completion(of: state, &machine) else { return nil }
    let result = group(text.map { counter.count(of: $0, trie) } ?? Int(Int32.max))
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
    return group(counter.count(of: decoder.firstContinuation(of: partial) + text, trie))
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
}
