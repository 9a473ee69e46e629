import SwiftletJSON

/// Shapes of negated assertions.
extension Normalizer {
  func negative(_ assertion: Assertion, _ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var shape = Shape.none
    switch assertion.kind {
    case .types(let types): return self.complement(types)
    case .number(let constraint): shape.numbers = negations(constraint)
    case .string(let constraint): shape.strings = try negations(constraint)
    case .array(let constraint): shape.arrays = try negations(constraint, id, assertion.keyword)
    case .object(let constraint): shape.objects = try negations(constraint, id, assertion.keyword)
    case .values(let values, let composites):
      var result = try self.complement(values: values)
      for composite in composites {
        result = try intersection(result, self.shape(-Int32(composite + 1)), at: Int32(id + 1))
      }
      return result
    case .all(let schemas):
      for schema in schemas { try union(&shape, self.shape(-Int32(schema + 1)), at: id) }
    case .any(let schemas):
      return try self.shape(schemas.map { -Int32($0 + 1) }.sorted())
    case .one(let schemas):
      // Either none of the schemas holds, or at least two.
      shape = try self.shape(schemas.map { -Int32($0 + 1) }.sorted())
      for left in schemas.indices {
        for right in schemas.indices where right > left {
          let both = [Int32(schemas[left] + 1)].merged([Int32(schemas[right] + 1)])
          try union(&shape, self.shape(both), at: id)
        }
      }
    case .not(let schema): return try self.shape(Int32(schema + 1))
    case .condition(let condition, let then, let otherwise):
      let holds = Int32(condition + 1)
      if let then { shape = try self.shape([holds].merged([-Int32(then + 1)])) }
      if let otherwise { try union(&shape, self.shape([-holds].merged([-Int32(otherwise + 1)])), at: id) }
    case .dependent(let name, let schema):
      var having = ObjectConstraint()
      having.required = [name]
      shape.objects = [having]
      return try intersection(shape, self.shape(-Int32(schema + 1)), at: Int32(id + 1))
    case .unevaluatedProperties, .unevaluatedItems:
      throw unsupported(id, assertion.keyword, "its negation")
    case .unsupported(let reason): throw unsupported(id, assertion.keyword, reason)
    }
    return shape
  }

  private func complement(_ types: Shape) -> Shape {
    var result = Shape.any
    if types.null { result.null = false }
    if types.true { result.true = false }
    if types.false { result.false = false }
    if let number = types.numbers.first { result.numbers = number.isInteger ? negations(number) : [] }
    if !types.strings.isEmpty { result.strings = [] }
    if !types.arrays.isEmpty { result.arrays = [] }
    if !types.objects.isEmpty { result.objects = [] }
    return result
  }

  private func complement(values: [JSONValue]) throws(GuideError) -> Shape {
    var result = Shape.any
    var texts: Set<PropertyName> = []
    for value in values {
      switch value {
      case .null: result.null = false
      case .bool(let value): if value { result.true = false } else { result.false = false }
      case .string(let text): texts.insert(Array(text.utf8))
      case .number(let text): if let decimal = Decimal(text) { result.numbers[0].excluded.insert(decimal) }
      case .array, .object: break
      }
    }
    if !texts.isEmpty { result.strings[0].excluded = [.literals(texts)] }
    return result
  }

  private func negations(_ constraint: NumberConstraint) -> [NumberConstraint] {
    var result: [NumberConstraint] = []
    func add(_ change: (inout NumberConstraint) -> Void) {
      var negation = NumberConstraint()
      change(&negation)
      result.append(negation)
    }
    if constraint.isInteger { add { $0.isFraction = true } }
    if let bound = constraint.lower { add { $0.upper = .init(value: bound.value, isExclusive: !bound.isExclusive) } }
    if let bound = constraint.upper { add { $0.lower = .init(value: bound.value, isExclusive: !bound.isExclusive) } }
    for factor in constraint.factors { add { $0.excludedFactors = [factor] } }
    return result
  }

  private func negations(_ constraint: StringConstraint) throws(GuideError) -> [StringConstraint] {
    var result: [StringConstraint] = []
    func add(_ change: (inout StringConstraint) -> Void) {
      var negation = StringConstraint()
      change(&negation)
      result.append(negation)
    }
    for part in constraint.parts {
      let pattern = try part.pattern
      add { $0.excluded = [part] }
      if pattern.minimum > 0 { add { $0.maximum = pattern.minimum - 1 } }
      if pattern.maximum < Lexeme.unbounded { add { $0.minimum = pattern.maximum + 1 } }
    }
    if constraint.minimum > 0 { add { $0.maximum = constraint.minimum - 1 } }
    if constraint.maximum < Lexeme.unbounded { add { $0.minimum = constraint.maximum + 1 } }
    return result
  }

  private func negations(
    _ constraint: ArrayConstraint, _ id: SubschemaTable.ID, _ keyword: String
  ) throws(GuideError) -> [ArrayConstraint] {
    var result: [ArrayConstraint] = []
    func add(_ change: (inout ArrayConstraint) -> Void) {
      var negation = ArrayConstraint()
      change(&negation)
      result.append(negation)
    }
    if constraint.isUnique { throw unsupported(id, keyword, "its negation") }
    if constraint.minimum > 0 { add { $0.maximum = constraint.minimum - 1 } }
    if constraint.maximum < .max { add { $0.minimum = constraint.maximum + 1 } }
    for (index, element) in constraint.prefix.enumerated() where !element.isEmpty {
      add {
        $0.minimum = index + 1
        $0.prefix = [Conjunction](repeating: [], count: index) + [[-element[0]]]
      }
    }
    if !constraint.items.isEmpty {
      if isNever(constraint.items) {
        add { $0.minimum = constraint.prefix.count + 1 }
      } else {
        guard constraint.prefix.isEmpty else { throw unsupported(id, keyword, "its negation, after a prefix") }
        add { $0.counts = [.init(condition: [-constraint.items[0]], minimum: 1, maximum: nil)] }
      }
    }
    for count in constraint.counts {
      if count.minimum == 1 {
        add { $0.items = [-count.condition[0]] }
      } else if count.minimum > 0 {
        add { $0.counts = [.init(condition: count.condition, minimum: 0, maximum: count.minimum - 1)] }
      }
      if let maximum = count.maximum {
        add { $0.counts = [.init(condition: count.condition, minimum: maximum + 1, maximum: nil)] }
      }
    }
    return result
  }

  private func negations(
    _ constraint: ObjectConstraint, _ id: SubschemaTable.ID, _ keyword: String
  ) throws(GuideError) -> [ObjectConstraint] {
    var result: [ObjectConstraint] = []
    func add(_ change: (inout ObjectConstraint) -> Void) {
      var negation = ObjectConstraint()
      change(&negation)
      result.append(negation)
    }
    // For a required name, one alternative covers both a missing property and one with another value. This saves an
    // alternative for each name, which otherwise multiply from level to level.
    var lacking = constraint.required
    for rule in constraint.rules {
      switch rule.names {
      case .name(let name):
        let mayLack = lacking.firstIndex(of: name).map { lacking.remove(at: $0) } != nil
        add {
          $0.required = mayLack ? [] : [name]
          $0.rules = [.init(names: .name(name), value: [-rule.value[0]])]
        }
      case .pattern, .others, .satisfying:
        add { $0.witnesses = [.init(names: rule.names, value: [-rule.value[0]])] }
      }
    }
    for name in lacking { result.append(.lacking(name)) }
    if constraint.minimum > 0 { add { $0.maximum = constraint.minimum - 1 } }
    if constraint.maximum < .max { add { $0.minimum = constraint.maximum + 1 } }
    for implication in constraint.implications {
      for missing in implication.required {
        var negation = ObjectConstraint.lacking(missing)
        negation.required = [implication.name]
        result.append(negation)
      }
    }
    for schema in constraint.names { add { $0.witnesses = [.init(names: .satisfying([-schema]), value: [])] } }
    return result
  }
}
