import SwiftletTokenizers

/// Finds the tokens that may come in a state of a machine.
struct MaskMaker {
  let machine: Machine
  let index: TokenIndex
  /// Whether what follows a number or a word of JSON can only be a delimiter.
  let endsAtDelimiter: Bool

  private var trie: TokenTrie { index.trie }

  /// The tokens that may come, the vocabulary's end tokens among them where the text may end.
  func mask(_ state: Int32) -> TokenMask {
    var builder = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    let members = machine.states[Int(state)]
    for member in members {
      if members.count == 1 {
        add(machine.configurations[Int(member)], &builder)
      } else {
        // Apart, as a name of one may be no name of the other.
        var own = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
        add(machine.configurations[Int(member)], &own)
        builder.insert(own.finish())
      }
    }
    if machine.accepts(state) { builder.insert(index.ends[...]) }
    return builder.finish()
  }

  private func add(_ configuration: Configuration, _ builder: inout TokenSetBuilder) {
    if configuration.spaces > 0 {
      visit(0, machine.state([machine.number(configuration)]), &builder) { machine.isSpace($0) }
    }
    let stack = configuration.stack
    switch configuration.head {
    case .value(let node): for start in machine.begin(Int(node), stack) { add(start, &builder) }
    case .lexeme(let number, let state): add(machine.grammar.lexemes[Int(number)], state, stack, &builder)
    case .element(let rule, let progress):
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
    case .firstElement(let rule):
      let progress = machine.number(ArrayProgress(), rule)
      for start in machine.elements(rule, progress, stack) { add(start, &builder) }
      visit(0, machine.state([machine.number(configuration)]), &builder) { $0 == UInt8(ascii: "]") }
    case .firstKey(let rule):
      let progress = machine.number(ObjectProgress(), rule)
      if let state = machine.keyStart(rule, progress) {
        add(key: state, rule, progress, stack, &builder)
      }
      visit(0, machine.state([machine.number(configuration)]), &builder) { $0 == UInt8(ascii: "}") }
    case .key(let rule, let progress, let state): add(key: state, rule, progress, stack, &builder)
    case .openObject, .openArray, .colon, .after:
      visit(0, machine.state([machine.number(configuration)]), &builder) { !machine.isSpace($0) || configuration.spaces == 0 }
    }
  }

  /// The tokens below a node of the tree that may come in a state.
  private func visit(
    _ node: Int, _ state: Int32, _ builder: inout TokenSetBuilder, where isWanted: ((UInt8) -> Bool)? = nil
  ) {
    guard state >= 0 else { return }
    let end = Int(trie.nodes[node].end)
    var child = node + 1
    while child < end {
      let current = trie.nodes[child]
      if isWanted?(current.byte) ?? true {
        let next = machine.step(state, current.byte)
        if next >= 0 {
          insertTokens(of: child, &builder)
          if Int(current.end) > child + 1 { visit(child, next, &builder) }
        }
      }
      child = Int(current.end)
    }
  }

  private func insertTokens(of node: Int, _ builder: inout TokenSetBuilder) {
    let first = Int(trie.nodes[node].firstToken)
    for index in first..<first + Int(trie.nodes[node].tokenCount) { builder.insert(trie.tokens[index]) }
  }

  private func add(_ lexeme: Lexeme, _ state: LexemeState, _ stack: Int32, _ builder: inout TokenSetBuilder) {
    let walk = index.walk(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    builder.insert(walk.whole)
    guard !walk.exits.isEmpty else { return }
    let next = machine.state([machine.number(machine.resume(stack))])
    for exit in walk.exits { visit(Int(exit), next, &builder) }
  }

  /// Adds the tokens of a property's name.
  ///
  /// Where any name may come, these are the tokens of any string, except along the declared names: there one has to look
  /// whether the name may come, and what then follows.
  private func add(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ builder: inout TokenSetBuilder
  ) {
    let object = machine.grammar.objects[Int(rule)]
    let isFree = state.extra >= 0 && (object.classifier?.isFree[Int(state.extra)] ?? true)
    guard isFree, state.partial == 0 || state.partial == TextDecoder.unopened else {
      let head = Configuration.Head.key(rule, progress: progress, state)
      visit(0, machine.state([machine.number(Configuration(head: head, stack: stack))]), &builder)
      return
    }
    let decoder = machine.keyDecoder(state, object)
    let text = decoder.allowsEveryEscape ? index.freeText : index.freeCanonicalText
    let walk = state.partial == 0 ? text.open : text.unopened
    builder.insert(walk.whole)
    let declared = declaredEnds(state, rule, progress, stack)
    let other = KeyState(low: 0, high: 0, depth: 0, extra: state.extra, partial: 0)
    let afterOther = machine.state(machine.afterKey(other, rule, progress, stack).map(machine.number))
    var known = declared[...]
    for exit in walk.exits {
      while let first = known.first, first.node < exit { known = known.dropFirst() }
      if known.first?.node != exit { visit(Int(exit), afterOther, &builder) }
    }
    for (node, next) in declared {
      if next >= 0 {
        insertTokens(of: Int(node), &builder)
        visit(Int(node), next, &builder)
      } else {
        let first = Int(trie.nodes[Int(node)].firstToken)
        for index in first..<first + Int(trie.nodes[Int(node)].tokenCount) { builder.remove(trie.tokens[index]) }
      }
    }
  }

  /// The nodes of the tree at which declared names end, with the state that follows, in order.
  private func declaredEnds(
    _ start: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32
  ) -> [(node: Int32, next: Int32)] {
    let object = machine.grammar.objects[Int(rule)]
    let ranks = machine.objects[Int(progress)].choices.ranks
    var result: [(node: Int32, next: Int32)] = []
    func visit(_ node: Int, _ state: KeyState) {
      var child = node + 1
      while child < Int(trie.nodes[node].end) {
        let current = trie.nodes[child]
        if current.byte == UInt8(ascii: "\""), state.partial == 0, object.rank(state) != nil {
          result.append((Int32(child), machine.state(machine.afterKey(state, rule, progress, stack).map(machine.number))))
        } else if case .open(let next) = machine.stepKey(state, object, ranks, current.byte),
          next.low < next.high
        {
          if Int(current.end) > child + 1 { visit(child, next) }
        }
        child = Int(current.end)
      }
    }
    if start.low < start.high { visit(0, start) }
    return result
  }
}
