extension GenerationSchema {
  /// Reads a JSON Schema that was not written by this framework, such as those of servers' tools.
  ///
  /// What such schemas leave out is filled in: a title, an empty list of required properties, the order of properties as
  /// they stand in the text. Everything else is as for ``init(from:)``.
  ///
  /// - Parameters:
  ///   - json: The schema as JSON text.
  ///   - name: What the type is called if the schema does not say.
  /// - Throws: `DecodingError`, or ``GeneratedContent/ParsingError`` if the text is not JSON.
  package init(foreign json: String, name: String) throws {
    let content = try GeneratedContent(json: json)
    do {
      self = try SchemaReader.read(content.completedSchema(name: name, depth: 0))
    } catch {
      throw error.decodingError(at: [])
    }
  }

  /// The same form under another name, such as the one that it had before it was encoded.
  ///
  /// In their JSON, forms other than objects have no name.
  package func renamed(_ name: String) -> GenerationSchema { GenerationSchema(document, name: name) }
}

extension GeneratedContent {
  /// A schema in which nothing is missing that this framework's schemas have.
  fileprivate func completedSchema(name: String, depth: Int) -> GeneratedContent {
    guard depth < 64, case .structure(var members, var keys) = storage else { return self }
    func set(_ key: String, _ value: GeneratedContent) {
      if members.updateValue(value, forKey: key) == nil { keys.append(key) }
    }
    for key in ["properties", "$defs"] {
      guard case .structure(let parts, let names)? = members[key]?.storage else { continue }
      set(
        key,
        .members(names.map { ($0, parts[$0]?.completedSchema(name: name + "_" + $0, depth: depth + 1)) }))
    }
    if let items = members["items"] { set("items", items.completedSchema(name: name + "_item", depth: depth + 1)) }
    if let choices = members["anyOf"]?.asElements {
      set("anyOf", GeneratedContent(.array(choices.map { $0.completedSchema(name: name, depth: depth + 1) })))
    }
    // Without a type, and with nothing that takes its place, a choice among texts is meant.
    if members["type"] == nil, members["enum"] != nil { set("type", "string".generatedContent) }
    if members["type"]?.asText == "object" {
      if members["properties"] == nil { set("properties", .members([])) }
      if members["title"] == nil { set("title", name.generatedContent) }
      if members["required"] == nil { set("required", GeneratedContent(.array([]))) }
      set("additionalProperties", false.generatedContent)
      if case .structure(_, let names)? = members["properties"]?.storage { set("x-order", names.generatedContent) }
    }
    return .members(keys.map { ($0, members[$0]) })
  }
}
