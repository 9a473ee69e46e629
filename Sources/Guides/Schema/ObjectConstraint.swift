/// The constraints of a schema on objects.
struct ObjectConstraint: Hashable, Sendable {
  /// A set of property names.
  enum Names: Hashable, Sendable {
    case name(PropertyName)
    /// The names that contain a match of a regular expression.
    case pattern(String)
    /// All names except the listed ones and those that contain a match of one of the expressions.
    case others(than: [PropertyName], patterns: [String])
    /// The names that satisfy the schemas of a conjunction.
    case satisfying(Conjunction)

    static let every = Names.others(than: [], patterns: [])
  }

  /// The schemas of the values of a set of properties.
  struct Rule: Hashable, Sendable {
    var names: Names
    var value: Conjunction
  }

  /// Names that are required if another one is present.
  struct Implication: Hashable, Sendable {
    var name: PropertyName
    var required: [PropertyName]
  }

  var rules: [Rule] = []
  var required: [PropertyName] = []
  var implications: [Implication] = []
  var minimum = 0
  var maximum = Int.max
  /// The schemas of the names, from `propertyNames`.
  var names: Conjunction = []
  /// The declaration order of properties.
  var order: [PropertyName] = []
  /// Existential constraints: some property of a set satisfies a schema.
  var witnesses: [Rule] = []
  /// The properties evaluated by a schema, for `unevaluatedProperties`.
  var evaluated: [Names] = []

  /// Returns the conjunction of two constraints, nil if it is evidently unsatisfiable.
  func intersection(_ other: ObjectConstraint) -> ObjectConstraint? {
    var result = self
    for rule in other.rules where !rules.contains(rule) { result.rules.append(rule) }
    result.required.append(new: other.required)
    result.implications.append(new: other.implications)
    result.minimum = max(minimum, other.minimum)
    result.maximum = min(maximum, other.maximum)
    result.names = names.merged(other.names)
    result.order.append(new: other.order)
    result.witnesses.append(new: other.witnesses)
    result.evaluated.append(new: other.evaluated)
    return result.minimum > result.maximum || result.required.count > result.maximum ? nil : result
  }
}

extension Array where Element: Hashable {
  /// Appends the elements that are not yet contained.
  mutating func append(new elements: [Element]) {
    if isEmpty {
      self = elements
    } else if elements.count * count < 64 {
      for element in elements where !contains(element) { append(element) }
    } else {
      var known = Set(self)
      for element in elements where known.insert(element).inserted { append(element) }
    }
  }
}
