/// A schema: the root node with all referenced definitions.
struct SchemaGraph: Sendable, Equatable {
  /// The node of the value.
  var root: SchemaNode

  /// The referenced types by name.
  var definitions: [String: SchemaNode] = [:]

  /// The names of the definitions, in the order of their first reference.
  var definitionNames: [String] = []

  /// The defects found by APIs that cannot throw: unsatisfiable or inexpressible constraints.
  ///
  /// Apple's initializers do not throw; requests that use a schema with defects do.
  var defects: [SchemaDefect] = []

  init(root: SchemaNode) {
    self.root = root
  }

  /// Returns the node of a reference.
  ///
  /// - Parameter reference: A reference of this document.
  /// - Returns: The node, or `nil` if there is none of that name.
  func node(_ reference: SchemaReference) -> SchemaNode? {
    switch reference {
    case .root: root
    case .definition(let name): definitions[name]
    }
  }
}

/// An inapplicable guide, or a type without values.
struct SchemaDefect: Sendable, Equatable, CustomStringConvertible {
  /// The name of the type, if it has one.
  var schema: String?
  /// The name of the property, if the defect is in one.
  var property: String?
  /// The description of the problem.
  var problem: String

  var description: String {
    let path = [schema, property].compactMap(\.self).joined(separator: ".")
    return path.isEmpty ? problem : "\(path): \(problem)"
  }
}
