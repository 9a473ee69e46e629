extension GenerationSchema {
  /// Creates a schema from parts that are known at run time.
  ///
  /// - Parameters:
  ///   - root: The form of the value.
  ///   - dependencies: Parts that others refer to by name. Parts that stand within others need not be listed.
  /// - Throws: ``SchemaError`` if the parts do not make a schema. Guides that do not fit are reported when a response
  ///   is requested.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    var root = root
    var dependencies = dependencies
    // A reference to a dependency is that dependency.
    if case .reference(let name) = root.form, let index = dependencies.firstIndex(where: { $0.form.name == name }) {
      root = dependencies.remove(at: index)
    }
    let graph = try DynamicSchemaResolver.graph(root: root, dependencies: dependencies)
    self.init(graph, name: root.form.typeName ?? root.form.name ?? graph.root.shape.typeName)
  }
}
