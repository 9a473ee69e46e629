extension TextAutomaton {
  /// The texts of the automaton with a number of characters within bounds, the counting being done by states.
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
      alphabet: Alphabet(telling: []), next: next, accepts: (0...last).map { $0 >= minimum }, start: 0)
    return try intersection(chain)
  }
}
