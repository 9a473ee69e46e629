/// What strings a schema allows.
struct StringConstraint: Hashable, Sendable {
  /// A set of strings.
  enum Part: Hashable, Sendable {
    /// Those in which a regular expression matches.
    case search(String)
    /// Those that a regular expression matches wholly.
    case whole(String)
    case literals(Set<PropertyName>)
  }

  /// The sets that strings have to be in.
  var parts: Set<Part> = []
  /// The sets that they must not be in.
  var excluded: Set<Part> = []
  /// The only strings possible, if these are finitely many.
  var literals: Set<PropertyName>?
  var minimum = 0
  var maximum = Lexeme.unbounded

  var isUnconstrained: Bool { self == StringConstraint() }

  /// The strings that satisfy both, nil if there are clearly none.
  func intersection(_ other: StringConstraint) -> StringConstraint? {
    var result = self
    result.parts.formUnion(other.parts)
    result.excluded.formUnion(other.excluded)
    if let literals = other.literals { result.literals = result.literals?.intersection(literals) ?? literals }
    result.minimum = max(minimum, other.minimum)
    result.maximum = min(maximum, other.maximum)
    let isEmpty = result.literals?.isEmpty == true || result.minimum > result.maximum || result.maximum < 0
    return isEmpty ? nil : result
  }
}
