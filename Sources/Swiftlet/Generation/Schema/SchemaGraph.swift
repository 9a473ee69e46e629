/// A form with all the forms that it refers to.
struct SchemaGraph: Sendable, Equatable {
  /// The form of the value.
  var root: SchemaNode

  /// The types that are referred to, by name.
  var definitions: [String: SchemaNode] = [:]

  /// The names of the definitions, in the order in which the root mentions them.
  var definitionNames: [String] = []

  /// What no value could fulfil or no grammar could express, found where nothing may be thrown.
  ///
  /// The interface of schemas does not throw; requests that use a schema with defects do.
  var defects: [SchemaDefect] = []

  init(root: SchemaNode) {
    self.root = root
  }

  /// The form that a reference stands for.
  ///
  /// - Parameter reference: A reference from within this document.
  /// - Returns: The form, or `nil` if there is none of that name.
  func node(_ reference: SchemaReference) -> SchemaNode? {
    switch reference {
    case .root: root
    case .definition(let name): definitions[name]
    }
  }
}

/// A guide that does not fit what it guides, or a type without values.
struct SchemaDefect: Sendable, Equatable, CustomStringConvertible {
  /// The type that it was found in, if that has a name.
  var schema: String?
  /// The property that it was found in, if it was one.
  var property: String?
  /// What is wrong.
  var problem: String

  var description: String {
    let place = [schema, property].compactMap(\.self).joined(separator: ".")
    return place.isEmpty ? problem : "\(place): \(problem)"
  }
}
