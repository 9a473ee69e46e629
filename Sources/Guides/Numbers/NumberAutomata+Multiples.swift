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
    let (modulus, scale) = try scaled(factor)
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

  /// Returns a factor as an integer, and the power of ten by which it was multiplied.
  private static func scaled(_ factor: Decimal) throws(GuideError) -> (modulus: Int, scale: Int) {
    let scale = factor.fractionDigits.count
    guard factor.exponent + scale <= 6, scale <= 30,
      let modulus = Int((factor.integerDigits + factor.fractionDigits).map { String($0) }.joined()), modulus > 0
    else { throw .tooComplex(pointer: "", reason: "multiples of a number with too many digits") }
    return (modulus, scale)
  }

  // MARK: Scientific notation

  private enum Phase: Hashable { case start, sign, digit, point, fraction, exponent, exponentSign, exponentDigits }

  private struct ScientificState: Hashable {
    var phase = Phase.start
    /// The number of digits after the point.
    var fraction = 0
    /// The remainder of the significand's digits.
    var remainder = 0
    /// The exponent so far, saturated at the least one that is allowed.
    var exponent = 0
  }

  /// Returns the automaton of the multiples of a factor in scientific notation, such as `1.5e300`, with exponents from
  /// ``Decimal/maximumPlainDigits`` on; `nil` if it would be too large.
  ///
  /// Such a number is the integer of its digits times a power of ten. The power takes care of the factor's own factors
  /// 2 and 5 whatever the digits are, if not nearly all places have one; the rest must divide the integer.
  static func largeMultiples(of factor: Decimal) throws(GuideError) -> TextAutomaton? {
    let least = Decimal.maximumPlainDigits
    let (modulus, scale) = try scaled(factor)
    var (rest, twos, fives) = (modulus, 0, 0)
    while rest.isMultiple(of: 2) { (rest, twos) = (rest / 2, twos + 1) }
    while rest.isMultiple(of: 5) { (rest, fives) = (rest / 5, fives + 1) }
    let maximumFraction = min(least, least + scale - max(twos, fives))
    guard rest < 50 else { return nil }
    return try automaton(start: ScientificState()) { state in
      state.phase == .exponentDigits && state.exponent == least
    } step: { state, symbol in
      var next = state
      switch (state.phase, symbol) {
      case (.start, minus): next.phase = .sign
      case (.start, 1...9), (.sign, 1...9):
        next.phase = .digit
        next.remainder = symbol % rest
      case (.digit, point): next.phase = .point
      case (.point, 0...9) where state.fraction < maximumFraction,
        (.fraction, 0...9) where state.fraction < maximumFraction:
        next.phase = .fraction
        next.fraction += 1
        next.remainder = (state.remainder * 10 + symbol) % rest
      case (.digit, exponent) where state.remainder == 0, (.fraction, exponent) where state.remainder == 0:
        next = ScientificState(phase: .exponent)
      case (.exponent, plus): next.phase = .exponentSign
      case (.exponent, 0...9), (.exponentSign, 0...9), (.exponentDigits, 0...9):
        next.phase = .exponentDigits
        next.exponent = min(state.exponent * 10 + symbol, least)
      default: return nil
      }
      return next
    }
  }
}
