/// Costs of tokens within strings that must differ from others.
///
/// The text of such a string is recorded, so that each token leads to a state of its own. Where no used string begins
/// with the text and the array may end after the string, only the state of the lexeme decides the shortest completion.
extension MaskBuilder {
  /// A string in progress, with the costs by the state of its lexeme.
  private struct StringElement {
    let lexeme: Lexeme
    let configuration: Configuration
    let strings: PackedStrings
    var costs: [LexemeState: Int] = [:]
    /// The last cost looked up; most tokens lead to the same state as the one before.
    var last: (state: LexemeState, cost: Int)?
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
    var element = StringElement(lexeme: lexeme, configuration: configuration, strings: usedStrings.texts)
    let characters = lexeme.decoder.characters(of: machine.spellings.text(configuration.spelling))
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
    below node: Int, _ state: LexemeState, _ element: inout StringElement, _ walk: inout CostWalk
  ) {
    var child = node + 1
    while child < Int(nodes[node].end) {
      switch element.lexeme.step(state, nodes[child].byte) {
      case .dead: break
      case .open(let next):
        insert(child, next, &element, &walk)
        collect(below: child, next, &element, &walk)
      case .closed: collect(end: child, self.state(at: child, element), &walk)
      }
      child = Int(nodes[child].end)
    }
  }

  /// Adds the tokens of a node at the end of a string, and those below it.
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
    if let last = element.last, last.state == state { return walk.insert(node, costing: last.cost) }
    let cost = element.costs[state] ?? tokenCost(self.state(at: node, element))
    element.costs[state] = cost
    element.last = (state, cost)
    walk.insert(node, costing: cost)
  }

  /// Returns the state after the bytes of a node.
  private mutating func state(at node: Int, _ element: StringElement) -> Int32 {
    var state = machine.state(of: [element.configuration])
    for byte in text(of: node) where state >= 0 { state = machine.step(state, byte) }
    return state
  }
}
