/// Elements of arrays of different scalars, whose text is recorded so that their values are used up.
///
/// The lexemes remain those of the grammar, with their cached walks; a value that is used up is only noticed where it
/// ends, and where all completions are used up.
extension PushdownAutomaton {
  /// Returns the initial configurations of the next element of an array of different scalars.
  mutating func differentElements(_ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    let array = grammar.arrays[Int(rule)]
    let current = arrays[Int(progress)].progress
    guard array.mayContinue(current) else { return [] }
    var result: [Configuration] = []
    for lexeme in array.lexemes(at: current.index, grammar) {
      let start = grammar.lexemes[lexeme].start
      guard canComplete(Int32(lexeme), start, SpellingTable.empty, besides: current.values) else { continue }
      result.append(
        .init(
          position: .lexeme(Int32(lexeme), start), stack: push(.array, rule, progress, on: stack),
          spelling: SpellingTable.empty))
    }
    return result
  }

  /// Returns the set of the values before the element above a frame, which is the same in all of the stacks.
  func values(before stack: Int32) -> Int32 { arrays[Int(frames[Int(stack)].progress)].progress.values }

  /// Returns true if a spelling that is alive in its lexeme can be completed to a value outside a set.
  func canComplete(_ lexeme: Int32, _ state: LexemeState, _ spelling: Int32, besides values: Int32) -> Bool {
    guard values != ValueSets.empty else { return true }
    let decoder = grammar.lexemes[Int(lexeme)].decoder
    return canComplete(
      lexeme, state, after: decoder.characters(of: spellings.text(spelling)), besides: UsedValues(valueSets, values))
  }

  /// Returns true if characters that are alive in their lexeme can be completed to a value that is not used.
  func canComplete(
    _ lexeme: Int32, _ state: LexemeState, after characters: @autoclosure () -> [UInt8], besides used: UsedValues
  ) -> Bool {
    grammar.lexemes[Int(lexeme)].canComplete(
      from: state, after: characters(), besides: used, grammar.textCounts[Int(lexeme)])
  }

  /// Adds the configurations after the end of a lexeme; none if its value is recorded and used already.
  mutating func resume(_ stack: Int32, after spelling: Int32, of lexeme: Lexeme, _ next: inout [Configuration]) {
    guard spelling != 0 else { return resume(stack, &next) }
    let value = lexeme.value(of: lexeme.decoder.characters(of: spellings.text(spelling)))
    if let after = resume(stack, after: value) { next.append(after) }
  }

  /// Returns the configuration after an element, whose value is then used up; nil if it is already.
  mutating func resume(_ stack: Int32, after value: ScalarValue) -> Configuration? {
    let frame = frames[Int(stack)]
    var progress = arrays[Int(frame.progress)].progress
    let values = progress.values
    guard !valueSets.contains(value, in: values) else { return nil }
    progress = grammar.arrays[Int(frame.rule)].advanced(progress)
    progress.values = valueSets.inserting(value, into: values)
    let rest = push(.array, frame.rule, intern(progress, frame.rule), on: frame.parent)
    return .init(position: .after, stack: rest, spaces: spacesBetween)
  }
}
