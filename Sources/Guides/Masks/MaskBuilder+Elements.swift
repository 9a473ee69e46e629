import SwiftletTokenizers

/// Tokens of elements of arrays of different scalars.
///
/// They are those of the lexeme, from its cached walk, except where a token spells a value that is used, or leaves only
/// such values. These tokens lie along the spellings of used values, which are few.
extension MaskBuilder {
  /// An element, with the values that it must not have.
  private struct Element {
    let number: Int32
    let lexeme: Lexeme
    let used: UsedValues
    /// The used strings, in order.
    let strings: PackedStrings
  }

  /// Adds the tokens of an element from a state of its lexeme.
  mutating func add(
    element number: Int32, _ state: LexemeState, _ configuration: Configuration, _ builder: inout TokenSetBuilder
  ) {
    let lexeme = machine.grammar.lexemes[Int(number)]
    let walk = index.walk(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    let characters = lexeme.decoder.characters(of: machine.spellings.text(configuration.spelling))
    let set = machine.values(before: configuration.stack)
    if set == ValueSets.empty {
      builder.insert(walk.whole)
    } else {
      if lexeme.decoder.isQuoted { findStrings(of: set) }
      builder.insert(mask(number, state, after: characters, walk, besides: set))
    }
    for exit in walk.exits where mayFollowElement(exit.byte) {
      for node in exit.nodes {
        let rest = lexeme.decoder.characters(of: text(of: Int(node)).dropLast(), from: state.partial)
        let value = lexeme.value(of: characters + rest)
        guard let after = machine.resume(configuration.stack, after: value) else { continue }
        addSubtree(Int(node), machine.step(machine.state(of: [after]), exit.byte), &builder)
      }
    }
  }

  /// Makes ``usedStrings`` those of a set.
  mutating func findStrings(of set: Int32) {
    if usedStrings.set != set { usedStrings = (set, PackedStrings(machine.valueSets.strings(in: set))) }
  }

  /// Returns true for the bytes that may follow an element of an array.
  private func mayFollowElement(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || machine.spacesBetween > 0 && Self.isBlank(byte)
  }

  /// Returns the tokens that end within an element or at its end.
  private func mask(
    _ number: Int32, _ state: LexemeState, after characters: [UInt8], _ walk: LexemeWalk, besides set: Int32
  ) -> TokenMask {
    let element = Element(
      number: number, lexeme: machine.grammar.lexemes[Int(number)], used: UsedValues(machine.valueSets, set),
      strings: usedStrings.texts)
    var builder = TokenSetBuilder(vocabularyCount: index.vocabulary.count)
    builder.insert(walk.whole)
    guard element.lexeme.decoder.isQuoted else {
      var text = characters
      removeUsed(below: 0, state, &text, element, from: &builder)
      return builder.finish()
    }
    let position = StringPosition(state, after: characters, among: element.strings)
    guard !position.range.isEmpty else { return walk.whole }
    removeUsed(below: 0, position, element, from: &builder)
    return builder.finish()
  }

  /// Removes the tokens below a node that spell a used string, or that can be completed to used strings only.
  private func removeUsed(
    below node: Int, _ position: StringPosition, _ element: Element, from builder: inout TokenSetBuilder
  ) {
    let bytes = position.state.partial == 0 ? position.nextBytes(element.strings) : nil
    var child = node + 1
    while child < Int(nodes[node].end) {
      let byte = nodes[child].byte
      if bytes?.contains(byte) ?? true || !Self.isLiteral(byte) {
        removeUsed(at: child, position, element, from: &builder)
      }
      child = Int(nodes[child].end)
    }
  }

  /// Returns true for bytes that stand for themselves in strings of every syntax, or begin such a character.
  private static func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), 0x80...:
      true
    default: false
    }
  }

  private func removeUsed(
    at node: Int, _ position: StringPosition, _ element: Element, from builder: inout TokenSetBuilder
  ) {
    let byte = nodes[node].byte
    var next = position
    if case .scalar(let character) = element.lexeme.decoder.step(position.state.partial, byte) {
      next.advance(by: character, element.strings)
      // No used string begins with these characters.
      guard !next.range.isEmpty else { return }
    }
    switch element.lexeme.step(position.state, byte) {
    case .dead: break
    case .closed:
      // The shortest of the strings comes first.
      guard element.strings.count(position.range.lowerBound) == position.count else { return }
      let first = Int(nodes[node].firstToken)
      for index in first..<first + Int(nodes[node].tokenCount) { builder.remove(tokens[index]) }
    case .open(let state):
      next.state = state
      let (first, count) = (next.range.lowerBound, next.count)
      if machine.canComplete(
        element.number, state, after: element.strings.prefix(first, count), besides: element.used)
      {
        removeUsed(below: node, next, element, from: &builder)
      } else {
        removeSubtree(node, from: &builder)
      }
    }
  }

  /// Removes the tokens below a node that can be completed to used numbers or literals only.
  private func removeUsed(
    below node: Int, _ state: LexemeState, _ text: inout [UInt8], _ element: Element,
    from builder: inout TokenSetBuilder
  ) {
    var child = node + 1
    while child < Int(nodes[node].end) {
      if case .open(let next) = element.lexeme.step(state, nodes[child].byte) {
        text.append(nodes[child].byte)
        if machine.canComplete(element.number, next, after: text, besides: element.used) {
          removeUsed(below: child, next, &text, element, from: &builder)
        } else {
          removeSubtree(child, from: &builder)
        }
        text.removeLast()
      }
      child = Int(nodes[child].end)
    }
  }

  /// Removes the tokens of a node and of those below it.
  func removeSubtree(_ node: Int, from builder: inout TokenSetBuilder) {
    builder.remove(tokens[index.trie.places(below: node)])
  }
}
