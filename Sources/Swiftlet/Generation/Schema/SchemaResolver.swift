/// Follows the types that a schema mentions, until all of them are known.
struct SchemaResolver {
  /// The types that have been met, by name.
  var definitions: [String: SchemaNode] = [:]
  /// The names of the types, in the order in which they have been met.
  var definitionNames: [String] = []
  /// What is wrong with the types.
  var defects: [SchemaDefect] = []
  /// Names that a type could not have, as another one has it.
  private(set) var contestedNames: [String] = []

  /// The names under which types are defined, or `root` for the type that all this is about.
  private var references: [ObjectIdentifier: SchemaReference] = [:]
  /// The forms of types whose schemas are documents, which are taken over once.
  private var adopted: [ObjectIdentifier: SchemaNode] = [:]
  /// Names that types may not get, as others have them.
  private var taken: Set<String> = []

  /// The form of a schema with everything it refers to.
  static func graph(of schema: GenerationSchema) -> SchemaGraph {
    if case .graph(let graph) = schema.source { return graph }
    var resolver = SchemaResolver()
    let root = resolver.rootNode(of: schema)
    return resolver.graph(root: root)
  }

  /// The document with a root, which has been resolved with this resolver.
  func graph(root: SchemaNode) -> SchemaGraph {
    var graph = SchemaGraph(root: root)
    graph.definitions = definitions
    graph.definitionNames = definitionNames
    graph.defects = defects
    graph.checkRecursion()
    return graph
  }

  init(taken: Set<String> = []) {
    self.taken = taken
  }

  // MARK: Places where types are used

  /// The form of a schema that is the root of the document.
  mutating func rootNode(of schema: GenerationSchema) -> SchemaNode {
    guard case .type(let type) = schema.source, !type.isInline else { return node(of: schema) }
    references[ObjectIdentifier(type.type)] = .root
    if !taken.insert(type.name).inserted { contestedNames.append(type.name) }
    return node(ofParts: type)
  }

  /// The form of a type at a place where it is used.
  mutating func node(for type: any Generable.Type) -> SchemaNode {
    let schema = type.generationSchema
    guard case .graph(let graph) = schema.source else { return node(of: schema) }
    let identity = ObjectIdentifier(type)
    if let known = adopted[identity] { return known }
    let node = adopt(graph)
    adopted[identity] = node
    return node
  }

  /// The form of a schema at a place where it is used: a reference, where its type has a name.
  mutating func node(of schema: GenerationSchema) -> SchemaNode {
    switch schema.source {
    case .node(let node): return node
    case .array(let element):
      return SchemaNode(.array(items: node(for: element), count: CountBounds()))
    case .graph(let graph): return adopt(graph)
    case .type(let type) where type.isInline: return node(ofParts: type)
    case .type(let type):
      let identity = ObjectIdentifier(type.type)
      if let known = references[identity] { return SchemaNode(.reference(known)) }
      // Noted before the parts are looked at, since they may lead back here.
      let name = reserve(type.name)
      references[identity] = .definition(name)
      definitions[name] = node(ofParts: type, name: name)
      return SchemaNode(.reference(.definition(name)))
    }
  }

  /// Takes a name, or one like it if it is taken.
  mutating func reserve(_ name: String) -> String {
    var free = name
    var count = 1
    while !taken.insert(free).inserted {
      if count == 1 { contestedNames.append(name) }
      count += 1
      free = "\(name)\(count)"
    }
    definitionNames.append(free)
    return free
  }

  // MARK: Types

  private mutating func node(ofParts type: GenerationSchema.TypeSchema, name: String? = nil) -> SchemaNode {
    let name = name ?? type.name
    switch type.form {
    case .properties(let properties, let explicitNil):
      var shape = ObjectShape(name: name, properties: [], representsNilExplicitly: explicitNil)
      var names: Set<String> = []
      for property in properties {
        if !names.insert(property.name).inserted {
          defects.append(SchemaDefect(schema: name, property: property.name, problem: "two properties have this name"))
        } else {
          shape.properties.append(node(of: property, in: name))
        }
      }
      return SchemaNode(.object(shape), description: type.description)
    case .choices(let choices):
      if choices.isEmpty { defects.append(SchemaDefect(schema: name, problem: "there is no text to choose")) }
      return SchemaNode(.string(StringRule(choices: choices)), description: type.description)
    case .types(let types):
      if types.isEmpty { defects.append(SchemaDefect(schema: name, problem: "there is no type to choose")) }
      let choices = types.map { node(for: $0) }
      return SchemaNode(.union(UnionShape(name: name, choices: choices)), description: type.description)
    }
  }

  private mutating func node(of property: GenerationSchema.Property, in type: String) -> ObjectShape.Property {
    var node = node(for: property.type)
    for constraint in property.constraints {
      guard let problem = node.apply(constraint) else { continue }
      defects.append(SchemaDefect(schema: type, property: property.name, problem: problem))
    }
    node.description = property.description ?? node.description
    return ObjectShape.Property(name: property.name, node: node, isOptional: property.isOptional)
  }
}

extension GenerationSchema.TypeSchema {
  /// Whether the type is written out wherever it is used, as a choice of texts is.
  var isInline: Bool {
    if case .choices = form { true } else { false }
  }
}
