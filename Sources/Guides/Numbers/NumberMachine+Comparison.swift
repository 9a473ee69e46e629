extension NumberMachine {
  /// What is known of a magnitude compared with the bound's.
  private enum Order: Hashable { case less, same, greater }

  private enum Place: Hashable { case start, integer, fraction, exponent, exponentSign, exponentDigits }

  private struct State: Hashable {
    var place = Place.start
    var isNegative = false
    /// The digits before the point, up to one more than the bound has.
    var digits = 0
    /// Of the digits at the places of the bound's digits.
    var aligned = Order.same
    /// The digits after the point that the bound has as well.
    var fraction = 0
    /// Of the digits from the first that is not 0, for numbers with an exponent, and how many were compared.
    var mantissa = Order.same
    var mantissaDigits = 0
    var exponentIsNegative = false
    /// The exponent so far, up to the greatest that makes a difference.
    var exponentValue = 0
    var isZero = true
  }

  /// The spellings of the numbers in one relation to the bound.
  ///
  /// Plain numbers are compared place by place with the bound; those in scientific notation by exponent, then by their
  /// digits, which works because their first digit is not 0.
  static func comparison(
    with bound: Decimal, allowing relation: @escaping (_ isLess: Bool, _ isSame: Bool) -> Bool
  ) throws(GuideError) -> TextAutomaton {
    let integer = bound.integerDigits
    let fraction = bound.fractionDigits
    let significant = bound.digits
    // Larger ones are alike, whatever digits follow.
    let greatestExponent = abs(bound.exponent) + 2

    func order(_ digit: Int, _ other: UInt8) -> Order {
      digit < Int(other) ? .less : digit > Int(other) ? .greater : .same
    }

    /// The magnitude compared with the bound's.
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
      switch state.place {
      case .integer, .fraction: magnitude = plain(state)
      case .exponentDigits: magnitude = scientific(state)
      default: return false
      }
      let isZero = state.isZero && state.place != .exponentDigits
      if isZero && bound.isZero { return relation(false, true) }
      let isNegative = state.isNegative && !isZero
      if isZero { return relation(!bound.isNegative, false) }
      if isNegative != bound.isNegative && !(bound.isZero && !isNegative) { return relation(isNegative, false) }
      if magnitude == .same { return relation(false, true) }
      return relation((magnitude == .less) != isNegative, false)
    } step: { state, symbol in
      var next = state
      switch (state.place, symbol) {
      case (.start, minus) where !state.isNegative: next.isNegative = true
      case (.start, 0...9), (.integer, 0...9):
        next.place = .integer
        if state.digits < integer.count, state.aligned == .same {
          next.aligned = order(symbol, integer[state.digits])
        }
        next.digits = min(state.digits + 1, integer.count + 1)
        if symbol != 0 { next.isZero = false }
      case (.integer, point): next.place = .fraction
      case (.fraction, 0...9):
        if symbol != 0 { next.isZero = false }
        if state.fraction < fraction.count {
          if state.aligned == .same { next.aligned = order(symbol, fraction[state.fraction]) }
          next.fraction += 1
        } else if state.aligned == .same, symbol != 0 {
          next.aligned = .greater
        }
      case (.integer, exponent), (.fraction, exponent): next.place = .exponent
      case (.exponent, minus):
        next.place = .exponentSign
        next.exponentIsNegative = true
      case (.exponent, plus): next.place = .exponentSign
      case (.exponent, 0...9), (.exponentSign, 0...9), (.exponentDigits, 0...9):
        next.place = .exponentDigits
        next.exponentValue = min(state.exponentValue * 10 + symbol, greatestExponent)
      default: return nil
      }
      if next.place == .integer, next.digits > 1 || next.isZero {
        // Only a number of one digit before the point, not 0, can have an exponent.
        (next.mantissa, next.mantissaDigits) = (.same, 0)
      } else if next.place == .integer || (state.place == .fraction && state.mantissaDigits > 0), symbol < 10 {
        if state.mantissaDigits < significant.count {
          if state.mantissa == .same { next.mantissa = order(symbol, significant[state.mantissaDigits]) }
          next.mantissaDigits += 1
        } else if state.mantissa == .same, symbol != 0 {
          next.mantissa = .greater
        }
      }
      return next
    }
  }
}
