/// What objects a schema allows.
struct ObjectConstraint: Hashable, Sendable {
  /// A set of properties' names.
  enum Names: Hashable, Sendable {
    case name(PropertyName)
    /// Those in which a regular expression matches.
    case pattern(String)
    /// All but the listed ones and those in which one of the expressions matches.
    case others(than: [PropertyName], patterns: [String])

    static let every = Names.others(than: [], patterns: [])
  }

  /// What the values of some properties have to be.
  struct Rule: Hashable, Sendable {
    var names: Names
    var value: Conjunction
  }

  /// Names that have to be there if another one is.
  struct Implication: Hashable, Sendable {
    var name: PropertyName
    var required: [PropertyName]
  }

  var rules: [Rule] = []
  var required: [PropertyName] = []
  var implications: [Implication] = []
  var minimum = 0
  var maximum = Int.max
  /// What the names have to be as strings.
  var names: Conjunction = []
  /// The order in which properties were declared.
  var order: [PropertyName] = []
  /// Demands that some property of a set satisfies a schema.
  var witnesses: [Rule] = []
  /// The properties that a schema has looked at, for `unevaluatedProperties`.
  var evaluated: [Names] = []

  /// The objects that satisfy both, nil if there are clearly none.
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
  /// Appends what is not yet there.
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
