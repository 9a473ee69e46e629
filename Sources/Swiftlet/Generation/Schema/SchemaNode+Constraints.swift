import SwiftletJSON

// Guides narrow a node. Multiple guides of one property are combined.

extension SchemaNode {
  /// Narrows the node by a constraint.
  ///
  /// - Parameter constraint: The additional constraint.
  /// - Returns: The problem, if there is one; the node is unchanged or has no values then.
  mutating func apply(_ constraint: GuideConstraint) -> String? {
    switch (constraint, shape) {
    case (.element(let inner), .array(var items, let count)):
      let problem = items.apply(inner)
      shape = .array(items: items, count: count)
      return problem
    case (.minimumCount(let least), .array(let items, var count)):
      count.minimum = max(count.minimum ?? 0, least)
      shape = .array(items: items, count: count)
      return count.problem
    case (.maximumCount(let most), .array(let items, var count)):
      count.maximum = min(count.maximum ?? .max, most)
      shape = .array(items: items, count: count)
      return count.problem
    case (.minimum(let least), .integer(var bounds)):
      bounds.raise(to: least)
      shape = .integer(bounds)
      return bounds.problem
    case (.minimum(let least), .number(var bounds)):
      bounds.raise(to: least)
      shape = .number(bounds)
      return bounds.problem
    case (.maximum(let most), .integer(var bounds)):
      bounds.lower(to: most)
      shape = .integer(bounds)
      return bounds.problem
    case (.maximum(let most), .number(var bounds)):
      bounds.lower(to: most)
      shape = .number(bounds)
      return bounds.problem
    case (.constant, .string(var rule)), (.anyOf, .string(var rule)), (.pattern, .string(var rule)):
      let problem = rule.apply(constraint)
      shape = .string(rule)
      return problem
    case (.constant, .array), (.anyOf, .array), (.pattern, .array), (.minimum, .array), (.maximum, .array):
      // A guide of the element type applies to each element.
      return apply(.element(constraint))
    case (_, .boolean): return nil
    default: return "the guide \(constraint.name) does not apply to \(shape.name)"
    }
  }
}

extension NumericBounds {
  fileprivate mutating func raise(to least: JSONNumber) {
    if minimum.map({ $0 < least }) ?? true { minimum = least }
  }

  fileprivate mutating func lower(to most: JSONNumber) {
    if maximum.map({ most < $0 }) ?? true { maximum = most }
  }

  /// The problem if no number is within the bounds.
  var problem: String? {
    for bound in [minimum, maximum].compactMap(\.self) where !bound.isFinite { return "\(bound.text) is no bound" }
    guard let minimum, let maximum, maximum < minimum else { return nil }
    return "no number is at least \(minimum.text) and at most \(maximum.text)"
  }
}

extension CountBounds {
  /// The problem if no array is within the bounds.
  var problem: String? {
    if let minimum, minimum < 0 { return "a count of \(minimum) is negative" }
    if let maximum, maximum < 0 { return "a count of \(maximum) is negative" }
    guard let minimum, let maximum, maximum < minimum else { return nil }
    return "no array has at least \(minimum) and at most \(maximum) elements"
  }
}

extension StringShape {
  fileprivate mutating func apply(_ constraint: GuideConstraint) -> String? {
    switch constraint {
    case .constant(let text):
      choose(among: [text])
      isConstant = true
    case .anyOf(let texts): choose(among: texts)
    case .pattern(.some(let text)):
      guard pattern == nil || pattern == text else { return "two regular expressions cannot be held together" }
      pattern = text
    case .pattern(nil): return "the regular expression has parts that are Swift code, and so no text"
    default: break
    }
    return choices?.isEmpty == true ? "there is no text to choose" : nil
  }

  private mutating func choose(among texts: [String]) {
    choices = choices.map { $0.filter(Set(texts).contains) } ?? texts
  }
}

// MARK: - Names for error messages

extension GuideConstraint {
  /// The guide's name in source code.
  fileprivate var name: String {
    switch self {
    case .constant: "constant"
    case .anyOf: "anyOf"
    case .pattern: "pattern"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .minimumCount: "minimumCount"
    case .maximumCount: "maximumCount"
    case .element: "element"
    }
  }
}

extension SchemaNode.Shape {
  fileprivate var name: String {
    switch self {
    case .any: "arbitrary content"
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "a structure"
    case .union: "a choice of types"
    case .reference: "a type of its own"
    case .verbatim: "JSON of a schema"
    }
  }
}
