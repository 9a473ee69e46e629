extension DynamicGenerationSchema.Form {
  /// The name, if the part can be referenced.
  var name: String? {
    switch self {
    case .object(let name, _, _, _), .union(let name, _, _), .choices(let name, _, _): name
    default: nil
    }
  }

  /// The nested parts.
  var parts: [DynamicGenerationSchema] {
    switch self {
    case .object(_, _, let properties, _): properties.map(\.schema)
    case .union(_, _, let choices): choices
    case .array(let items, _): [items]
    default: []
    }
  }

  /// Returns whether another part is equal, so that both can share a definition.
  func isSame(as other: DynamicGenerationSchema.Form) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (
      .object(let name, let description, let properties, let explicitNil),
      .object(let otherName, let otherDescription, let otherProperties, let otherExplicitNil)
    ):
      return name == otherName && description == otherDescription && explicitNil == otherExplicitNil
        && properties.elementsEqual(otherProperties) {
          $0.name == $1.name && $0.description == $1.description && $0.isOptional == $1.isOptional
            && $0.schema.form.isSame(as: $1.schema.form)
        }
    case (.union(let name, let description, let choices), .union(let otherName, let otherDescription, let others)):
      return name == otherName && description == otherDescription
        && choices.elementsEqual(others) { $0.form.isSame(as: $1.form) }
    case (.choices(let name, let description, let texts), .choices(let otherName, let otherDescription, let others)):
      return name == otherName && description == otherDescription && texts == others
    case (.array(let items, let count), .array(let otherItems, let otherCount)):
      return count == otherCount && items.form.isSame(as: otherItems.form)
    case (.type(let type, let constraints), .type(let otherType, let otherConstraints)):
      return type == otherType && constraints == otherConstraints
    case (.reference(let name), .reference(let otherName)): return name == otherName
    default: return false
    }
  }
}
