// The nodes of parts. Errors in names are detected before or after this.

extension DynamicSchemaResolver {
  /// Returns the node of the root.
  mutating func rootNode(_ form: Form) -> SchemaNode {
    guard case .type(let type, let constraints) = form else { return node(ofParts: form) }
    return constrained(types.rootNode(of: type.generationSchema), constraints, nil, nil)
  }

  /// Returns the node for a use of a part: a reference if the part has a name.
  mutating func node(of form: Form, in schema: String?, _ property: String?) -> SchemaNode {
    switch form {
    case .object(let name, _, _, _), .union(let name, _, _):
      if name == rootName { return SchemaNode(.reference(.root)) }
      define(name, form)
      return SchemaNode(.reference(.definition(name)))
    case .type(let type, let constraints):
      return constrained(types.node(for: type), constraints, schema, property)
    case .reference(let name):
      references.append(name)
      if name == rootName { return SchemaNode(.reference(.root)) }
      if let form = named[name] { return node(of: form, in: schema, property) }
      return SchemaNode(.reference(.definition(name)))
    case .array(let items, let count):
      if let problem = count.problem { report(problem, schema, property) }
      return SchemaNode(.array(items: node(of: items.form, in: schema, property), count: count))
    case .null, .choices: return node(ofParts: form)
    }
  }

  private mutating func define(_ name: String, _ form: Form) {
    guard defined.insert(name).inserted else { return }
    // Registered before the parts are resolved, since they may be recursive.
    types.definitionNames.append(name)
    types.definitions[name] = node(ofParts: form)
  }

  private mutating func node(ofParts form: Form) -> SchemaNode {
    switch form {
    case .null: return SchemaNode(.null)
    case .object(let name, let description, let properties, let explicitNil):
      let properties = properties.map { property in
        var node = node(of: property.schema.form, in: name, property.name)
        node.description = property.description ?? node.description
        return ObjectShape.Property(name: property.name, node: node, isOptional: property.isOptional)
      }
      let shape = ObjectShape(name: name, properties: properties, representsNilExplicitly: explicitNil)
      return SchemaNode(.object(shape), description: description)
    case .union(let name, let description, let choices):
      let choices = choices.map { node(of: $0.form, in: name, nil) }
      return SchemaNode(.union(UnionShape(name: name, choices: choices)), description: description)
    case .choices(_, let description, let texts):
      return SchemaNode(.string(StringShape(choices: texts)), description: description)
    case .array, .type, .reference: return node(of: form, in: nil, nil)
    }
  }

  private mutating func constrained(
    _ node: SchemaNode, _ constraints: [GuideConstraint], _ schema: String?, _ property: String?
  ) -> SchemaNode {
    var node = node
    for constraint in constraints {
      if let problem = node.apply(constraint) { report(problem, schema, property) }
    }
    return node
  }

  private mutating func report(_ problem: String, _ schema: String?, _ property: String?) {
    types.defects.append(SchemaDefect(schema: schema, property: property, problem: problem))
  }
}

extension DynamicGenerationSchema.Form {
  /// The name of the Swift type, if it is a type that is referenced by name.
  var typeName: String? {
    guard case .type(let type, _) = self, case .type(let parts) = type.generationSchema.source else { return nil }
    return parts.isInline ? nil : parts.name
  }
}
