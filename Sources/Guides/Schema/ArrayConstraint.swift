/// What arrays a schema allows.
struct ArrayConstraint: Hashable, Sendable {
  /// A condition on how many elements satisfy schemas.
  struct Count: Hashable, Sendable {
    var condition: Conjunction
    var minimum: Int
    var maximum: Int?
  }

  /// What the first elements have to be.
  var prefix: [Conjunction] = []
  /// What the others have to be.
  var items: Conjunction = []
  var minimum = 0
  var maximum = Int.max
  var counts: [Count] = []
  var isUnique = false
  /// How many of the first elements have been looked at by a schema, for `unevaluatedItems`.
  var evaluated = 0

  /// What the element at an index has to be.
  func element(_ index: Int) -> Conjunction { index < prefix.count ? prefix[index] : items }

  /// The arrays that satisfy both, nil if there are clearly none.
  func intersection(_ other: ArrayConstraint) -> ArrayConstraint? {
    var result = ArrayConstraint()
    result.prefix = (0..<max(prefix.count, other.prefix.count)).map { element($0).merged(other.element($0)) }
    result.items = items.merged(other.items)
    result.minimum = max(minimum, other.minimum)
    result.maximum = min(maximum, other.maximum)
    result.counts = counts + other.counts.filter { !counts.contains($0) }
    result.isUnique = isUnique || other.isUnique
    result.evaluated = max(evaluated, other.evaluated)
    return result.minimum > result.maximum ? nil : result
  }
}

extension Conjunction {
  /// The schemas of both.
  func merged(_ other: Conjunction) -> Conjunction {
    if isEmpty || self == other { return other }
    if other.isEmpty { return self }
    return Set(self + other).sorted()
  }
}
