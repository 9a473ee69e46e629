/// The result of a byte of a lexeme.
enum LexemeStep {
  case dead
  case closed
  case open(LexemeState)
}

extension Lexeme {
  /// The state before the first byte.
  var start: LexemeState {
    LexemeState(state: automaton.start, count: 0, partial: decoder.isQuoted ? TextDecoder.unopened : 0)
  }

  /// Advances by one byte.
  func step(_ state: LexemeState, _ byte: UInt8) -> LexemeStep {
    switch decoder.step(state.partial, byte) {
    case .dead: return .dead
    case .opened: return .open(LexemeState(state: state.state, count: 0, partial: 0))
    case .closed: return accepts(state) ? .closed : .dead
    case .scalar(let point):
      let next = automaton.step(state.state, point)
      guard next >= 0 else { return .dead }
      let count = isBounded ? saturated(state.count + 1) : 0
      if isBounded, !isAlive(next, count) { return .dead }
      return .open(LexemeState(state: next, count: count, partial: 0))
    case .partial(let partial, let range):
      guard canContinue(state, range) else { return .dead }
      return .open(LexemeState(state: state.state, count: state.count, partial: partial))
    case .escape(let partial):
      guard decoder.possibleCodePoints(of: partial).contains(where: { canContinue(state, $0) }) else { return .dead }
      return .open(LexemeState(state: state.state, count: state.count, partial: partial))
    }
  }

  /// Returns true if a character of a range is allowed next.
  func canContinue(_ state: LexemeState, _ range: ClosedRange<UInt32>) -> Bool {
    let count = isBounded ? saturated(state.count + 1) : 0
    if range.lowerBound >= 128, automaton.beyondASCII[Int(state.state)] != -2 {
      let next = automaton.beyondASCII[Int(state.state)]
      return next >= 0 && (!isBounded || isAlive(next, count))
    }
    if range.lowerBound >= 128, !isBounded, automaton.continuesBeyondASCII[Int(state.state)] { return true }
    var interval = automaton.alphabet.interval(of: range.lowerBound)
    while interval < automaton.alphabet.starts.count, automaton.alphabet.starts[interval] <= range.upperBound {
      let next = automaton.next[Int(state.state) * automaton.alphabet.count + Int(automaton.alphabet.classes[interval])]
      if next >= 0, !isBounded || isAlive(next, count) { return true }
      interval += 1
    }
    return false
  }
}
