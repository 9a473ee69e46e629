/// What numbers a schema allows.
struct NumberConstraint: Hashable, Sendable {
  /// A bound of the value.
  struct Bound: Hashable, Sendable {
    var value: Decimal
    var isExclusive: Bool
  }

  /// Whether the value has to be an integer.
  var isInteger = false
  /// Whether the value must not be an integer.
  var isFraction = false
  var lower: Bound?
  var upper: Bound?
  /// What the value has to be a multiple of.
  var factors: Set<Decimal> = []
  /// What the value must not be a multiple of.
  var excludedFactors: Set<Decimal> = []
  /// What the value must not be.
  var excluded: Set<Decimal> = []

  /// The numbers that satisfy both, nil if there are clearly none.
  func intersection(_ other: NumberConstraint) -> NumberConstraint? {
    var result = self
    result.isInteger = isInteger || other.isInteger
    result.isFraction = isFraction || other.isFraction
    result.lower = Self.tighter(lower, other.lower) { $0 > $1 }
    result.upper = Self.tighter(upper, other.upper) { $0 < $1 }
    result.factors.formUnion(other.factors)
    result.excludedFactors.formUnion(other.excludedFactors)
    result.excluded.formUnion(other.excluded)
    return result.isClearlyEmpty ? nil : result
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
    // Of a single value everything is known but whether it is a multiple, which the automaton finds out.
    return lower.isExclusive || upper.isExclusive || excluded.contains(lower.value)
      || (isInteger && !lower.value.isInteger) || (isFraction && lower.value.isInteger)
  }

  /// The numbers of one value.
  init(value: Decimal) {
    lower = Bound(value: value, isExclusive: false)
    upper = lower
  }

  init() {}
}

/// How numbers may be spelled.
struct NumberSpelling: Hashable, Sendable {
  /// Whether an integer may be written with a fraction of zeros, as `1.0`.
  var allowsIntegerFractions: Bool
  /// Whether numbers may be written in scientific notation, as `1.5e-7`: one digit that is not 0 before the point.
  var allowsExponents: Bool
  /// The most digits before the point, and the most after it.
  var maximumDigits: Int
  /// The most digits of an exponent.
  var maximumExponentDigits: Int
  /// Bounds integers to those of 64 bits, unless their own bounds lie beyond these.
  var has64BitIntegers: Bool

  /// The spelling that the options of a guide call for.
  init(_ options: GuideOptions) {
    allowsIntegerFractions = options.allowsIntegerFractions
    allowsExponents = options.allowsExponents
    maximumDigits = max(1, min(options.maximumDigits, 400))
    maximumExponentDigits = max(1, min(options.maximumExponentDigits, 3))
    has64BitIntegers = options.has64BitIntegers
  }
}
