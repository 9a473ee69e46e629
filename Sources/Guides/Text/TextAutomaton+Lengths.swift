extension TextAutomaton {
  /// Returns the automaton restricted to texts within bounds of length, expanded to states.
  func counted(from minimum: Int, through maximum: Int) throws(GuideError) -> TextAutomaton {
    guard minimum > 0 || maximum < Lexeme.unbounded else { return self }
    let last = maximum < Lexeme.unbounded ? maximum : minimum
    guard last < Self.maximumStates else {
      throw .tooComplex(pointer: "", reason: "lengths of names beyond \(Self.maximumStates)")
    }
    let next = (0...last).map { count in
      count < last ? Int32(count + 1) : maximum < Lexeme.unbounded ? -1 : Int32(count)
    }
    let chain = TextAutomaton(
      alphabet: Alphabet(distinguishing: []), next: next, accepts: (0...last).map { $0 >= minimum }, start: 0)
    return try intersection(chain)
  }
}
