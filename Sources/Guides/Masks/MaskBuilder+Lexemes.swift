import SwiftletTokenizers

/// Tokens of lexemes.
extension MaskBuilder {
  /// A lexeme in a state.
  private struct LexemeKey: Hashable {
    var number: Int32
    var state: LexemeState

    func hash(into hasher: inout Hasher) {
      var mixer = WordMixer()
      mixer.add(number, state.state)
      mixer.add(state.count, Int32(bitPattern: state.partial))
      hasher.combine(mixer.value)
    }
  }

  /// A lexeme in a state, with the stacks to return to.
  private typealias Member = (number: Int32, state: LexemeState, stacks: [Int32])

  /// The state of a string's decoder.
  private struct StringsKey: Hashable {
    var decoder: TextDecoder
    var partial: UInt32
  }

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
    var strings: [StringsKey: [Member]] = [:]
    var keys: [StringsKey] = []
    var other: [Member] = []
    for member in members where !isFree(member) {
      let decoder = machine.grammar.lexemes[Int(member.number)].decoder
      let key = StringsKey(decoder: decoder, partial: member.state.partial)
      guard decoder.isQuoted else {
        other.append(member)
        continue
      }
      if strings[key] == nil { keys.append(key) }
      strings[key, default: []].append(member)
    }
    for key in keys {
      let members = strings[key] ?? []
      if members.count <= Self.sharedWalkCount || !add(strings: members, key, &builder) { other += members }
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
    addExits(walk.exits, after([member], CollectionOfOne(0)), &builder)
  }

  /// Returns the state after some of the lexemes.
  private mutating func after(_ members: [Member], _ indices: some Sequence<Int>) -> Int32 {
    var after: [Configuration] = []
    for index in indices { for stack in members[index].stacks { machine.resume(stack, &after) } }
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
      addExits(LexemeWalk.grouped(closing, nodes), after(members, ending), &builder)
    }
  }

  // MARK: - Strings with patterns

  /// Adds the tokens of strings in the same state of the same decoder.
  ///
  /// - Returns: False, without tokens, if the strings are too different for a shared walk.
  private mutating func add(strings members: [Member], _ key: StringsKey, _ builder: inout TokenSetBuilder) -> Bool {
    let strings = members.map { member in
      let start = TextPosition(state: member.state.state, count: member.state.count)
      return (text: SharedString(lexeme: machine.grammar.lexemes[Int(member.number)]), start: start)
    }
    let free = index.freeNodes(key.decoder, key.partial)
    guard
      let walk = SharedWalk(
        strings, key.decoder, key.partial, index.trie, free, vocabularyCount: index.vocabulary.count)
    else { return false }
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    // Most strings that end in different places have the same after them.
    var byState: [Int32: [Int32]] = [:]
    for end in walk.ends {
      byState[after(members, end.endings.lazy.map { Int($0.text) }), default: []] += end.nodes
    }
    for (state, ends) in byState.sorted(by: { $0.key < $1.key }) {
      addExits(LexemeWalk.grouped(ends, nodes), state, &builder)
    }
    return true
  }

  // MARK: - Joint walks

  private mutating func add(joint members: [Member], _ builder: inout TokenSetBuilder) {
    let walk = JointWalk(
      members.map { (machine.grammar.lexemes[Int($0.number)], $0.state) }, index.trie,
      vocabularyCount: index.vocabulary.count, endsAtDelimiter: endsAtDelimiter)
    machine.stepCount += walk.stepCount
    builder.insert(walk.whole)
    for end in walk.ends { addExits(end.exits, after(members, end.members.lazy.map { Int($0) }), &builder) }
  }
}
