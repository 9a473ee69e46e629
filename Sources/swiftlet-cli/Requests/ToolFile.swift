import Foundation
import Swiftlet
import SwiftletJSON

/// Tool definitions in a file: a JSON array of objects with `name`, `description` and the schema of the arguments.
///
/// The key of the schema is `parameters` (OpenAI), `input_schema` (Anthropic) or `inputSchema` (Model Context
/// Protocol). The object may be nested under `function`, as in requests of the OpenAI API.
struct ToolFile {
  /// The definitions; the tools have no implementation.
  let definitions: [Transcript.ToolDefinition]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Parses the elements of the array.
  init(_ elements: [JSONValue], path: String) throws {
    definitions = try elements.enumerated().map { index, element in
      let location = "\(path), tool \(index)"
      let outer = try JSONFields(element, location: location)
      let function = try outer.fields("function") ?? outer
      guard let name = try function.text("name") else { throw FileError(location, "no \"name\"") }
      let schema = ["parameters", "inputSchema", "input_schema"].lazy.compactMap(function.member).first
      do {
        return Transcript.ToolDefinition(
          name: name, description: try function.text("description") ?? "",
          parameters: try GenerationSchema(argumentsOf: name, schema.map { JSONSchema($0) }))
      } catch is DecodingError {
        throw FileError(location, "the parameters of \(name): expected an object or a Boolean")
      }
    }
  }
}
