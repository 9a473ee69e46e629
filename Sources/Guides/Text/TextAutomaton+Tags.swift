/// Texts with a tag, as automata of Knuth, Morris and Pratt.
extension TextAutomaton {
  /// Returns the automaton of the texts that end with the first occurrence of a tag.
  static func text(endingIn tag: String) throws(GuideError) -> TextAutomaton { try search(tag, isOpenEnded: false) }

  /// Returns the automaton of the texts that contain a tag.
  static func text(containing tag: String) throws(GuideError) -> TextAutomaton { try search(tag, isOpenEnded: true) }

  private static func search(_ tag: String, isOpenEnded: Bool) throws(GuideError) -> TextAutomaton {
    let letters = tag.unicodeScalars.map(\.value)
    guard !letters.isEmpty, letters.count <= 1000 else {
      throw .tooComplex(pointer: "", reason: "a tag must have between 1 and 1,000 characters")
    }
    let alphabet = Alphabet(distinguishing: Set(letters).sorted().map { CodePointSet([$0...$0]) })
    let symbols = letters.map { alphabet.symbol(of: $0) }
    let width = alphabet.count
    var table = [Int32](repeating: 0, count: (letters.count + 1) * width)
    var restart = 0
    for state in 0..<letters.count {
      for symbol in 0..<width { table[state * width + symbol] = state == 0 ? 0 : table[restart * width + symbol] }
      table[state * width + symbols[state]] = Int32(state + 1)
      if state > 0 { restart = Int(table[restart * width + symbols[state]]) }
    }
    for symbol in 0..<width { table[letters.count * width + symbol] = isOpenEnded ? Int32(letters.count) : -1 }
    return TextAutomaton(
      alphabet: alphabet, next: table, accepts: (0...letters.count).map { $0 == letters.count }, start: 0)
  }
}
