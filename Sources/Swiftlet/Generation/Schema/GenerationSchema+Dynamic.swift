extension GenerationSchema {
  /// Creates a schema from parts at run time.
  ///
  /// - Parameters:
  ///   - root: The schema of the value.
  ///   - dependencies: Parts that are referenced by name. Nested parts need not be listed.
  /// - Throws: ``SchemaError`` if the parts are not a valid schema. Inapplicable guides are errors of the request
  ///   that uses the schema.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    var root = root
    var dependencies = dependencies
    // A root that references a dependency is replaced by it.
    if case .reference(let name) = root.form, let index = dependencies.firstIndex(where: { $0.form.name == name }) {
      root = dependencies.remove(at: index)
    }
    let graph = try DynamicSchemaResolver.graph(root: root, dependencies: dependencies)
    self.init(graph, name: root.form.typeName ?? root.form.name ?? graph.root.shape.typeName)
  }
}
