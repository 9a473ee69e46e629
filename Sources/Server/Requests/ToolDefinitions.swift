package import Swiftlet
package import SwiftletJSON

/// Tool definitions of a request: an array of objects with `name`, `description` and the schema of the arguments.
///
/// The key of the schema is `parameters` (OpenAI), `input_schema` (Anthropic) or `inputSchema` (Model Context
/// Protocol). The object may be nested under `function`, as in requests of the OpenAI API.
package struct ToolDefinitions {
  /// The definitions; the tools have no implementation.
  package let definitions: [Transcript.ToolDefinition]
  /// The types of the tools that were skipped.
  package let skippedTypes: [String]

  /// Parses the elements of the array.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - skipsServiceTools: True if tools of a service, such as `web_search_20250305` of Anthropic's, are skipped;
  ///     otherwise they are an error.
  /// - Throws: ``FieldError`` that names the element.
  package init(_ elements: [JSONValue], skippingServiceTools skipsServiceTools: Bool = false) throws(FieldError) {
    var definitions: [Transcript.ToolDefinition] = []
    var skippedTypes: [String] = []
    for (index, element) in elements.enumerated() {
      if skipsServiceTools, let type = element["type"]?.string, !Self.typesWithSchema.contains(type) {
        skippedTypes.append(type)
        continue
      }
      let tool = try Self.definition(JSONFields(element, at: "tools.\(index)"))
      if let other = definitions.firstIndex(where: { $0.name == tool.name }) {
        throw FieldError("tools.\(index)", "found the name \(tool.name), which tools.\(other) has too")
      }
      definitions.append(tool)
    }
    (self.definitions, self.skippedTypes) = (definitions, skippedTypes)
  }

  /// The types of tools whose arguments have a schema; `custom` is Anthropic's name for them.
  private static let typesWithSchema = ["function", "custom"]

  private static func definition(_ outer: JSONFields) throws(FieldError) -> Transcript.ToolDefinition {
    // Other types are tools of a service.
    if let type = try outer.text("type"), !typesWithSchema.contains(type) {
      throw FieldError(outer.path(of: "type"), "found \(type.prefix(40)), expected function")
    }
    let function = try outer.fields("function") ?? outer
    guard let name = try function.text("name") else { throw FieldError(outer.path, "no \"name\"") }
    if let problem = ToolName.problem(of: name) { throw FieldError(outer.path, problem) }
    let schema = ["parameters", "inputSchema", "input_schema"].lazy.compactMap(function.member).first
    let description = try function.text("description") ?? ""
    do {
      return Transcript.ToolDefinition(
        name: name, description: description,
        parameters: try GenerationSchema(argumentsOf: name, schema.map { JSONSchema($0) }))
    } catch is DecodingError {
      throw FieldError(outer.path, "the parameters of \(name): expected an object or a Boolean")
    } catch {
      throw FieldError(outer.path, "the parameters of \(name): \(ErrorText(error))")
    }
  }
}
