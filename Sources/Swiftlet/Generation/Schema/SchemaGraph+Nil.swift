// MARK: - The representation of nil in answers

extension SchemaGraph {
  /// Returns a complete answer with nil as its types represent it.
  ///
  /// Models may leave out properties that have no value, and strict schemas of servers make them write null. In the
  /// result, such a property is null if its type represents nil explicitly, else it is left out.
  func representingNil(in content: GeneratedContent) -> GeneratedContent { representingNil(in: content, root) }

  private func representingNil(in content: GeneratedContent, _ node: SchemaNode) -> GeneratedContent {
    switch (choice(of: node, for: content)?.shape, content.storage) {
    case (.array(let items, _)?, .array(let elements)):
      content.replacing(.array(elements.map { representingNil(in: $0, items) }))
    case (.object(let shape)?, .structure(let properties, let keys)):
      content.replacing(representingNil(in: properties, keys, shape))
    default: content
    }
  }

  private func representingNil(
    in properties: [String: GeneratedContent], _ keys: [String], _ shape: ObjectShape
  ) -> GeneratedContent.Storage {
    var (properties, keys) = (properties, keys)
    /// The position after the previous property of the type.
    var next = keys.startIndex
    for property in shape.properties {
      let value = properties[property.name]
      if let value, value.storage != .null {
        properties[property.name] = representingNil(in: value, property.node)
      } else if property.isOptional, shape.representsNilExplicitly {
        properties[property.name] = value ?? GeneratedContent(.null)
        if value == nil { keys.insert(property.name, at: next) }
      } else if value != nil, property.isOptional, choice(of: property.node, for: GeneratedContent(.null)) == nil {
        properties[property.name] = nil
        keys.removeAll { $0 == property.name }
        next = min(next, keys.endIndex)
      }
      if let position = keys.firstIndex(of: property.name) { next = position + 1 }
    }
    return .structure(properties: properties, keys: keys)
  }

  /// Returns the node without references and unions that a value is of; `nil` if it is of none.
  ///
  /// - Parameters:
  ///   - node: A node.
  ///   - content: The value.
  ///   - limit: The number of references and unions that may follow each other without a value between them.
  /// - Returns: A node that has a kind.
  private func choice(of node: SchemaNode, for content: GeneratedContent, limit: Int = 64) -> SchemaNode? {
    guard limit > 0 else { return nil }
    switch node.shape {
    case .reference(let reference):
      return self.node(reference).flatMap { choice(of: $0, for: content, limit: limit - 1) }
    case .union(let union):
      return union.choices.lazy.compactMap { choice(of: $0, for: content, limit: limit - 1) }.first
    default: return node.fits(content) ? node : nil
    }
  }
}

extension SchemaNode {
  /// True if a value has the node's kind, and of an object the names of the properties and the constants.
  fileprivate func fits(_ content: GeneratedContent) -> Bool {
    switch (shape, content.storage) {
    case (.any, _), (.verbatim, _), (.null, .null), (.boolean, .bool), (.integer, .number), (.number, .number),
      (.array, .array):
      true
    case (.string(let rule), .string(let text)): rule.choices?.contains(text) ?? true
    case (.object(let object), .structure(let properties, _)): object.fits(properties)
    default: false
    }
  }
}

extension ObjectShape {
  fileprivate func fits(_ content: [String: GeneratedContent]) -> Bool {
    let names = Set(properties.map(\.name))
    return content.keys.allSatisfy(names.contains)
      && properties.allSatisfy { property in
        guard let value = content[property.name] else { return property.isOptional }
        guard case .string = property.node.shape, value.storage != .null else { return true }
        return property.node.fits(value)
      }
  }
}

extension GeneratedContent {
  /// The same content with another value.
  fileprivate func replacing(_ storage: Storage) -> GeneratedContent {
    GeneratedContent(storage, id: id, isComplete: isComplete)
  }
}
