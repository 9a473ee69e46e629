import SwiftSyntax

// MARK: - Structs

extension GenerableType {
  func schema(of properties: ConditionalList<StoredProperty>) -> [String] {
    let additions = properties.lines { property in
      if !property.type.isGenerationID {
        schemaProperty(
          property.key, type: property.type.asValue, description: property.guides.description,
          guides: property.guides.guides)
      }
    }
    let list = "properties: \(additions.isEmpty ? "[]" : "__properties")"
    return schemaGetter(explicitNilArgument + [list]) { propertyList(additions) }
  }

  func generatedContent(of properties: ConditionalList<StoredProperty>) -> [String] {
    let id = properties.unconditional.first { $0.type.isGenerationID }
    return contentGetter(id: id.map { "self.\($0.name)" }) {
      properties.lines { property in
        if !property.type.isGenerationID { "add(\(literal(property.key)), self.\(property.name))" }
      }
    }
  }

  /// The body of the initializer.
  func readings(of properties: ConditionalList<StoredProperty>) -> [String] {
    properties.lines { property in
      if !property.type.isGenerationID {
        reading(of: property)
      } else if property.type.wrapped != nil {
        "self.\(property.name) = content.id"
      } else {
        "self.\(property.name) = content.id ?? Swiftlet.GenerationID()"
      }
    }
  }

  private func reading(of property: StoredProperty) -> String {
    "self.\(property.name) = try content.value(forProperty: \(literal(property.key)))"
  }

  /// The partial type.
  @Lines func partial(of properties: ConditionalList<StoredProperty>) -> [String] {
    let ownID = properties.all.first { $0.key == "id" }
    let addsID = ownID == nil && !isIdentifiable
    let hasGenerationID = ownID?.type.isGenerationID ?? false
    // By a protocol of its own, as clients may declare the conformance in an extension. Its `id` is the default beside
    // one of theirs or of the type, whose snapshot has to be hashable.
    let isIdentified = isIdentifiable && !hasGenerationID && ownID?.type.isHashableScalar ?? true
    let conformance =
      addsID || hasGenerationID ? "Swift.Identifiable, " : isIdentified ? "Swiftlet._IdentifiedSnapshot, " : ""
    "nonisolated \(access)struct PartiallyGenerated: \(conformance)Swiftlet.ConvertibleFromGeneratedContent {"
    if addsID { "\(access)var id: Swiftlet.GenerationID" }
    if isIdentified { "\(access)let _generationID: Swiftlet.GenerationID" }
    properties.lines { property in
      let type = property.type.isGenerationID ? "Swiftlet.GenerationID" : property.type.partial(in: name) + "?"
      "\(property.accessInSnapshots(of: access))var \(property.name): \(type)"
    }
    initializer {
      // All identity properties of a value share one identity.
      if addsID || isIdentified || properties.all.contains(where: \.type.isGenerationID) {
        "let __id = content.id ?? Swiftlet.GenerationID()"
      }
      if addsID { "self.id = __id" }
      if isIdentified { "self._generationID = __id" }
      properties.lines { property in
        if property.type.isGenerationID { "self.\(property.name) = __id" } else { reading(of: property) }
      }
    }
    "}"
  }
}

extension StoredProperty {
  /// The access modifier of the property in the partial type, followed by a space; or nothing.
  ///
  /// A private property would not be accessible from the enclosing type.
  fileprivate func accessInSnapshots(of access: String) -> String {
    switch narrowerAccess {
    case nil: access
    case "private": "fileprivate "
    case let level?: level + " "
    }
  }
}
