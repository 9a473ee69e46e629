import SwiftletJSON

/// Shapes of assertions.
extension Normalizer {
  func positive(_ assertion: Assertion, _ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var shape = Shape.any
    switch assertion.kind {
    case .types(let types): return types
    case .number(let constraint): shape.numbers = [constraint]
    case .string(let constraint): shape.strings = [constraint]
    case .array(let constraint): shape.arrays = [constraint]
    case .object(let constraint): shape.objects = [constraint]
    case .values(let values, let composites): return try self.values(values, composites, at: id)
    case .all(let schemas):
      var result = Shape.any
      for schema in schemas { result = try intersection(result, self.shape(Int32(schema + 1)), at: Int32(id + 1)) }
      return result
    case .any(let schemas): return try any(schemas, id)
    case .one(let schemas): return try one(schemas, id)
    case .not(let schema): return try self.shape(-Int32(schema + 1))
    case .condition(let condition, let then, let otherwise):
      let holds = Int32(condition + 1)
      var result = try self.shape(then.map { [holds].merged([Int32($0 + 1)]) } ?? [holds])
      try union(&result, self.shape(otherwise.map { [-holds].merged([Int32($0 + 1)]) } ?? [-holds]), at: id)
      return result
    case .dependent(let name, let schema):
      var result = Shape.any
      result.objects = [ObjectConstraint.lacking(name)]
      var present = Shape.none
      var having = ObjectConstraint()
      having.required = [name]
      present.objects = [having]
      try union(&result, intersection(present, self.shape(Int32(schema + 1)), at: Int32(id + 1)), at: id)
      return result
    case .unevaluatedProperties, .unevaluatedItems: return .any
    case .unsupported(let reason): throw unsupported(id, assertion.keyword, reason)
    }
    return shape
  }

  private func values(
    _ values: [JSONValue], _ composites: [SubschemaTable.ID], at id: SubschemaTable.ID
  ) throws(GuideError) -> Shape {
    var shape = Shape.none
    var texts: Set<PropertyName> = []
    for value in values {
      switch value {
      case .null: shape.null = true
      case .bool(let value): if value { shape.true = true } else { shape.false = true }
      case .string(let text): texts.insert(Array(text.utf8))
      case .number(let text):
        guard let decimal = Decimal(text) else {
          throw .tooComplex(pointer: document.pointer(id), reason: "a number beyond 10^400")
        }
        let constraint = NumberConstraint(value: decimal)
        if !shape.numbers.contains(constraint) { shape.numbers.append(constraint) }
        guard shape.numbers.count <= Self.maximumAlternatives else {
          throw .tooComplex(pointer: document.pointer(id), reason: "too many alternatives")
        }
      case .array, .object: break
      }
    }
    if !texts.isEmpty {
      var strings = StringConstraint()
      strings.literals = texts
      shape.strings = [strings]
    }
    for composite in composites { try union(&shape, self.shape(Int32(composite + 1)), at: id) }
    return shape
  }

  /// Returns the shape of `anyOf`.
  private func any(_ schemas: [SubschemaTable.ID], _ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var result = Shape.none
    guard options.tracksEvaluation else {
      for schema in schemas { try union(&result, shape(Int32(schema + 1)), at: id) }
      return result
    }
    // Each branch that holds evaluates properties, so every subset of branches is a separate alternative.
    guard schemas.count <= 6 else {
      throw unsupported(id, "anyOf", "unevaluated properties with more than six branches")
    }
    for subset in 1..<1 << schemas.count {
      let chosen = schemas.indices.filter { subset >> $0 & 1 == 1 }.map { Int32(schemas[$0] + 1) }
      try union(&result, shape(chosen.sorted()), at: id)
    }
    return result
  }

  /// Returns the shape of `oneOf`: each branch excludes the other branches that are not evidently disjoint.
  private func one(_ schemas: [SubschemaTable.ID], _ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var overlaps = schemas.map { _ in [Int32]() }
    for left in schemas.indices {
      for right in schemas.indices where right > left {
        let both = try intersection(
          shape(Int32(schemas[left] + 1)), shape(Int32(schemas[right] + 1)), at: Int32(id + 1))
        if try !isEmpty(both, depth: 5) {
          overlaps[left].append(-Int32(schemas[right] + 1))
          overlaps[right].append(-Int32(schemas[left] + 1))
        }
      }
    }
    var result = Shape.none
    for (index, schema) in schemas.enumerated() {
      do {
        try union(&result, shape([Int32(schema + 1)].merged(overlaps[index].sorted())), at: id)
      } catch .unsupported(let pointer, let reason) {
        throw unsupported(id, "oneOf", "branches that overlap; \(pointer): \(reason)")
      }
    }
    return result
  }
}

extension ObjectConstraint {
  /// Returns the constraint of objects without the property.
  static func lacking(_ name: PropertyName) -> ObjectConstraint {
    var constraint = ObjectConstraint()
    constraint.rules = [Rule(names: .name(name), value: Conjunction.never)]
    return constraint
  }
}

extension Conjunction {
  /// The unsatisfiable conjunction; its literal is the index of no schema.
  static let never: Conjunction = [.max]
}
