/// The removal of redundant alternatives of objects.
///
/// Negations have an alternative for each keyword, so the alternatives of `oneOf` and `if` multiply with the branches.
/// Most are redundant: if a property's value distinguishes the branches, its presence decides all negations at once.
extension Normalizer {
  /// The number of alternatives above which redundant ones are searched for.
  private static let pruningThreshold = 8
  /// The number of alternatives up to which they are compared with each other.
  private static let comparisonLimit = 128

  /// Returns the shape without alternatives that are evidently empty or included in others.
  func pruned(_ shape: Shape) -> Shape {
    guard shape.objects.count > Self.pruningThreshold, pruning.depth < 3, pruning.work < Self.maximumWork else {
      return shape
    }
    // The work has a budget of its own: the search must not be the reason that a schema is too complex.
    let before = work
    pruning.depth += 1
    defer {
      pruning.depth -= 1
      pruning.work += work - before + shape.objects.count
      work = before
    }
    var kept: [ObjectConstraint] = []
    for object in shape.objects {
      guard let object = simplified(object) else { continue }
      // Comparing each with each is worth it only as long as that keeps their number small.
      if kept.count < Self.comparisonLimit {
        guard !kept.contains(where: { $0.includes(object) }) else { continue }
        kept.removeAll { object.includes($0) }
      }
      kept.append(object)
    }
    var result = shape
    result.objects = kept
    return result
  }

  /// Returns the constraint with one rule for each name, without implied schemas; nil if it is evidently empty.
  private func simplified(_ object: ObjectConstraint) -> ObjectConstraint? {
    var result = object
    result.rules = []
    var order: [PropertyName] = []
    var values: [PropertyName: Conjunction] = [:]
    for rule in object.rules {
      guard case .name(let name) = rule.names else {
        if !result.rules.contains(rule) { result.rules.append(rule) }
        continue
      }
      if values[name] == nil { order.append(name) }
      values[name] = (values[name] ?? []).merged(rule.value)
    }
    for name in order {
      let value = simplified(values[name] ?? [])
      if value == .never, object.required.contains(name) { return nil }
      if !value.isEmpty { result.rules.append(.init(names: .name(name), value: value)) }
    }
    return result
  }

  /// Returns a conjunction without the schemas that the others imply; the unsatisfiable one if it is evidently empty.
  private func simplified(_ conjunction: Conjunction) -> Conjunction {
    guard conjunction.count > 1 else { return isNever(conjunction) ? .never : conjunction }
    if let known = simplifications[conjunction] { return known }
    guard !isNever(conjunction) else { return .never }
    guard !conjunction.contains(where: isInProgress) else { return conjunction }
    var result = conjunction
    if let whole = try? shape(conjunction), (try? isEmpty(whole, depth: 1)) ?? false {
      result = .never
    } else {
      // Negations are implied more often than not.
      for literal in conjunction where result.count > 1 {
        let others = result.filter { $0 != literal }
        guard let rest = try? shape(others), let own = try? shape(literal), rest.intersection(own) == rest else {
          continue
        }
        result = others
      }
    }
    simplifications[conjunction] = result
    return result
  }
}

extension ObjectConstraint {
  /// Returns true if the constraint evidently allows all objects that another one allows.
  fileprivate func includes(_ other: ObjectConstraint) -> Bool {
    minimum <= other.minimum && maximum >= other.maximum && evaluated == other.evaluated
      && required.allSatisfy(other.required.contains) && implications.allSatisfy(other.implications.contains)
      && witnesses.allSatisfy(other.witnesses.contains) && names.allSatisfy(other.names.contains)
      && rules.allSatisfy { rule in
        other.rules.contains {
          $0.names == rule.names && ($0.value == .never || rule.value.allSatisfy($0.value.contains))
        }
      }
  }
}
