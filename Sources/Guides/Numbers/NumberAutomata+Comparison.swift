extension NumberAutomata {
  /// The order of a magnitude relative to the bound's.
  private enum Order: Hashable { case less, same, greater }

  private enum Phase: Hashable { case start, integer, fraction, exponent, exponentSign, exponentDigits }

  private struct State: Hashable {
    var phase = Phase.start
    var isNegative = false
    /// The number of digits before the point, saturated at one more than the bound's.
    var digits = 0
    /// The order of the digits aligned with the bound's digits.
    var aligned = Order.same
    /// The number of digits after the point, up to the number of the bound's.
    var fraction = 0
    /// The order of the significand's digits, for numbers with an exponent, and the number of digits compared.
    var mantissa = Order.same
    var mantissaDigits = 0
    var exponentIsNegative = false
    /// The exponent so far, saturated where it makes no difference.
    var exponentValue = 0
    var isZero = true
  }

  /// Returns the automaton of the spellings of all numbers in a relation to the bound.
  ///
  /// Plain numbers are compared digit by digit with the bound; numbers in scientific notation by exponent, then by
  /// digits, which is valid since their first digit is not 0.
  static func comparison(
    with bound: Decimal, allowing relation: @escaping (_ isLess: Bool, _ isSame: Bool) -> Bool
  ) throws(GuideError) -> TextAutomaton {
    let integer = bound.integerDigits
    let fraction = bound.fractionDigits
    let significant = bound.digits
    // Larger exponents compare the same, whatever digits follow.
    let greatestExponent = abs(bound.exponent) + 2

    func order(_ digit: Int, _ other: UInt8) -> Order {
      digit < Int(other) ? .less : digit > Int(other) ? .greater : .same
    }

    /// Returns the order of a plain magnitude relative to the bound's.
    func plain(_ state: State) -> Order {
      if state.digits != integer.count { return state.digits < integer.count ? .less : .greater }
      if state.aligned != .same { return state.aligned }
      return fraction[state.fraction...].contains { $0 != 0 } ? .less : .same
    }
    func scientific(_ state: State) -> Order {
      if bound.isZero { return .greater }
      // d.ddd · 10^e is 0.dddd · 10^(e + 1).
      let value = (state.exponentIsNegative ? -state.exponentValue : state.exponentValue) + 1
      if value != bound.exponent { return value < bound.exponent ? .less : .greater }
      if state.mantissa != .same { return state.mantissa }
      return state.mantissaDigits < significant.count ? .less : .same
    }

    return try automaton(start: State()) { state in
      let magnitude: Order
      switch state.phase {
      case .integer, .fraction: magnitude = plain(state)
      case .exponentDigits: magnitude = scientific(state)
      default: return false
      }
      let isZero = state.isZero && state.phase != .exponentDigits
      if isZero && bound.isZero { return relation(false, true) }
      let isNegative = state.isNegative && !isZero
      if isZero { return relation(!bound.isNegative, false) }
      if isNegative != bound.isNegative && !(bound.isZero && !isNegative) { return relation(isNegative, false) }
      if magnitude == .same { return relation(false, true) }
      return relation((magnitude == .less) != isNegative, false)
    } step: { state, symbol in
      var next = state
      switch (state.phase, symbol) {
      case (.start, minus) where !state.isNegative: next.isNegative = true
      case (.start, 0...9), (.integer, 0...9):
        next.phase = .integer
        if state.digits < integer.count, state.aligned == .same {
          next.aligned = order(symbol, integer[state.digits])
        }
        next.digits = min(state.digits + 1, integer.count + 1)
        if symbol != 0 { next.isZero = false }
      case (.integer, point):
        next.phase = .fraction
        // Other numbers of digits decide the order already.
        if state.digits != integer.count {
          (next.digits, next.aligned) = (integer.count, state.digits < integer.count ? .less : .greater)
        }
      case (.fraction, 0...9):
        if symbol != 0 { next.isZero = false }
        if state.fraction < fraction.count {
          if state.aligned == .same { next.aligned = order(symbol, fraction[state.fraction]) }
          next.fraction += 1
        } else if state.aligned == .same, symbol != 0 {
          next.aligned = .greater
        }
      case (.integer, exponent), (.fraction, exponent):
        next.phase = .exponent
        // From here on only the significand and the exponent count; fewer distinct states keep the automaton small.
        (next.digits, next.aligned, next.fraction) = (0, .same, 0)
      case (.exponent, minus):
        next.phase = .exponentSign
        next.exponentIsNegative = true
      case (.exponent, plus): next.phase = .exponentSign
      case (.exponent, 0...9), (.exponentSign, 0...9), (.exponentDigits, 0...9):
        next.phase = .exponentDigits
        next.exponentValue = min(state.exponentValue * 10 + symbol, greatestExponent)
      default: return nil
      }
      if next.phase == .integer, next.digits > 1 || next.isZero {
        // Only a number with a single nonzero digit before the point can have an exponent.
        (next.mantissa, next.mantissaDigits) = (.same, 0)
      } else if next.phase == .integer || (state.phase == .fraction && state.mantissaDigits > 0), symbol < 10 {
        if state.mantissaDigits < significant.count {
          if state.mantissa == .same { next.mantissa = order(symbol, significant[state.mantissaDigits]) }
          next.mantissaDigits += 1
        } else if state.mantissa == .same, symbol != 0 {
          next.mantissa = .greater
        }
        if next.mantissa != .same { next.mantissaDigits = significant.count }
      }
      if next.phase == .fraction, next.aligned != .same { next.fraction = fraction.count }
      return next
    }
  }
}
