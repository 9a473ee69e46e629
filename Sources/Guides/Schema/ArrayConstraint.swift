/// The constraints of a schema on arrays.
struct ArrayConstraint: Hashable, Sendable {
  /// A constraint on the number of elements that satisfy a condition.
  struct Count: Hashable, Sendable {
    var condition: Conjunction
    var minimum: Int
    var maximum: Int?
  }

  /// The schemas of the first elements, by index.
  var prefix: [Conjunction] = []
  /// The schemas of all further elements.
  var items: Conjunction = []
  var minimum = 0
  var maximum = Int.max
  var counts: [Count] = []
  var isUnique = false
  /// The number of leading elements evaluated by a schema, for `unevaluatedItems`.
  var evaluated = 0

  /// Returns the schemas of the element at an index.
  func element(_ index: Int) -> Conjunction { index < prefix.count ? prefix[index] : items }

  /// Returns the conjunction of two constraints, nil if it is evidently unsatisfiable.
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
  /// Returns the union of two sorted sets of literals, the conjunction of both.
  func merged(_ other: Conjunction) -> Conjunction {
    if isEmpty || self == other { return other }
    if other.isEmpty { return self }
    var result: Conjunction = []
    result.reserveCapacity(count + other.count)
    var (left, right) = (0, 0)
    while left < count, right < other.count {
      let (one, two) = (self[left], other[right])
      result.append(Swift.min(one, two))
      if one <= two { left += 1 }
      if two <= one { right += 1 }
    }
    result += self[left...]
    result += other[right...]
    return result
  }
}
