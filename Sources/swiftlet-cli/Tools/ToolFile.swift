import Foundation
import Swiftlet

/// Definitions of tools in a file: a JSON array of `{"name", "description", "parameters"}`, or of objects that have such
/// a one under `function`, as in the requests of OpenAI's interface.
struct ToolFile {
  /// Tools that can be called but not run.
  let tools: [DefinedTool]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Reads the elements of the array, wherever they come from.
  init(_ elements: [GeneratedContent], path: String) throws {
    tools = try elements.enumerated().map { index, element in
      let function = element.member("function") ?? element
      guard let name = function.text("name") else {
        throw FileError(path, "element \(index): no \"name\"")
      }
      let parameters = function.member("parameters")?.jsonString ?? #"{"type": "object"}"#
      do {
        return DefinedTool(
          name: name, description: function.text("description") ?? "",
          parameters: try GenerationSchema(foreign: parameters, name: name))
      } catch {
        throw FileError(path, "the parameters of \(name): \(error)")
      }
    }
  }
}

/// A tool that is known by its definition alone.
struct DefinedTool: Tool {
  /// What running one comes to.
  struct NotRun: Error {}

  let name: String
  let description: String
  let parameters: GenerationSchema

  func call(arguments: GeneratedContent) async throws -> String { throw NotRun() }
}

/// Reading JSON files.
enum JSONFile {
  /// The elements of the array in a file.
  static func elements(_ path: String) throws -> [GeneratedContent] {
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: InputFile.text(path))
    } catch let error as GeneratedContent.ParsingError {
      throw FileError(path, error.debugDescription)
    }
    guard case .array(let elements) = content.kind else { throw FileError(path, "expected a JSON array") }
    return elements
  }
}

extension GeneratedContent {
  /// A member, unless it is absent or null.
  func member(_ name: String) -> GeneratedContent? {
    guard case .structure(let properties, _) = kind, let value = properties[name], value.kind != .null else {
      return nil
    }
    return value
  }

  /// The text of a member that is one.
  func text(_ name: String) -> String? {
    if case .string(let text)? = member(name)?.kind { text } else { nil }
  }

  /// The elements of a member that is an array.
  func elements(_ name: String) -> [GeneratedContent]? {
    if case .array(let elements)? = member(name)?.kind { elements } else { nil }
  }
}
