extension NumberConstraint {
  /// The automaton of the spellings of the numbers that satisfy the constraint.
  func automaton(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    let pattern = try PatternCache.shared.pattern(.number(self, spelling)) { () throws(GuideError) in
      Pattern(automaton: try makeAutomaton(spelling))
    }
    return pattern.automaton
  }

  private func makeAutomaton(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    var plain = spelling
    if !factors.isEmpty || !excludedFactors.isEmpty || isFraction { plain.allowsExponents = false }
    var (lower, upper) = (lower, upper)
    if isInteger, spelling.has64BitIntegers { plain.maximumDigits = boundTo64Bits(&lower, &upper) }
    var result = try NumberMachine.spellings(integers: isInteger, plain)
    if isFraction {
      plain.allowsIntegerFractions = true
      result = try result.subtracting(try NumberMachine.spellings(integers: true, plain))
    }
    if let lower, let upper, lower == upper, !lower.isExclusive {
      return try restricted(result.intersection(NumberMachine.comparison(with: lower.value) { _, isSame in isSame }))
    }
    if let lower {
      let bound = try NumberMachine.comparison(with: lower.value) { isLess, isSame in
        !isLess && !(isSame && lower.isExclusive)
      }
      result = try result.intersection(bound)
    }
    if let upper {
      let bound = try NumberMachine.comparison(with: upper.value) { isLess, isSame in
        isLess || (isSame && !upper.isExclusive)
      }
      result = try result.intersection(bound)
    }
    return try restricted(result)
  }

  /// Adds the bounds of 64-bit integers where none are given, and returns how many digits there are within the bounds.
  private func boundTo64Bits(_ lower: inout Bound?, _ upper: inout Bound?) -> Int {
    guard let least = Decimal(String(Int64.min)), let greatest = Decimal(String(Int64.max)) else { return 19 }
    let digits = [lower, upper].compactMap { $0?.value.exponent }.max() ?? 0
    let isWithin = lower.map { $0.value <= greatest } ?? true && upper.map { least <= $0.value } ?? true
    guard digits <= 19, isWithin else { return min(max(digits, 19), 400) }
    lower = lower ?? Bound(value: least, isExclusive: false)
    upper = upper ?? Bound(value: greatest, isExclusive: false)
    return 19
  }

  /// Takes away what is no multiple and what is excluded.
  private func restricted(_ automaton: TextAutomaton) throws(GuideError) -> TextAutomaton {
    var result = automaton
    for factor in factors.sorted() { result = try result.intersection(NumberMachine.multiples(of: factor)) }
    for factor in excludedFactors.sorted() { result = try result.subtracting(NumberMachine.multiples(of: factor)) }
    for value in excluded.sorted() {
      result = try result.subtracting(NumberMachine.comparison(with: value) { _, isSame in isSame })
    }
    return result
  }
}
