extension NumberConstraint {
  /// Returns the automaton of all spellings of the numbers that satisfy the constraint.
  func automaton(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    let pattern = try PatternCache.shared.pattern(.number(self, spelling)) { () throws(GuideError) in
      Pattern(automaton: try makeAutomaton(spelling))
    }
    return pattern.automaton
  }

  private func makeAutomaton(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    let automaton = try smallNumbers(spelling)
    // Large multiples are left out if the automaton would be too large with them.
    guard let large = try? largeMultiples(spelling), let all = try? automaton.union(large) else { return automaton }
    return all
  }

  /// Returns the automaton of all spellings, without multiples and integers in scientific notation.
  private func smallNumbers(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton {
    var plain = spelling
    if !factors.isEmpty || !excludedFactors.isEmpty || isFraction { plain.allowsExponents = false }
    var (lower, upper) = (lower, upper)
    if isInteger, spelling.has64BitIntegers { plain.maximumDigits = boundTo64Bits(&lower, &upper) }
    // A schema's own value has as many digits as it has, whatever limit there is for others.
    if let value = single {
      plain.maximumDigits = max(plain.maximumDigits, value.integerDigits.count, value.fractionDigits.count)
    }
    var result = try NumberAutomata.spellings(integers: isInteger, plain)
    if isFraction {
      plain.allowsIntegerFractions = true
      result = try result.subtracting(try NumberAutomata.spellings(integers: true, plain))
    }
    return try restricted(bounded(result, lower, upper))
  }

  /// Returns the automaton of multiples and integers in scientific notation; `nil` if there are none.
  private func largeMultiples(_ spelling: NumberSpelling) throws(GuideError) -> TextAutomaton? {
    guard spelling.allowsLargeMultiples, isInteger || !factors.isEmpty, !isFraction, excludedFactors.isEmpty else {
      return nil
    }
    var result = try NumberAutomata.spellings(integers: false, spelling)
    // All of them are integers, so that other factors need no factor of 1 beside them.
    for factor in factors.isEmpty ? [Decimal(1)] : combinedFactors {
      guard let multiples = try NumberAutomata.largeMultiples(of: factor) else { return nil }
      result = try result.intersection(multiples)
    }
    return try excludingValues(bounded(result, lower, upper))
  }

  /// Restricts an automaton to the numbers within bounds.
  private func bounded(
    _ automaton: TextAutomaton, _ lower: Bound?, _ upper: Bound?
  ) throws(GuideError) -> TextAutomaton {
    if let value = single {
      return try automaton.intersection(NumberAutomata.comparison(with: value) { _, isSame in isSame })
    }
    var result = automaton
    if let lower {
      let bound = try NumberAutomata.comparison(with: lower.value) { isLess, isSame in
        !isLess && !(isSame && lower.isExclusive)
      }
      result = try result.intersection(bound)
    }
    if let upper {
      let bound = try NumberAutomata.comparison(with: upper.value) { isLess, isSame in
        isLess || (isSame && !upper.isExclusive)
      }
      result = try result.intersection(bound)
    }
    return result
  }

  /// The only value within the bounds; nil if there may be several.
  private var single: Decimal? {
    guard let lower, let upper, lower == upper, !lower.isExclusive else { return nil }
    return lower.value
  }

  /// Adds missing bounds of 64-bit integers, and returns the maximum number of digits within the bounds.
  private func boundTo64Bits(_ lower: inout Bound?, _ upper: inout Bound?) -> Int {
    guard let minimum = Decimal(String(Int64.min)), let maximum = Decimal(String(Int64.max)) else { return 19 }
    let digits = [lower, upper].compactMap { $0?.value.exponent }.max() ?? 0
    let isWithin = lower.map { $0.value <= maximum } ?? true && upper.map { minimum <= $0.value } ?? true
    guard digits <= 19, isWithin else { return min(max(digits, 19), 400) }
    lower = lower ?? Bound(value: minimum, isExclusive: false)
    upper = upper ?? Bound(value: maximum, isExclusive: false)
    return 19
  }

  /// The least common multiple of the factors, or the factors if it has too many digits.
  private var combinedFactors: [Decimal] {
    let scale = factors.map { max(0, $0.digits.count - $0.exponent) }.max() ?? 0
    var multiple = 1
    for factor in factors {
      var scaled = factor
      scaled.exponent += scale
      guard let value = scaled.int, value > 0, value < 1_000_000 else { return factors.sorted() }
      multiple *= value / Self.commonDivisor(multiple, value)
      // A single automaton must not exceed the limit of states that several together stay below.
      guard multiple < 9000 else { return factors.sorted() }
    }
    return factors.isEmpty ? [] : Decimal("\(multiple)e-\(scale)").map { [$0] } ?? factors.sorted()
  }

  private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : commonDivisor(right, left % right)
  }

  /// Restricts an automaton to the multiples of the factors and removes excluded values.
  private func restricted(_ automaton: TextAutomaton) throws(GuideError) -> TextAutomaton {
    var result = automaton
    for factor in combinedFactors { result = try result.intersection(NumberAutomata.multiples(of: factor)) }
    for factor in excludedFactors.sorted() { result = try result.subtracting(NumberAutomata.multiples(of: factor)) }
    return try excludingValues(result)
  }

  /// Removes the excluded values.
  private func excludingValues(_ automaton: TextAutomaton) throws(GuideError) -> TextAutomaton {
    var result = automaton
    for value in excluded.sorted() {
      result = try result.subtracting(NumberAutomata.comparison(with: value) { _, isSame in isSame })
    }
    return result
  }
}
