extension NumberAutomata {
  /// The phase of scanning a number.
  private enum Phase: Hashable {
    case start, sign
    /// After a leading 0.
    case zero
    case integer(Int)
    case point
    case fraction(Int)
    case exponent, exponentSign
    case exponentDigits(Int)
  }

  private struct State: Hashable {
    var phase: Phase
    /// True if an exponent is allowed: there is exactly one digit before the point, and it is not 0.
    var isNormalised: Bool
    /// True if the value so far is an integer, ignoring the exponent.
    var isIntegral: Bool
    var mustBeIntegral: Bool
  }

  /// Returns the automaton of all spellings of numbers, or of integers.
  static func spellings(integers: Bool, _ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    let start = State(phase: .start, isNormalised: false, isIntegral: true, mustBeIntegral: integers)
    let maximumDigits = spelling.maximumDigits
    return try automaton(start: start) { state in
      switch state.phase {
      case .zero, .integer, .exponentDigits: true
      case .fraction: !integers || state.isIntegral
      default: false
      }
    } step: { state, symbol in
      var next = state
      switch (state.phase, symbol) {
      case (.start, minus): next.phase = .sign
      case (.start, 0), (.sign, 0): next.phase = .zero
      case (.start, 1...9), (.sign, 1...9):
        next.phase = .integer(1)
        next.isNormalised = spelling.allowsExponents && !integers
      case (.integer(let count), 0...9) where count < maximumDigits:
        next.phase = .integer(count + 1)
        next.isNormalised = false
      case (.zero, point), (.integer, point):
        guard !integers || spelling.allowsIntegerFractions else { return nil }
        next.phase = .point
      case (.point, 0...9):
        next.phase = .fraction(1)
        next.isIntegral = symbol == 0
      case (.fraction(let count), 0...9) where count < maximumDigits:
        next.phase = .fraction(count + 1)
        next.isIntegral = state.isIntegral && symbol == 0
      case (.integer, exponent) where state.isNormalised, (.fraction, exponent) where state.isNormalised:
        next.phase = .exponent
      case (.exponent, minus), (.exponent, plus): next.phase = .exponentSign
      case (.exponent, 0...9), (.exponentSign, 0...9): next.phase = .exponentDigits(1)
      case (.exponentDigits(let count), 0...9) where count < spelling.maximumExponentDigits:
        next.phase = .exponentDigits(count + 1)
      default: return nil
      }
      if integers && !next.isIntegral { return nil }
      return next
    }
  }
}
