/// The constraints of a schema on numbers.
struct NumberConstraint: Hashable, Sendable {
  /// A bound of the value.
  struct Bound: Hashable, Sendable {
    var value: Decimal
    var isExclusive: Bool
  }

  /// True if the value must be an integer.
  var isInteger = false
  /// True if the value must not be an integer.
  var isFraction = false
  var lower: Bound?
  var upper: Bound?
  /// The numbers of which the value must be a multiple.
  var factors: Set<Decimal> = []
  /// The numbers of which the value must not be a multiple.
  var excludedFactors: Set<Decimal> = []
  /// The excluded values.
  var excluded: Set<Decimal> = []

  /// Returns the conjunction of two constraints, nil if it is evidently unsatisfiable.
  func intersection(_ other: NumberConstraint) -> NumberConstraint? {
    var result = self
    result.isInteger = isInteger || other.isInteger
    result.isFraction = isFraction || other.isFraction
    result.lower = Self.tighter(lower, other.lower) { $0 > $1 }
    result.upper = Self.tighter(upper, other.upper) { $0 < $1 }
    result.factors.formUnion(other.factors)
    result.excludedFactors.formUnion(other.excludedFactors)
    result.excluded.formUnion(other.excluded)
    guard !result.isClearlyEmpty else { return nil }
    // A single value that is not excluded needs no list of others.
    if let lower = result.lower, lower.value == result.upper?.value { result.excluded = [] }
    return result
  }

  private static func tighter(_ left: Bound?, _ right: Bound?, by isTighter: (Decimal, Decimal) -> Bool) -> Bound? {
    guard let left, let right else { return left ?? right }
    if left.value == right.value { return left.isExclusive ? left : right }
    return isTighter(left.value, right.value) ? left : right
  }

  private var isClearlyEmpty: Bool {
    if isInteger && isFraction { return true }
    guard let lower, let upper else { return false }
    if lower.value > upper.value { return true }
    guard lower.value == upper.value else { return false }
    // A single value is decided here except for multiples, which the automaton checks.
    return lower.isExclusive || upper.isExclusive || excluded.contains(lower.value)
      || (isInteger && !lower.value.isInteger) || (isFraction && lower.value.isInteger)
  }

  /// Creates the constraint of a single value.
  init(value: Decimal) {
    lower = Bound(value: value, isExclusive: false)
    upper = lower
  }

  init() {}
}

/// The allowed spellings of numbers.
struct NumberSpelling: Hashable, Sendable {
  /// True if integers may have a fraction of zeros, as in `1.0`.
  var allowsIntegerFractions: Bool
  /// True if numbers may be in scientific notation, as in `1.5e-7`, with one nonzero digit before the point.
  var allowsExponents: Bool
  /// The maximum number of digits before the point, and of digits after it.
  var maximumDigits: Int
  /// The maximum number of digits of an exponent.
  var maximumExponentDigits: Int
  /// True if integers and multiples may be in scientific notation where they are large.
  var allowsLargeMultiples: Bool
  /// True to restrict integers to 64 bits, unless their own bounds lie outside.
  var has64BitIntegers: Bool

  /// Creates the spelling for the options of a guide.
  init(_ options: GuideOptions) {
    allowsIntegerFractions = options.allowsIntegerFractions
    allowsExponents = options.allowsExponents
    maximumDigits = max(1, min(options.maximumDigits, 400))
    maximumExponentDigits = max(1, min(options.maximumExponentDigits, 3))
    allowsLargeMultiples = options.allowsLargeMultiples && options.allowsExponents && !options.has64BitIntegers
    has64BitIntegers = options.has64BitIntegers
  }
}
