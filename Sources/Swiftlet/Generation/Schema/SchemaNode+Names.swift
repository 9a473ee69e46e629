import SwiftletJSON

extension SchemaNode {
  /// The name of the type whose form this is, if it is a form that is referred to by name.
  var name: String? {
    switch shape {
    case .object(let object): object.name
    case .union(let union): union.name
    default: nil
    }
  }

  /// The forms that this one consists of.
  var parts: [SchemaNode] {
    switch shape {
    case .array(let items, _): [items]
    case .object(let object): object.properties.map(\.node)
    case .union(let union): union.choices
    default: []
    }
  }

  /// The form with other names for what it refers to.
  ///
  /// - Parameters:
  ///   - names: The new names by the old ones.
  ///   - root: The name of what has been the root of the document.
  /// - Returns: The form, with a reference to the root where `root` is `nil`.
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
  /// A name for the type whose form this is: its own, or that of Swift's type for such values.
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
    case .written(let schema): schema.root["title"]?.string ?? "GeneratedContent"
    }
  }
}
