/// The constraints of a schema on strings.
struct StringConstraint: Hashable, Sendable {
  /// A set of strings.
  enum Part: Hashable, Sendable {
    /// The strings that contain a match of a regular expression.
    case search(String)
    /// The strings that a regular expression matches entirely.
    case whole(String)
    case literals(Set<PropertyName>)
  }

  /// The sets that must contain the string.
  var parts: Set<Part> = []
  /// The sets that must not contain the string.
  var excluded: Set<Part> = []
  /// The allowed strings, if they are enumerated.
  var literals: Set<PropertyName>?
  var minimum = 0
  var maximum = Lexeme.unbounded

  var isUnconstrained: Bool { self == StringConstraint() }

  /// Returns the conjunction of two constraints, nil if it is evidently unsatisfiable.
  func intersection(_ other: StringConstraint) -> StringConstraint? {
    var result = self
    result.parts.formUnion(other.parts)
    result.excluded.formUnion(other.excluded)
    if let literals = other.literals { result.literals = result.literals?.intersection(literals) ?? literals }
    result.minimum = max(minimum, other.minimum)
    result.maximum = min(maximum, other.maximum)
    if result.literals != nil, !result.excluded.isEmpty {
      // Enumerated strings are excluded at once, so that equal sets of strings have equal constraints.
      for case .literals(let texts) in result.excluded { result.literals?.subtract(texts) }
      result.excluded = result.excluded.filter { if case .literals = $0 { false } else { true } }
    }
    let isEmpty = result.literals?.isEmpty == true || result.minimum > result.maximum || result.maximum < 0
    return isEmpty ? nil : result
  }
}
