/// A resolver that builds one schema graph from the parts of a dynamic schema.
struct DynamicSchemaResolver {
  typealias Form = DynamicGenerationSchema.Form
  typealias SchemaError = GenerationSchema.SchemaError

  /// The root's name, if it has one.
  let rootName: String?
  /// The named parts.
  private(set) var named: [String: Form] = [:]
  /// The resolver of Swift types, with the definitions of all types.
  var types = SchemaResolver()
  /// The names of the parts whose definitions exist or are in progress.
  var defined: Set<String> = []
  /// The referenced names.
  var references: [String] = []

  /// Builds the schema graph.
  static func graph(
    root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]
  ) throws(SchemaError) -> SchemaGraph {
    var resolver = DynamicSchemaResolver(rootName: root.form.name ?? root.form.typeName)
    try resolver.register([root] + dependencies)
    resolver.types = SchemaResolver(reserving: Set(resolver.named.keys))
    let node = resolver.rootNode(root.form)
    for schema in dependencies { _ = resolver.node(of: schema.form, in: nil, nil) }
    try resolver.checkNames()
    return resolver.types.graph(root: node)
  }

  private init(rootName: String?) {
    self.rootName = rootName
  }

  // MARK: Names

  private mutating func register(_ listed: [DynamicGenerationSchema]) throws(SchemaError) {
    for schema in listed {
      guard let name = schema.form.name else { continue }
      guard named.updateValue(schema.form, forKey: name) == nil else {
        throw duplicateType(name, "Two of the listed schemas have this name.")
      }
    }
    for schema in listed { try registerParts(of: schema.form) }
  }

  private mutating func registerParts(of form: Form) throws(SchemaError) {
    switch form {
    case .object(let name, _, let properties, _):
      var names: Set<String> = []
      for property in properties where !names.insert(property.name).inserted {
        throw .duplicateProperty(
          schema: name, property: property.name, context: .init(debugDescription: "Names of properties are unique."))
      }
    case .union(let name, _, let choices) where choices.isEmpty: throw emptyChoices(name)
    case .choices(let name, _, let texts) where texts.isEmpty: throw emptyChoices(name)
    default: break
    }
    for part in form.parts {
      if let name = part.form.name {
        if let known = named[name] {
          guard known.isSame(as: part.form) else { throw duplicateType(name, "Two different schemas have this name.") }
        }
        named[name] = part.form
      }
      try registerParts(of: part.form)
    }
  }

  /// Checks that all referenced names exist, once all Swift types are known.
  private func checkNames() throws(SchemaError) {
    if let name = types.conflictingNames.first(where: { named[$0] != nil }) {
      throw duplicateType(name, "A type of the program and a dynamic schema have this name.")
    }
    var seen: Set<String> = []
    let undefined = references.filter { name in
      named[name] == nil && types.definitions[name] == nil && name != rootName && seen.insert(name).inserted
    }
    guard undefined.isEmpty else {
      throw .undefinedReferences(
        schema: rootName, references: undefined,
        context: .init(debugDescription: "Known names are \((Array(named.keys) + types.definitionNames).sorted())."))
    }
  }

  private func duplicateType(_ name: String, _ description: String) -> SchemaError {
    .duplicateType(schema: rootName, type: name, context: .init(debugDescription: description))
  }

  private func emptyChoices(_ name: String) -> SchemaError {
    .emptyTypeChoices(schema: name, context: .init(debugDescription: "No value could be generated."))
  }
}
