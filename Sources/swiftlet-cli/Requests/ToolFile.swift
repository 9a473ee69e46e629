import Swiftlet
import SwiftletServer

/// Tool definitions in a file: a JSON array of objects as in requests.
struct ToolFile {
  /// The definitions; the tools have no implementation.
  let definitions: [Transcript.ToolDefinition]

  init(path: String) throws(FileError) {
    let elements = try JSONFile.elements(path)
    definitions = try FileError.naming(path) { () throws(FieldError) -> [Transcript.ToolDefinition] in
      try KnownMembers.check(tools: elements)
      return try ToolDefinitions(elements).definitions
    }
  }
}
