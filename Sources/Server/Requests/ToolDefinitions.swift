package import Swiftlet
package import SwiftletJSON

/// Tool definitions of a request: an array of objects with `name`, `description` and the schema of the arguments.
///
/// The key of the schema is `parameters` (OpenAI), `input_schema` (Anthropic) or `inputSchema` (Model Context
/// Protocol). The object may be nested under `function`, as in requests of the OpenAI API.
package struct ToolDefinitions {
  /// The definitions; the tools have no implementation.
  package let definitions: [Transcript.ToolDefinition]

  /// Parses the elements of the array.
  package init(_ elements: [JSONValue]) throws(FieldError) {
    var definitions: [Transcript.ToolDefinition] = []
    for (index, element) in elements.enumerated() {
      let tool = try Self.definition(JSONFields(element, at: "tools.\(index)"))
      if let other = definitions.firstIndex(where: { $0.name == tool.name }) {
        throw FieldError("tools.\(index)", "found the name \(tool.name), which tools.\(other) has too")
      }
      definitions.append(tool)
    }
    self.definitions = definitions
  }

  private static func definition(_ outer: JSONFields) throws(FieldError) -> Transcript.ToolDefinition {
    // "custom" is the type of Anthropic's tools with a schema; other types are tools of a service.
    if let type = try outer.text("type"), type != "function", type != "custom" {
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
