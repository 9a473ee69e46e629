import SwiftletJSON

/// Proofs that nothing satisfies a shape, good enough to tell branches of `oneOf` apart.
extension Normalizer {
  /// Whether the conjunction holds the schema `false`.
  func isNever(_ conjunction: Conjunction) -> Bool {
    conjunction.contains { literal in
      if literal == .max { return true }
      let value = document.nodes[Int(abs(literal)) - 1].value
      return literal > 0 ? value == .bool(false) : value == .bool(true) || value == .object([])
    }
  }

  /// Whether nothing satisfies the shape, as far as can be seen within the given depth; false in doubt.
  func isEmpty(_ shape: Shape, depth: Int) throws(GuideError) -> Bool {
    if shape.null || shape.true || shape.false { return false }
    for constraint in shape.numbers where try !lexemes.isEmpty(constraint) { return false }
    for constraint in shape.strings where try !lexemes.isEmpty(constraint) { return false }
    for constraint in shape.arrays where try !isEmpty(constraint, depth: depth) { return false }
    for constraint in shape.objects where try !isEmpty(constraint, depth: depth) { return false }
    return true
  }

  private func isEmpty(_ conjunction: Conjunction, depth: Int) throws(GuideError) -> Bool {
    if isNever(conjunction) { return true }
    guard depth > 0, !conjunction.contains(where: isUnderWay) else { return false }
    // What cannot be expressed here may yet be avoided; if not, it will be met again.
    guard let shape = try? shape(conjunction) else { return false }
    return try isEmpty(shape, depth: depth - 1)
  }

  private func isEmpty(_ constraint: ArrayConstraint, depth: Int) throws(GuideError) -> Bool {
    for index in 0..<min(constraint.minimum, constraint.prefix.count + 1)
    where try isEmpty(constraint.element(index), depth: depth) { return true }
    return false
  }

  private func isEmpty(_ constraint: ObjectConstraint, depth: Int) throws(GuideError) -> Bool {
    for name in constraint.required {
      var value: Conjunction = []
      for rule in constraint.rules where try rule.names.contains(name) { value = value.merged(rule.value) }
      if try isEmpty(value, depth: depth) { return true }
    }
    return false
  }
}

extension ObjectConstraint.Names {
  /// Whether a name is one of the set.
  func contains(_ name: PropertyName) throws(GuideError) -> Bool {
    switch self {
    case .name(let other): return name == other
    case .pattern(let source): return try Self.matches(source, name)
    case .others(let names, let patterns):
      if names.contains(name) { return false }
      for pattern in patterns where try Self.matches(pattern, name) { return false }
      return true
    }
  }

  private static func matches(_ source: String, _ name: PropertyName) throws(GuideError) -> Bool {
    try Pattern(searching: source).accepts(name)
  }
}

extension Pattern {
  /// Whether a text, in UTF-8, is one of the pattern's.
  func accepts(_ text: PropertyName) -> Bool {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return automaton.accepts(scalars)
      && (minimum == 0 && maximum == Lexeme.unbounded || (minimum...maximum).contains(scalars.count))
  }
}
