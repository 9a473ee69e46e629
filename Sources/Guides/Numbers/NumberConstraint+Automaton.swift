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
