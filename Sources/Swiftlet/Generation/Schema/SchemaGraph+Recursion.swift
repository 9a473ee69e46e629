// Recursive types must terminate in two ways: a value must not require another value of its own type
// indefinitely, and a type must not be a choice of itself, which would make a grammar left-recursive.

extension SchemaGraph {
  /// Adds the defects of recursive types.
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

  /// Returns the least fixed point of a rule over the types.
  ///
  /// - Parameter rule: Returns true if the rule holds for a node, given the types for which it holds; it has to be monotonic.
  /// - Returns: The smallest set of types for which the rule holds.
  /// - Complexity: Each type is evaluated once for each reference to it.
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
  /// All references in the node.
  var references: [SchemaReference] {
    if case .reference(let reference) = shape { return [reference] }
    return parts.flatMap(\.references)
  }

  /// The references that a value reaches without generating any text.
  fileprivate var unguardedReferences: [SchemaReference] {
    switch shape {
    case .reference(let reference): [reference]
    case .union(let union): union.choices.flatMap(\.unguardedReferences)
    default: []
    }
  }

  /// Returns whether there is a finite value, assuming finite values of the given types.
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
