// Types whose schemas have been made at run time bring definitions of their own.

extension SchemaResolver {
  /// Takes over the definitions of a document that is a part of this one.
  mutating func adopt(_ graph: SchemaGraph) -> SchemaNode {
    for defect in graph.defects where !defects.contains(defect) { defects.append(defect) }
    // What has been the root needs a name now. Without one it is written out, and nothing in it can refer to it.
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

  /// The definitions that are there already, with everything that they refer to.
  private func known(among incoming: [String: SchemaNode]) -> Set<String> {
    var equal = Set(incoming.keys.filter { definitions[$0] == incoming[$0] })
    while true {
      // What refers to something else under the same name is not the same.
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
