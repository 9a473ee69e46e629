/// A parser of schemas in the native dialect of ``SchemaGraph/json``.
struct SchemaReader {
  /// The maximum number of definitions.
  static let maximumDefinitions = 4096

  /// The path of keys to the current value.
  var path: [String] = []

  /// Reads a schema.
  ///
  /// - Parameter content: The JSON.
  /// - Returns: The schema, named by its title.
  /// - Throws: ``SchemaDecodingError``
  static func read(_ content: GeneratedContent) throws(SchemaDecodingError) -> GenerationSchema {
    let graph = try SchemaReader().graph(content)
    return GenerationSchema(graph, name: graph.root.shape.typeName)
  }

  private func graph(_ content: GeneratedContent) throws(SchemaDecodingError) -> SchemaGraph {
    let members = try self.members(content)
    var graph = SchemaGraph(root: try node(members))
    if let definitions = members["$defs"] {
      let reader = at("$defs")
      let names = try reader.keys(definitions)
      guard names.count <= Self.maximumDefinitions else {
        throw reader.error(.unusable("There are more than \(Self.maximumDefinitions) definitions."))
      }
      let members = try reader.members(definitions)
      for name in names { graph.definitions[name] = try members[name].map(reader.at(name).node) }
      graph.definitionNames = names
    }
    try checkReferences(graph.root, graph)
    for name in graph.definitionNames {
      guard let definition = graph.definitions[name] else { continue }
      try at("$defs").at(name).checkReferences(definition, graph)
    }
    graph.checkRecursion()
    if let defect = graph.defects.first { throw error(.unusable("\(defect)")) }
    return graph
  }

  private func checkReferences(_ node: SchemaNode, _ graph: SchemaGraph) throws(SchemaDecodingError) {
    if case .reference(let reference) = node.shape, graph.node(reference) == nil {
      throw error(.unusable("Nothing is defined under '\(reference.pointer)'."))
    }
    for part in node.parts { try checkReferences(part, graph) }
  }

  // MARK: Nodes

  private func node(_ content: GeneratedContent) throws(SchemaDecodingError) -> SchemaNode {
    try node(members(content))
  }

  private func node(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> SchemaNode {
    SchemaNode(try shape(members), description: try text("description", in: members))
  }

  private func shape(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> SchemaNode.Shape {
    if let pointer = try text("$ref", in: members) {
      guard let reference = SchemaReference(pointer: pointer) else {
        throw at("$ref").error(.unusable("'\(pointer)' does not point to '#' or into '#/$defs'."))
      }
      return .reference(reference)
    }
    if let constant = try text("const", in: members) {
      return .string(StringShape(choices: [constant], isConstant: true))
    }
    if let choices = members["anyOf"] { return try union(choices, members) }
    guard let type = try text("type", in: members) else {
      throw error(.unusable("A schema needs one of the keys 'type', 'const', '$ref' and 'anyOf'."))
    }
    if members["enum"] != nil, type != "string" {
      throw at("enum").error(.unusable("Only strings can be chosen from a list."))
    }
    switch type {
    case "null": return .null
    case "boolean": return .boolean
    case "integer": return .integer(try bounds(members))
    case "number": return .number(try bounds(members))
    case "string": return .string(try rule(members))
    case "array": return try array(members)
    case "object": return .object(try object(members))
    default: throw at("type").error(.unusable("There is no type '\(type)'."))
    }
  }

  private func union(
    _ choices: GeneratedContent, _ members: [String: GeneratedContent]
  ) throws(SchemaDecodingError) -> SchemaNode.Shape {
    let reader = at("anyOf")
    let elements = try reader.elements(choices)
    if GeneratedContent.isAnyJSON(elements) { return .any }
    var nodes: [SchemaNode] = []
    for (index, choice) in elements.enumerated() {
      nodes.append(try reader.at("Index \(index)").node(choice))
    }
    guard !nodes.isEmpty else { throw reader.error(.unusable("There is nothing to choose.")) }
    return .union(UnionShape(name: try text("title", in: members), choices: nodes))
  }

  private func array(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> SchemaNode.Shape {
    let items = try at("items").node(required("items", in: members))
    let count = CountBounds(minimum: try count("minItems", in: members), maximum: try count("maxItems", in: members))
    if let problem = count.problem { throw error(.unusable(problem)) }
    return .array(items: items, count: count)
  }

  private func object(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> ObjectShape {
    let properties = try at("properties").members(required("properties", in: members))
    let order = try texts("x-order", in: members)
    let listed = try texts("required", in: members)
    let needed = Set(listed)
    guard case .bool = try required("additionalProperties", in: members).storage else {
      throw at("additionalProperties").error(.mismatch(expected: "true or false", found: "another value"))
    }
    guard order.count == properties.count, Set(order) == Set(properties.keys) else {
      throw at("x-order").error(.unusable("Every property has to be listed once, and nothing else."))
    }
    if let unknown = listed.first(where: { properties[$0] == nil }) {
      throw at("required").error(.unusable("There is no property '\(unknown)'."))
    }
    var shape = ObjectShape(name: try string("title", required("title", in: members)), properties: [])
    for name in order {
      guard let property = properties[name] else { continue }
      let node = try at("properties").at(name).node(property)
      shape.properties.append(.init(name: name, node: node, isOptional: !needed.contains(name)))
    }
    return shape
  }

  private func rule(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> StringShape {
    var rule = StringShape(pattern: try text("pattern", in: members))
    guard members["enum"] != nil else { return rule }
    let choices = try texts("enum", in: members)
    guard !choices.isEmpty else { throw at("enum").error(.unusable("There is nothing to choose.")) }
    rule.choices = choices
    return rule
  }

  private func bounds(_ members: [String: GeneratedContent]) throws(SchemaDecodingError) -> NumericBounds {
    let bounds = NumericBounds(
      minimum: try number("minimum", in: members), maximum: try number("maximum", in: members))
    if let problem = bounds.problem { throw error(.unusable(problem)) }
    return bounds
  }
}
