import SwiftSyntax

// MARK: - Common to structs and enums

extension GenerableType {
  /// The getter of the schema.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the schema's initializer after type and description.
  ///   - preparation: The statements before the initializer.
  /// - Returns: The lines of the getter.
  @Lines func schemaGetter(_ arguments: [String], @Lines preparation: () -> [String]) -> [String] {
    let description = self.arguments.description.map { ["description: \($0)"] } ?? []
    let naming = self.arguments.name.map { "._named(\($0))" } ?? ""
    "nonisolated \(access)static var generationSchema: Swiftlet.GenerationSchema {"
    preparation()
    "return Swiftlet.GenerationSchema("
    (["type: Self.self"] + description + arguments).joined(separator: ",\n")
    ")\(naming)"
    "}"
  }

  /// The variable with the properties of a schema, if there are any.
  ///
  /// Properties are appended in separate statements, as the compiler is slow for a long array literal.
  @Lines func propertyList(_ additions: [String]) -> [String] {
    if !additions.isEmpty { "var __properties: [Swiftlet.GenerationSchema.Property] = []" }
    additions
  }

  /// The statement that appends a property to the list.
  func schemaProperty(_ key: String, type: String, description: String? = nil, guides: String? = nil) -> String {
    let arguments = [
      "name: \(literal(key))", description.map { "description: \($0)" }, "type: \(type).self",
      guides.map { "guides: \($0)" },
    ]
    let list = arguments.compactMap(\.self).joined(separator: ", ")
    return "__properties.append(Swiftlet.GenerationSchema.Property(\(list)))"
  }

  /// The argument for the representation of nil, if the source specifies it.
  var explicitNilArgument: [String] {
    arguments.explicitNil.map { ["representNilExplicitlyInGeneratedContent: \($0)"] } ?? []
  }

  /// The getter of the generated content of a value with properties.
  ///
  /// There are two functions named `add`, as only the compiler knows whether a type name is an alias of an optional.
  ///
  /// - Parameters:
  ///   - id: The expression of the value's identity, if it has one.
  ///   - additions: The calls of `add` for the properties.
  /// - Returns: The lines of the getter.
  @Lines func contentGetter(id: String? = nil, @Lines additions: () -> [String]) -> [String] {
    let identity = id.map { "id: \($0), " } ?? ""
    "nonisolated \(access)var generatedContent: Swiftlet.GeneratedContent {"
    "var __properties: [(Swift.String, any Swiftlet.ConvertibleToGeneratedContent)] = []"
    "func add(_ name: Swift.String, _ value: some Swiftlet.Generable) {"
    "__properties.append((name, value))"
    "}"
    "func add(_ name: Swift.String, _ value: (some Swiftlet.Generable)?) {"
    "if let value {"
    "add(name, value)"
    if let condition = arguments.explicitNil, condition != "false" {
      "} else \(condition == "true" ? "" : "if \(condition) "){"
      "__properties.append((name, Swiftlet.GeneratedContent(kind: .null)))"
    }
    "}"
    "}"
    additions()
    "return Swiftlet.GeneratedContent(properties: __properties, \(identity)uniquingKeysWith: { $1 })"
    "}"
  }
}
