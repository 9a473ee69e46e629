import SwiftletJSON

/// Emptiness checks of shapes, sufficient to find disjoint branches of `oneOf`.
extension Normalizer {
  /// Returns true if the conjunction contains the schema `false`.
  func isNever(_ conjunction: Conjunction) -> Bool {
    conjunction.contains { literal in
      if literal == .max { return true }
      let value = document.nodes[Int(abs(literal)) - 1].value
      return literal > 0 ? value == .bool(false) : value == .bool(true) || value == .object([])
    }
  }

  /// Returns true if the shape is evidently empty within the given depth; false in doubt.
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
    guard depth > 0, !conjunction.contains(where: isInProgress) else { return false }
    // Unsupported schemas are ignored here; if they are used, the error is thrown later.
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
  /// Returns true if a name is in the set; sets of names that satisfy a schema are decided by its automaton.
  func contains(_ name: PropertyName) throws(GuideError) -> Bool {
    switch self {
    case .satisfying: return false
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
  /// Returns true if the pattern accepts a UTF-8 text.
  func accepts(_ text: PropertyName) -> Bool {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return automaton.accepts(scalars)
      && (minimum == 0 && maximum == Lexeme.unbounded || (minimum...maximum).contains(scalars.count))
  }
}
