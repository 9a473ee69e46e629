extension NumberAutomata {
  private struct State: Hashable {
    /// True once a sign, digits or a point have been read.
    var hasSign = false
    var hasDigits = false
    var hasPoint = false
    /// The number of digits after the point, up to the number of the factor's.
    var fraction = 0
    var remainder = 0
  }

  /// Returns the automaton of the plain spellings of the multiples of a factor.
  ///
  /// With `scale` decimal places in the factor, the number times 10^scale must be divisible by the factor times
  /// 10^scale; the remainder is updated digit by digit. Any further digit must be 0.
  static func multiples(of factor: Decimal) throws(GuideError) -> TextAutomaton {
    let scale = factor.fractionDigits.count
    let tooLarge = GuideError.tooComplex(pointer: "", reason: "multiples of a number with too many digits")
    guard factor.exponent + scale <= 6, scale <= 30,
      let modulus = Int((factor.integerDigits + factor.fractionDigits).map { String($0) }.joined()), modulus > 0
    else { throw tooLarge }
    return try automaton(start: State()) { state in
      var remainder = state.remainder
      for _ in state.fraction..<scale { remainder = remainder * 10 % modulus }
      return state.hasDigits && remainder == 0
    } step: { state, symbol in
      var next = state
      switch symbol {
      case minus where !state.hasSign && !state.hasDigits: next.hasSign = true
      case point where state.hasDigits && !state.hasPoint: next.hasPoint = true
      case 0...9:
        next.hasDigits = true
        if !state.hasPoint || state.fraction < scale {
          next.remainder = (state.remainder * 10 + symbol) % modulus
          if state.hasPoint { next.fraction += 1 }
        } else if symbol != 0 {
          return nil
        }
      default: return nil
      }
      return next
    }
  }
}
