// Recursive types have to come to an end, in two ways: a value must not need another of its own type within it for
// ever, and a type must not be a choice of itself, which says nothing and would make a grammar left-recursive.

extension SchemaGraph {
  /// Adds the defects that types have only together.
  mutating func checkRecursion() {
    let finite = named { node, finite in node.isFinite(if: finite) }
    let guarded = named { node, guarded in node.unguardedReferences.allSatisfy(guarded.contains) }
    for reference in [.root] + definitionNames.map(SchemaReference.definition) {
      let name = node(reference)?.name ?? reference.pointer
      if !guarded.contains(reference) {
        defects.append(SchemaDefect(schema: name, problem: "the type is a choice of itself"))
      } else if !finite.contains(reference) {
        defects.append(SchemaDefect(schema: name, problem: "no value of the type is finite"))
      }
    }
  }

  /// The types for which a rule holds.
  ///
  /// - Parameter rule: Whether it holds for a form, if it holds for the types given. More types never make it false.
  /// - Returns: The fewest types for which the rule holds.
  /// - Complexity: Each type is looked at as often as others mention it.
  private func named(_ rule: (SchemaNode, Set<SchemaReference>) -> Bool) -> Set<SchemaReference> {
    var mentions: [SchemaReference: [SchemaReference]] = [:]
    var pending = [.root] + definitionNames.map(SchemaReference.definition)
    for reference in pending {
      for mentioned in Set(node(reference)?.references ?? []) { mentions[mentioned, default: []].append(reference) }
    }
    var found: Set<SchemaReference> = []
    while let reference = pending.popLast() {
      guard !found.contains(reference), let node = node(reference), rule(node, found) else { continue }
      found.insert(reference)
      pending += mentions[reference] ?? []
    }
    return found
  }
}

extension SchemaNode {
  /// Everything that is referred to.
  var references: [SchemaReference] {
    if case .reference(let reference) = shape { return [reference] }
    return parts.flatMap(\.references)
  }

  /// What is referred to without any text in between.
  fileprivate var unguardedReferences: [SchemaReference] {
    switch shape {
    case .reference(let reference): [reference]
    case .union(let union): union.choices.flatMap(\.unguardedReferences)
    default: []
    }
  }

  /// Whether there is a finite value, if there is one of each of the given types.
  fileprivate func isFinite(if finite: Set<SchemaReference>) -> Bool {
    switch shape {
    case .reference(let reference): finite.contains(reference)
    case .array(let items, let count): (count.minimum ?? 0) == 0 || items.isFinite(if: finite)
    case .object(let object): object.properties.allSatisfy { $0.isOptional || $0.node.isFinite(if: finite) }
    case .union(let union): union.choices.contains { $0.isFinite(if: finite) }
    default: true
    }
  }
}
