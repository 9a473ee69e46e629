/// A resolver that collects the definitions of all types referenced by a schema.
struct SchemaResolver {
  /// The resolved types by name.
  var definitions: [String: SchemaNode] = [:]
  /// The names of the types, in the order of their first reference.
  var definitionNames: [String] = []
  /// The defects of the types.
  var defects: [SchemaDefect] = []
  /// The names requested by more than one type.
  private(set) var conflictingNames: [String] = []

  /// The references of types; that of the root type is `root`.
  private var references: [ObjectIdentifier: SchemaReference] = [:]
  /// The nodes of types whose schemas are documents, which are merged once.
  private var adopted: [ObjectIdentifier: SchemaNode] = [:]
  /// The names that are in use.
  private var reservedNames: Set<String> = []

  /// Builds the schema graph of a schema.
  static func graph(of schema: GenerationSchema) -> SchemaGraph {
    if case .graph(let graph) = schema.source { return graph }
    var resolver = SchemaResolver()
    let root = resolver.rootNode(of: schema)
    return resolver.graph(root: root)
  }

  /// Returns the schema graph of a root resolved by this resolver.
  func graph(root: SchemaNode) -> SchemaGraph {
    var graph = SchemaGraph(root: root)
    graph.definitions = definitions
    graph.definitionNames = definitionNames
    graph.defects = defects
    graph.checkRecursion()
    return graph
  }

  init(reserving names: Set<String> = []) {
    reservedNames = names
  }

  // MARK: Uses of types

  /// Returns the node of the root schema.
  mutating func rootNode(of schema: GenerationSchema) -> SchemaNode {
    guard case .type(let type) = schema.source, !type.isInline else { return node(of: schema) }
    references[ObjectIdentifier(type.type)] = .root
    if !reservedNames.insert(type.name).inserted { conflictingNames.append(type.name) }
    return node(ofParts: type)
  }

  /// Returns the node for a use of a type.
  mutating func node(for type: any Generable.Type) -> SchemaNode {
    let schema = type.generationSchema
    guard case .graph(let graph) = schema.source else { return node(of: schema) }
    let identity = ObjectIdentifier(type)
    if let known = adopted[identity] { return known }
    let node = adopt(graph)
    adopted[identity] = node
    return node
  }

  /// Returns the node for a use of a schema: a reference if its type has a name.
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
      // Registered before the parts are resolved, since they may be recursive.
      let name = reserve(type.name)
      references[identity] = .definition(name)
      definitions[name] = node(ofParts: type, name: name)
      return SchemaNode(.reference(.definition(name)))
    }
  }

  /// Reserves a name, with a numeric suffix if it is in use.
  mutating func reserve(_ name: String) -> String {
    var free = name
    var count = 1
    while !reservedNames.insert(free).inserted {
      if count == 1 { conflictingNames.append(name) }
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
      return SchemaNode(.string(StringShape(choices: choices)), description: type.description)
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
  /// True if the type is inlined at each use, as a choice of texts is.
  var isInline: Bool {
    if case .choices = form { true } else { false }
  }
}
