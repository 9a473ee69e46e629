import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON

/// A conversation in a file: a JSON array of messages as in the requests of OpenAI's interface.
struct ConversationFile {
  let messages: [ChatMessage]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Reads the elements of the array, wherever they come from.
  init(_ elements: [JSONValue], path: String) throws {
    var names: [String: String] = [:]
    messages = try elements.enumerated().map { index, element in
      let fields = try JSONFields(element, place: "\(path), message \(index)")
      guard let word = try fields.text("role"), let role = ChatMessage.Role(word) else {
        let known = ChatMessage.Role.allCases.map(\.rawValue).joined(separator: ", ")
        throw FileError(fields.place, "found no known \"role\", expected one of \(known)")
      }
      var message = ChatMessage(
        role: role, content: try fields.content,
        reasoning: try fields.text("reasoning_content") ?? fields.text("thinking"))
      message.toolCalls = try (fields.elements("tool_calls") ?? []).enumerated().map { number, call in
        let call = try ToolCall(JSONFields(call, place: "\(fields.place), call \(number)"))
        names[call.id] = call.name
        return call
      }
      message.callID = try fields.text("tool_call_id")
      // Results name the call that they belong to, and only some name the tool as well.
      message.toolName = try fields.text("name") ?? message.callID.flatMap { names[$0] }
      return message
    }
  }
}

extension ChatMessage.Role {
  /// The role of a word; a developer speaks as the system does.
  fileprivate init?(_ word: String) {
    if word == "developer" { self = .system } else { self.init(rawValue: word) }
  }
}

extension ToolCall {
  /// Reads a call, whose arguments are an object or its text; no text at all is an object without members.
  fileprivate init(_ fields: JSONFields) throws {
    let function = try fields.fields("function") ?? fields
    guard let name = try function.text("name") else {
      throw FileError(fields.place, "expected \"function\" with \"name\"")
    }
    let arguments = function.member("arguments").map { $0.string ?? JSONWriter.text($0, layout: .line) } ?? ""
    let isEmpty = arguments.allSatisfy(\.isWhitespace)
    self.init(id: try fields.text("id") ?? "", name: name, arguments: isEmpty ? "{}" : arguments)
  }
}

extension JSONFields {
  /// The content of a message: a text, or the texts among its parts.
  fileprivate var content: String {
    get throws(FileError) {
      guard let content = member("content") else { return "" }
      if let text = content.string { return text }
      guard let parts = content.elements else { throw FileError(place, "content: expected a string or an array") }
      return parts.compactMap { $0.string ?? $0["text"]?.string }.joined()
    }
  }
}
