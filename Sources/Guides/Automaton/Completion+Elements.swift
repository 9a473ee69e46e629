/// Completions of elements of arrays of different scalars.
extension Completion {
  /// The rest of an element, with its value.
  typealias ElementRest = (text: [UInt8], value: ScalarValue)

  /// Returns the shortest rest of an element whose value is not used yet, nil if there is none.
  ///
  /// - Parameters:
  ///   - number: The index of the lexeme.
  ///   - start: The state of the lexeme.
  ///   - prefix: The complete characters before it, in UTF-8.
  ///   - used: The values that are used.
  /// - Returns: The rest, with a closing quote.
  func rest(
    ofElement number: Int, _ start: LexemeState, after prefix: [UInt8], besides used: UsedValues
  ) -> ElementRest? {
    let lexeme = grammar.lexemes[number]
    var state = start
    var characters = prefix
    var text: [UInt8] = []
    while state.partial != 0 {
      guard let step = step(number, state, characters, used) else { return nil }
      text.append(step.byte)
      (state, characters) = (step.state, step.characters)
    }
    guard let points = lexeme.completion(from: state, after: characters, besides: used) else { return nil }
    for point in points { characters.append(utf8: point) }
    return (text + Self.text(of: points, lexeme), lexeme.value(of: characters))
  }

  /// Returns a byte that continues an incomplete character so that the value can be one that is not used yet.
  private func step(
    _ number: Int, _ state: LexemeState, _ characters: [UInt8], _ used: UsedValues
  ) -> (byte: UInt8, state: LexemeState, characters: [UInt8])? {
    let lexeme = grammar.lexemes[number]
    for byte in UInt8.min ... .max {
      guard case .open(let next) = lexeme.step(state, byte) else { continue }
      var after = characters
      if case .scalar(let point) = lexeme.decoder.step(state.partial, byte) { after.append(utf8: point) }
      if machine.canComplete(Int32(number), next, after: after, besides: used) { return (byte, next, after) }
    }
    return nil
  }

  /// Writes the rest of an element, and schedules the rest of its array.
  mutating func write(_ rest: ElementRest, _ rule: Int, _ progress: ArrayProgress, _ used: UsedValues) {
    text += rest.text
    var used = used
    used.insert(rest.value)
    items.append(.different(rule, grammar.arrays[rule].advanced(progress), used, hasMembers: true))
  }

  /// Writes the shortest element of an array of different scalars.
  mutating func writeDifferent(_ rule: Int, _ progress: ArrayProgress, _ used: UsedValues) -> Bool {
    var shortest: ElementRest?
    for number in grammar.arrays[rule].lexemes(at: progress.index, grammar) {
      let start = grammar.lexemes[number].start
      guard let rest = rest(ofElement: number, start, after: [], besides: used) else { continue }
      if rest.text.count < shortest?.text.count ?? .max { shortest = rest }
    }
    guard let shortest else { return false }
    write(shortest, rule, progress, used)
    return true
  }
}
