import SwiftletJSON

extension SchemaNode {
  /// The name of the type, if it is referenced by name.
  var name: String? {
    switch shape {
    case .object(let object): object.name
    case .union(let union): union.name
    default: nil
    }
  }

  /// The child nodes.
  var parts: [SchemaNode] {
    switch shape {
    case .array(let items, _): [items]
    case .object(let object): object.properties.map(\.node)
    case .union(let union): union.choices
    default: []
    }
  }

  /// Returns the node with renamed references.
  ///
  /// - Parameters:
  ///   - names: The new names by the old ones.
  ///   - root: The name of the document's former root.
  /// - Returns: The node; references to the root are kept if `root` is `nil`.
  func renamed(_ names: [String: String], root: String?) -> SchemaNode {
    var node = self
    switch shape {
    case .reference(.definition(let name)): node.shape = .reference(.definition(names[name] ?? name))
    case .reference(.root): if let root { node.shape = .reference(.definition(root)) }
    case .array(let items, let count): node.shape = .array(items: items.renamed(names, root: root), count: count)
    case .object(var object):
      for index in object.properties.indices {
        object.properties[index].node = object.properties[index].node.renamed(names, root: root)
      }
      node.shape = .object(object)
    case .union(var union):
      union.choices = union.choices.map { $0.renamed(names, root: root) }
      node.shape = .union(union)
    default: break
    }
    return node
  }
}

extension SchemaNode.Shape {
  /// The name of the type: its own, or that of the corresponding Swift type.
  var typeName: String {
    switch self {
    case .any: "GeneratedContent"
    case .null: "Null"
    case .boolean: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .string: "String"
    case .array(let items, _): "Array<\(items.shape.typeName)>"
    case .object(let object): object.name
    case .union(let union): union.name ?? "GeneratedContent"
    case .reference(.definition(let name)): name
    case .reference(.root): "GeneratedContent"
    case .verbatim(let schema): schema.root["title"]?.string ?? "GeneratedContent"
    }
  }
}
