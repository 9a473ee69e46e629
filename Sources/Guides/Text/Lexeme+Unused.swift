/// The numbers of texts that complete a lexeme.
struct TextCounts: Sendable {
  /// The number of texts from each state of the automaton to acceptance, ignoring bounds of length, saturated.
  let byState: [Int]
  /// A number that the spellings of no value exceed.
  let spellings: Int

  init(_ lexeme: Lexeme) {
    let automaton = lexeme.automaton
    byState = automaton.textCounts
    // Strings are compared by their characters. Integers have a single spelling, except for 0 and -0. Other numbers may
    // end in zeros, and so may begin exponents: with 1,400 digits and 3 of the exponent, there are fewer than 2^16.
    let symbols = ".eE".unicodeScalars.map { automaton.alphabet.symbol(of: $0.value) }
    let isPlain = byState.indices.allSatisfy { state in
      symbols.allSatisfy { automaton.next[state * automaton.alphabet.count + $0] < 0 }
    }
    spellings = lexeme.decoder.isQuoted ? 1 : isPlain ? 2 : 1 << 16
  }
}

/// Completions of lexemes to values that an array of different scalars does not contain yet.
extension Lexeme {
  /// Returns the value of a complete text, given by its characters in UTF-8.
  func value(of characters: [UInt8]) -> ScalarValue {
    decoder.isQuoted ? .string(characters) : ScalarValue(characters)
  }

  /// Returns true if a text can be completed to a value that is not used yet.
  ///
  /// - Parameters:
  ///   - state: The state after the text, which must be alive.
  ///   - characters: The complete characters of the text, in UTF-8.
  ///   - used: The values that are used.
  ///   - counts: The numbers of texts, nil if they are unknown.
  /// - Returns: False if all completions have used values.
  func canComplete(
    from state: LexemeState, after characters: @autoclosure () -> [UInt8], besides used: UsedValues,
    _ counts: TextCounts?
  ) -> Bool {
    if used.count == 0 { return true }
    if let counts, hasMoreTexts(than: used.count * counts.spellings, from: state, counts.byState) { return true }
    return completion(from: state, after: characters(), besides: used) != nil
  }

  /// Returns the characters of a shortest completion to a value that is not used yet, nil if there is none.
  func completion(from state: LexemeState, after characters: [UInt8], besides used: UsedValues) -> [UInt32]? {
    func isUnused(_ points: [UInt32]) -> Bool {
      var text = characters
      for point in points { text.append(utf8: point) }
      return !used.contains(value(of: text))
    }
    if state.partial == 0 || state.partial == TextDecoder.unopened {
      let points = completion(from: state)
      if isUnused(points) { return points }
    }
    return CompletionSearch(self, limit: used.count + 1).first(from: state, where: isUnused)
  }

  /// Returns true if more texts than a number complete the lexeme; false in doubt.
  private func hasMoreTexts(than limit: Int, from state: LexemeState, _ counts: [Int]) -> Bool {
    let isBetweenCharacters = state.partial == 0 || state.partial == TextDecoder.unopened
    if isBetweenCharacters, !isBounded { return counts[Int(state.state)] > limit }
    let alphabet = automaton.alphabet
    let ranges = isBetweenCharacters ? [0...CodePointSet.last] : decoder.possibleCodePoints(of: state.partial)
    var total = 0
    for range in ranges {
      var interval = alphabet.interval(of: range.lowerBound)
      while interval < alphabet.starts.count, alphabet.starts[interval] <= range.upperBound {
        let next = automaton.next[Int(state.state) * alphabet.count + Int(alphabet.classes[interval])]
        if next >= 0 {
          let first = max(alphabet.starts[interval], range.lowerBound)
          let size = CodePointSet.characterCount(first...min(alphabet.last(of: interval), range.upperBound))
          // Within bounds of length, there is at least one text after each character that leaves the lexeme alive.
          let each = !isBounded ? counts[Int(next)] : isAlive(next, saturated(state.count + 1)) ? 1 : 0
          total += size * each
          if total > limit { return true }
        }
        interval += 1
      }
    }
    return false
  }
}
