import SwiftletTokenizers

/// Tokens of lexemes.
extension MaskBuilder {
  /// A lexeme in a state.
  private struct LexemeKey: Hashable {
    var number: Int32
    var state: LexemeState
  }

  /// A lexeme in a state, with the stacks to return to.
  private typealias Member = (number: Int32, state: LexemeState, stacks: [Int32])

  /// The number of lexemes that have walks of their own, which are cached; each takes up to a walk of the entire trie.
  static let sharedWalkCount = 2

  /// Adds the tokens of lexemes.
  mutating func add(lexemes configurations: [Configuration], _ builder: inout TokenSetBuilder) {
    var members: [Member] = []
    var indices: [LexemeKey: Int] = [:]
    for configuration in configurations {
      guard case .lexeme(let number, let state) = configuration.position else { continue }
      if configuration.spelling != 0 {
        add(element: number, state, configuration, &builder)
        continue
      }
      let key = LexemeKey(number: number, state: state)
      if let index = indices[key] {
        members[index].stacks.append(configuration.stack)
      } else {
        indices[key] = members.count
        members.append((number, state, [configuration.stack]))
      }
    }
    guard members.count > Self.sharedWalkCount else {
      for member in members { add(member, &builder) }
      return
    }
    add(free: members.filter { isFree($0) }, &builder)
    var other = members.filter { !isFree($0) }
    for (isUnopened, allowsEveryEscape) in [(false, false), (false, true), (true, false), (true, true)] {
      let strings = other.filter { isBoundary($0, isUnopened: isUnopened, allowsEveryEscape: allowsEveryEscape) }
      guard strings.count > 1 else { continue }
      add(strings: strings, &builder)
      other.removeAll { isBoundary($0, isUnopened: isUnopened, allowsEveryEscape: allowsEveryEscape) }
    }
    guard other.count > Self.sharedWalkCount else {
      for member in other { add(member, &builder) }
      return
    }
    add(joint: other, &builder)
  }

  private mutating func add(_ member: Member, _ builder: inout TokenSetBuilder) {
    let walk = index.walk(machine.grammar.lexemes[Int(member.number)], member.state, endsAtDelimiter: endsAtDelimiter)
    builder.insert(walk.whole)
    guard !walk.exits.isEmpty else { return }
    addExits(walk.exits, after([member]), &builder)
  }

  /// Returns the state after lexemes.
  private mutating func after(_ members: [Member]) -> Int32 {
    var after: [Configuration] = []
    for stack in members.lazy.flatMap(\.stacks) { machine.resume(stack, &after) }
    return machine.state(of: after)
  }

  // MARK: - Strings constrained in length only

  /// Returns true at a character boundary of a string that is constrained in length only.
  private func isFree(_ member: Member) -> Bool {
    let lexeme = machine.grammar.lexemes[Int(member.number)]
    return lexeme.decoder.isQuoted && member.state.state == lexeme.automaton.universal
      && (member.state.partial == 0 || member.state.partial == TextDecoder.unopened)
  }

  /// Adds the tokens of strings that are constrained in length only.
  private mutating func add(free members: [Member], _ builder: inout TokenSetBuilder) {
    for isUnopened in [false, true] {
      for allowsEveryEscape in [false, true] {
        let group = members.filter {
          ($0.state.partial != 0) == isUnopened
            && machine.grammar.lexemes[Int($0.number)].decoder.allowsEveryEscape == allowsEveryEscape
        }
        let text = allowsEveryEscape ? index.freeText : index.freeCanonicalText
        if !group.isEmpty { add(free: group, text, isUnopened: isUnopened, &builder) }
      }
    }
  }

  private mutating func add(
    free members: [Member], _ text: FreeText, isUnopened: Bool, _ builder: inout TokenSetBuilder
  ) {
    let bounds = members.map { member -> (minimum: Int, maximum: Int) in
      let (lexeme, count) = (machine.grammar.lexemes[Int(member.number)], Int(member.state.count))
      return (lexeme.minimum - count, lexeme.maximum - count)
    }
    let maximum = bounds.reduce(0) { max($0, $1.maximum) }
    builder.insert(text.inside(isUnopened: isUnopened, maximum: maximum, vocabularyCount: index.vocabulary.count))
    for (count, closing) in text.closing(isUnopened: isUnopened) {
      let ending = members.indices.filter { bounds[$0].minimum <= count && count <= bounds[$0].maximum }
      guard !ending.isEmpty else { continue }
      for node in closing { insertTokens(of: Int(node), &builder) }
      addExits(LexemeWalk.grouped(closing, nodes), after(ending.map { members[$0] }), &builder)
    }
  }

  // MARK: - Strings with patterns

  /// Returns true before the opening quote of a string, or at a boundary of characters within it.
  private func isBoundary(_ member: Member, isUnopened: Bool, allowsEveryEscape: Bool) -> Bool {
    let decoder = machine.grammar.lexemes[Int(member.number)].decoder
    return decoder.isQuoted && decoder.allowsEveryEscape == allowsEveryEscape
      && member.state.partial == (isUnopened ? TextDecoder.unopened : 0)
  }

  private mutating func add(strings members: [Member], _ builder: inout TokenSetBuilder) {
    let strings = members.map { (lexeme: machine.grammar.lexemes[Int($0.number)], state: $0.state) }
    guard let free = index.freeNodes(strings[0].lexeme, strings[0].state) else { return }
    let walk = StringsWalk(strings, index.trie, free, vocabularyCount: index.vocabulary.count)
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    for end in walk.ends { addExits(end.exits, after(end.members.map { members[Int($0)] }), &builder) }
  }

  // MARK: - Joint walks

  private mutating func add(joint members: [Member], _ builder: inout TokenSetBuilder) {
    let walk = JointWalk(
      members.map { (machine.grammar.lexemes[Int($0.number)], $0.state) }, index.trie,
      vocabularyCount: index.vocabulary.count, endsAtDelimiter: endsAtDelimiter)
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    for end in walk.ends { addExits(end.exits, after(end.members.map { members[Int($0)] }), &builder) }
  }
}
