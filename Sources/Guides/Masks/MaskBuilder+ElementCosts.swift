/// Costs of tokens within strings that must differ from others.
///
/// The text of such a string is recorded, so that each token leads to a state of its own. Where no used string begins
/// with the text and the array may end after the string, only the state of the lexeme decides the shortest completion,
/// and the string's value matters from the next element on only: there the automaton is not asked about each token.
extension MaskBuilder {
  /// A string in progress.
  private struct StringElement {
    let lexeme: Lexeme
    let configuration: Configuration
    /// The state of the lexeme, and the complete characters before it.
    let start: LexemeState
    let characters: [UInt8]
    let strings: PackedStrings
    /// The state after a string of which nothing is known but that it is not used.
    let closed: Int32
    /// The shortest completion after it, nil if it is too long.
    let rest: [UInt8]?
    /// The costs by the state of the lexeme.
    var costs: [LexemeState: Int] = [:]
    /// The last cost looked up; most tokens lead to the same state as the one before.
    var last: (state: LexemeState, cost: Int)?
    /// The states of the lexeme by depth.
    var path: [LexemeState]
  }

  /// Adds the allowed tokens of a state with their costs.
  ///
  /// - Returns: False, without tokens, unless the state is within a string as described.
  mutating func collect(element state: Int32, _ walk: inout CostWalk) -> Bool {
    let members = machine.states[Int(state)]
    guard members.count == 1 else { return false }
    let configuration = machine.configurations[Int(members[0])]
    guard case .lexeme(let number, let start) = configuration.position, configuration.spelling != 0 else {
      return false
    }
    let lexeme = machine.grammar.lexemes[Int(number)]
    let frame = machine.frames[Int(configuration.stack)]
    let array = machine.grammar.arrays[Int(frame.rule)]
    let progress = machine.arrays[Int(frame.progress)].progress
    guard lexeme.decoder.isQuoted, array.mayEnd(array.advanced(progress)) else { return false }
    findStrings(of: progress.values)
    let characters = lexeme.decoder.characters(of: machine.spellings.text(configuration.spelling))
    // No scalar has an empty text, so that this value takes the place of any string.
    let after = machine.resume(configuration.stack, after: .other([])).map { machine.state(of: [$0]) } ?? -1
    var element = StringElement(
      lexeme: lexeme, configuration: configuration, start: start, characters: characters, strings: usedStrings.texts,
      closed: after, rest: Completion.text(after, &machine),
      path: [LexemeState](repeating: start, count: index.trie.depth + 1))
    let position = StringPosition(start, after: characters, among: element.strings)
    if position.range.isEmpty {
      collect(below: 0, start, &element, &walk)
    } else {
      collect(below: 0, position, state, &element, &walk)
    }
    return true
  }

  /// Adds the tokens below a node after which some used strings begin with the text; `state` is the state there.
  private mutating func collect(
    below node: Int, _ position: StringPosition, _ state: Int32, _ element: inout StringElement,
    _ walk: inout CostWalk
  ) {
    var child = node + 1
    while child < Int(nodes[node].end) {
      let byte = nodes[child].byte
      var next = position
      if case .scalar(let character) = element.lexeme.decoder.step(position.state.partial, byte) {
        next.advance(by: character, element.strings)
      }
      switch element.lexeme.step(position.state, byte) {
      case .dead: break
      case .open(let lexemeState) where next.range.isEmpty:
        insert(child, lexemeState, &element, &walk)
        collect(below: child, lexemeState, &element, &walk)
      case .open(let lexemeState):
        guard walk.follows(taking: 32) else { break }
        next.state = lexemeState
        let after = machine.step(state, byte)
        guard after >= 0 else { break }
        if nodes[child].tokenCount > 0 { walk.insert(child, costing: tokenCost(after)) }
        collect(below: child, next, after, &element, &walk)
      case .closed: collect(end: child, machine.step(state, byte), &walk)
      }
      child = Int(nodes[child].end)
    }
  }

  /// Adds the tokens below a node after which no used string begins with the text.
  private mutating func collect(
    below top: Int, _ state: LexemeState, _ element: inout StringElement, _ walk: inout CostWalk
  ) {
    // Held here, which is faster than within the element.
    var path: [LexemeState] = []
    swap(&path, &element.path)
    defer { swap(&path, &element.path) }
    let (lexeme, nodes) = (element.lexeme, nodes)
    path[Int(nodes[top].depth)] = state
    let end = Int(nodes[top].end)
    var node = top + 1
    while node < end {
      let depth = Int(nodes[node].depth)
      switch lexeme.step(path[depth - 1], nodes[node].byte) {
      case .dead: node = Int(nodes[node].end)
      case .open(let next):
        path[depth] = next
        insert(node, next, &element, &walk)
        node += 1
      case .closed:
        if nodes[node].tokenCount > 0 { walk.insert(node, costing: tokenCost(element.closed)) }
        collect(after: node, node, element.closed, element, &walk)
        node = Int(nodes[node].end)
      }
    }
  }

  /// Adds the tokens below a node after a string that is not used, with blanks behind it; `state` does not tell its
  /// value.
  ///
  /// The value matters from the next element on, which is behind a comma.
  private mutating func collect(
    after end: Int, _ node: Int, _ state: Int32, _ element: StringElement, _ walk: inout CostWalk
  ) {
    var child = node + 1
    while child < Int(nodes[node].end) {
      let byte = nodes[child].byte
      if byte == UInt8(ascii: ",") {
        collect(end: child, self.state(at: child, after: end, element), &walk)
      } else {
        let next = machine.step(state, byte)
        if Self.isBlank(byte), next >= 0 {
          if nodes[child].tokenCount > 0 { walk.insert(child, costing: tokenCost(next)) }
          collect(after: end, child, next, element, &walk)
        } else {
          collect(end: child, next, &walk)
        }
      }
      child = Int(nodes[child].end)
    }
  }

  /// Adds the tokens of a node at or after the end of a string, and those below it.
  private mutating func collect(end node: Int, _ state: Int32, _ walk: inout CostWalk) {
    guard state >= 0 else { return }
    if nodes[node].tokenCount > 0 { walk.insert(node, costing: tokenCost(state)) }
    walk.run(below: node, state, &machine)
  }

  /// Adds the tokens of a node within a string, which cost as much as others with the same state of the lexeme.
  private mutating func insert(
    _ node: Int, _ state: LexemeState, _ element: inout StringElement, _ walk: inout CostWalk
  ) {
    guard nodes[node].tokenCount > 0 else { return }
    let state = element.lexeme.representative(of: state)
    if let last = element.last, last.state == state { return walk.insert(node, costing: last.cost) }
    guard let cost = element.costs[state] ?? cost(of: state, element, &walk) else { return }
    element.costs[state] = cost
    element.last = (state, cost)
    walk.insert(node, costing: cost)
  }

  /// Returns the cost within a string that is not used; nil after too much work.
  private func cost(of state: LexemeState, _ element: StringElement, _ walk: inout CostWalk) -> Int? {
    guard let rest = element.rest, let text = Completion.rest(of: element.lexeme, state) else { return Int(Int32.max) }
    guard walk.follows(taking: 32 + text.count) else { return nil }
    return index.trie.tokens(text + rest).count
  }

  /// Returns the state at a node after a string that ends at another.
  private mutating func state(at node: Int, after end: Int, _ element: StringElement) -> Int32 {
    let (text, decoder) = (text(of: node), element.lexeme.decoder)
    let string = element.characters + decoder.characters(of: text, from: element.start.partial)
    guard let after = machine.resume(element.configuration.stack, after: element.lexeme.value(of: string)) else {
      return -1
    }
    var state = machine.state(of: [after])
    for byte in text.dropFirst(Int(nodes[end].depth)) where state >= 0 { state = machine.step(state, byte) }
    return state
  }
}
