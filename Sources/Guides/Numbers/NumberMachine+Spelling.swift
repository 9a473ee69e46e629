extension NumberMachine {
  /// Where in a number one is.
  private enum Place: Hashable {
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
    var place: Place
    /// Whether an exponent may follow: there is exactly one digit before the point, and it is not 0.
    var isNormalised: Bool
    /// Whether the value is an integer so far, exponents left aside.
    var isIntegral: Bool
    var mustBeIntegral: Bool
  }

  /// All spellings of numbers, or of integers.
  static func spellings(integers: Bool, _ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    let start = State(place: .start, isNormalised: false, isIntegral: true, mustBeIntegral: integers)
    let most = spelling.maximumDigits
    return try automaton(start: start) { state in
      switch state.place {
      case .zero, .integer, .exponentDigits: true
      case .fraction: !integers || state.isIntegral
      default: false
      }
    } step: { state, symbol in
      var next = state
      switch (state.place, symbol) {
      case (.start, minus): next.place = .sign
      case (.start, 0), (.sign, 0): next.place = .zero
      case (.start, 1...9), (.sign, 1...9):
        next.place = .integer(1)
        next.isNormalised = spelling.allowsExponents && !integers
      case (.integer(let count), 0...9) where count < most:
        next.place = .integer(count + 1)
        next.isNormalised = false
      case (.zero, point), (.integer, point):
        guard !integers || spelling.allowsIntegerFractions else { return nil }
        next.place = .point
      case (.point, 0...9):
        next.place = .fraction(1)
        next.isIntegral = symbol == 0
      case (.fraction(let count), 0...9) where count < most:
        next.place = .fraction(count + 1)
        next.isIntegral = state.isIntegral && symbol == 0
      case (.integer, exponent) where state.isNormalised, (.fraction, exponent) where state.isNormalised:
        next.place = .exponent
      case (.exponent, minus), (.exponent, plus): next.place = .exponentSign
      case (.exponent, 0...9), (.exponentSign, 0...9): next.place = .exponentDigits(1)
      case (.exponentDigits(let count), 0...9) where count < spelling.maximumExponentDigits:
        next.place = .exponentDigits(count + 1)
      default: return nil
      }
      if integers && !next.isIntegral { return nil }
      return next
    }
  }
}
