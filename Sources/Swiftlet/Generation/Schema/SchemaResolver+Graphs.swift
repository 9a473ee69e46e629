// Types whose schemas are created at run time have their own definitions.

extension SchemaResolver {
  /// Merges the definitions of an embedded document.
  mutating func adopt(_ graph: SchemaGraph) -> SchemaNode {
    for defect in graph.defects where !defects.contains(defect) { defects.append(defect) }
    // The former root needs a name. An unnamed root is inlined, as nothing references it.
    var title = graph.root.name
    while let name = title, graph.definitions[name] != nil { title = name + "2" }
    var incoming: [String: SchemaNode] = [:]
    for name in graph.definitionNames { incoming[name] = graph.definitions[name]?.renamed([:], root: title) }
    if let title { incoming[title] = graph.root.renamed([:], root: title) }
    let shared = known(among: incoming)
    var names: [String: String] = [:]
    for name in (title.map { [$0] } ?? []) + graph.definitionNames {
      names[name] = shared.contains(name) ? name : reserve(name)
    }
    for (old, new) in names { definitions[new] = incoming[old]?.renamed(names, root: nil) }
    guard let title, let root = names[title] else { return graph.root.renamed(names, root: nil) }
    return SchemaNode(.reference(.definition(root)))
  }

  /// Returns the names of definitions that exist already, with equal references.
  private func known(among incoming: [String: SchemaNode]) -> Set<String> {
    var equal = Set(incoming.keys.filter { definitions[$0] == incoming[$0] })
    while true {
      // Definitions whose references differ are not equal.
      let lost = equal.filter { name in
        incoming[name]?.references.contains { reference in
          if case .definition(let other) = reference { !equal.contains(other) } else { false }
        } ?? false
      }
      guard !lost.isEmpty else { return equal }
      equal.subtract(lost)
    }
  }
}
