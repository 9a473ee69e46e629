import SwiftSyntax

// MARK: - What the expansions of structs and enums have in common

extension GenerableType {
  /// The getter of the schema.
  ///
  /// - Parameters:
  ///   - arguments: Those of the schema's initializer that follow type and description.
  ///   - preparation: What comes before.
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

  /// A variable that lists the properties of a schema, if there are any.
  ///
  /// It grows by a statement a property, as one literal of all takes the compiler long for a type with many.
  @Lines func propertyList(_ additions: [String]) -> [String] {
    if !additions.isEmpty { "var __properties: [Swiftlet.GenerationSchema.Property] = []" }
    additions
  }

  /// The statement that adds a property to the list.
  func schemaProperty(_ key: String, type: String, description: String? = nil, guides: String? = nil) -> String {
    let arguments = [
      "name: \(literal(key))", description.map { "description: \($0)" }, "type: \(type).self",
      guides.map { "guides: \($0)" },
    ]
    let list = arguments.compactMap(\.self).joined(separator: ", ")
    return "__properties.append(Swiftlet.GenerationSchema.Property(\(list)))"
  }

  /// The argument that says how the schema treats nil, if the source says it.
  var explicitNilArgument: [String] {
    arguments.explicitNil.map { ["representNilExplicitlyInGeneratedContent: \($0)"] } ?? []
  }

  /// The getter of the generated content of a value with properties.
  ///
  /// There are two functions called `add`, as only the compiler knows whether a type's name stands for an optional.
  ///
  /// - Parameters:
  ///   - id: What identifies the value, if anything does.
  ///   - additions: What adds the properties, by calls of `add`.
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
