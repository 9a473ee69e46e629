import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON

/// A conversation in a file: a JSON array of messages as in requests of the OpenAI API.
struct ConversationFile {
  let messages: [ChatMessage]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Parses the elements of the array.
  init(_ elements: [JSONValue], path: String) throws {
    var names: [String: String] = [:]
    messages = try elements.enumerated().map { index, element in
      let fields = try JSONFields(element, location: "\(path), message \(index)")
      guard let word = try fields.text("role"), let role = ChatMessage.Role(word) else {
        let known = ChatMessage.Role.allCases.map(\.rawValue).joined(separator: ", ")
        throw FileError(fields.location, "found no known \"role\", expected one of \(known)")
      }
      var message = ChatMessage(
        role: role, content: try fields.content,
        reasoning: try fields.text("reasoning_content") ?? fields.text("thinking"))
      message.toolCalls = try (fields.elements("tool_calls") ?? []).enumerated().map { number, call in
        let call = try ToolCall(JSONFields(call, location: "\(fields.location), call \(number)"))
        names[call.id] = call.name
        return call
      }
      message.callID = try fields.text("tool_call_id")
      // Tool results refer to their call; the tool name is optional.
      message.toolName = try fields.text("name") ?? message.callID.flatMap { names[$0] }
      return message
    }
  }
}

extension ChatMessage.Role {
  /// Creates a role from its name; `developer` is an alias of `system`.
  fileprivate init?(_ word: String) {
    if word == "developer" { self = .system } else { self.init(rawValue: word) }
  }
}

extension ToolCall {
  /// Parses a tool call; its arguments are an object or a JSON string, and an empty string is an empty object.
  fileprivate init(_ fields: JSONFields) throws {
    let function = try fields.fields("function") ?? fields
    guard let name = try function.text("name") else {
      throw FileError(fields.location, "expected \"function\" with \"name\"")
    }
    let arguments = function.member("arguments").map { $0.string ?? JSONWriter.text($0, layout: .line) } ?? ""
    let isEmpty = arguments.allSatisfy(\.isWhitespace)
    self.init(id: try fields.text("id") ?? "", name: name, arguments: isEmpty ? "{}" : arguments)
  }
}

extension JSONFields {
  /// The content of a message: a string, or the joined text parts of an array.
  fileprivate var content: String {
    get throws(FileError) {
      guard let content = member("content") else { return "" }
      if let text = content.string { return text }
      guard let parts = content.elements else { throw FileError(location, "content: expected a string or an array") }
      return try parts.map { part throws(FileError) in
        if let text = part.string ?? part["text"]?.string { return text }
        let kind = part["type"]?.string ?? JSONWriter.text(part, layout: .line)
        throw FileError(location, "content: found \(kind.prefix(40)), expected text")
      }.joined()
    }
  }
}
