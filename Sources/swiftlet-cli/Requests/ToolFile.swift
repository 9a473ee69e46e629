import Foundation
import Swiftlet
import SwiftletJSON

/// Definitions of tools: a JSON array of objects with `name`, `description` and the schema of the arguments.
///
/// The schema stands under `parameters` (OpenAI), `input_schema` (Anthropic) or `inputSchema` (Model Context Protocol);
/// the object may stand under `function`, as in the requests of OpenAI's interface.
struct ToolFile {
  /// Tools that can be called but not run.
  let definitions: [Transcript.ToolDefinition]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Reads the elements of the array, wherever they come from.
  init(_ elements: [JSONValue], path: String) throws {
    definitions = try elements.enumerated().map { index, element in
      let place = "\(path), tool \(index)"
      let outer = try JSONFields(element, place: place)
      let function = try outer.fields("function") ?? outer
      guard let name = try function.text("name") else { throw FileError(place, "no \"name\"") }
      let schema = ["parameters", "inputSchema", "input_schema"].lazy.compactMap(function.member).first
      do {
        return Transcript.ToolDefinition(
          name: name, description: try function.text("description") ?? "",
          parameters: try GenerationSchema(argumentsOf: name, schema.map { JSONSchema($0) }))
      } catch is DecodingError {
        throw FileError(place, "the parameters of \(name): expected an object or a Boolean")
      }
    }
  }
}
